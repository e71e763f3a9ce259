/* Parses with getopt_long, and prints its own help. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static const char *help =
    "Usage: demo [OPTION]... SRC...\n"
    "Add entries to the store\n"
    "\n"
    "Mandatory arguments to long options are mandatory for short options too.\n"
    "  -o, --output=FILE      Write the result to this file instead of the standard\n"
    "                           output, and create the directories that lead to it\n"
    "      --format=FORMAT    Output format: json, yaml or text (default: text)\n"
    "  -t, --tag=TAG          Attach a tag; replaces --label of version 1\n"
    "      --[no-]color       Color the output\n"
    "      --sign[=KEY]       Sign the entries\n"
    "      --id=INT           Number of the store (required)\n"
    "      --rate=NUMBER      Share of the entries to sample (default: 0.5)\n"
    "      --json             Print JSON\n"
    "      --yaml             Print YAML\n"
    "      --plain\n"
    "  -v, --verbose          Print more; can be repeated\n"
    "      --owner=NAME       Owner of the entries\n"
    "      --help     display this help and exit\n"
    "      --version  output version information and exit\n";

static int color = 1, json, yaml, plain;

enum { FORMAT = 256, SIGN, ID, RATE, OWNER, HELP, VERSION };

static const struct option options[] = {
    {"output", 1, 0, 'o'}, {"format", 1, 0, FORMAT}, {"tag", 1, 0, 't'},   {"color", 0, &color, 1}, {"no-color", 0, &color, 0},
    {"sign", 2, 0, SIGN},  {"id", 1, 0, ID},         {"rate", 1, 0, RATE}, {"json", 0, &json, 1},   {"yaml", 0, &yaml, 1},
    {"plain", 0, &plain, 1}, {"verbose", 0, 0, 'v'}, {"owner", 1, 0, OWNER}, {"help", 0, 0, HELP},  {"version", 0, 0, VERSION},
    {0, 0, 0, 0},
};

static void print_list(const char *name, char **items, int count) {
  printf("\"%s\":[", name);
  for (int i = 0; i < count; i++) printf("%s\"%s\"", i ? "," : "", items[i]);
  printf("],");
}

int main(int argc, char **argv) {
  const char *output = "", *format = "text", *sign = "", *owner = "";
  char *tags[9];
  int tag_count = 0, verbose = 0, key;
  long id = 0;
  double rate = 0.5;
  while ((key = getopt_long(argc, argv, "o:t:v", options, 0)) != -1) {
    switch (key) {
    case 0: break;
    case 'o': output = optarg; break;
    case FORMAT: format = optarg; break;
    case 't': tags[tag_count++] = optarg; break;
    case SIGN: sign = optarg ? optarg : "auto"; break;
    case ID: id = atol(optarg); break;
    case RATE: rate = atof(optarg); break;
    case 'v': verbose++; break;
    case OWNER: owner = optarg; break;
    case HELP: fputs(help, stdout); return 0;
    case VERSION: puts("demo 1.2.3"); return 0;
    default: fputs("Try 'demo --help' for more information.\n", stderr); return 1;
    }
  }
  printf("{");
  print_list("src", argv + optind, argc - optind);
  print_list("tag", tags, tag_count);
  printf("\"output\":\"%s\",\"format\":\"%s\",\"sign\":\"%s\",\"owner\":\"%s\",", output, format, sign, owner);
  printf("\"color\":%d,\"json\":%d,\"yaml\":%d,\"plain\":%d,\"verbose\":%d,\"id\":%ld,\"rate\":%g}\n", color, json, yaml, plain, verbose, id, rate);
  return 0;
}
