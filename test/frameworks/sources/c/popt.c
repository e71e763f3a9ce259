/* Parses with popt. */
#include <popt.h>
#include <stdio.h>

static char *output = "", *format = "text", *owner = "", **tags;
static int color = 1, id, json, yaml, verbose;
static double rate = 0.5;

static struct poptOption options[] = {
    {"output", 'o', POPT_ARG_STRING, &output, 0, "Write the result to this file instead of the standard output, and create the directories that lead to it", "FILE"},
    {"format", 0, POPT_ARG_STRING | POPT_ARGFLAG_SHOW_DEFAULT, &format, 0, "Output format", "json|yaml|text"},
    {"tag", 't', POPT_ARG_ARGV, &tags, 0, "Attach a tag; replaces --label of version 1", "TAG"},
    {"color", 0, POPT_ARG_VAL | POPT_ARGFLAG_TOGGLE, &color, 1, "Color the output", 0},
    {"id", 0, POPT_ARG_INT, &id, 0, "Number of the store", "INT"},
    {"rate", 0, POPT_ARG_DOUBLE | POPT_ARGFLAG_SHOW_DEFAULT, &rate, 0, "Share of the entries to sample", "NUMBER"},
    {"json", 0, POPT_ARG_NONE, &json, 0, "Print JSON", 0},
    {"yaml", 0, POPT_ARG_NONE, &yaml, 0, "Print YAML", 0},
    {"verbose", 'v', POPT_ARG_NONE, 0, 'v', "Print more", 0},
    {"owner", 0, POPT_ARG_STRING, &owner, 0, "Owner of the entries", "NAME"},
    {"secret", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, 0, 0, "For tests", 0},
    POPT_AUTOHELP POPT_TABLEEND,
};

static void print_list(const char *name, char **items) {
  printf("\"%s\":[", name);
  for (int i = 0; items && items[i]; i++) printf("%s\"%s\"", i ? "," : "", items[i]);
  printf("],");
}

int main(int argc, const char **argv) {
  poptContext context = poptGetContext("demo", argc, argv, options, 0);
  poptSetOtherOptionHelp(context, "[OPTION...] SRC...");
  int key;
  while ((key = poptGetNextOpt(context)) > 0) verbose++;
  if (key < -1) {
    fprintf(stderr, "%s: %s\n", poptBadOption(context, 0), poptStrerror(key));
    return 1;
  }
  printf("{");
  print_list("src", (char **)poptGetArgs(context));
  print_list("tag", tags);
  printf("\"output\":\"%s\",\"format\":\"%s\",\"owner\":\"%s\",\"color\":%d,\"json\":%d,\"yaml\":%d,", output, format, owner, color, json, yaml);
  printf("\"verbose\":%d,\"id\":%d,\"rate\":%g}\n", verbose, id, rate);
  return 0;
}
