/* Parses with GOption of GLib. */
#include <glib.h>
#include <stdio.h>

static char *output = "", *format = "text", *sign = "", *owner = "", **tags, **src;
static gboolean color = TRUE, json, yaml, plain;
static int id, verbose;
static double rate = 0.5;

static gboolean on_sign(const char *name, const char *value, gpointer data, GError **error) {
  sign = g_strdup(value ? value : "auto");
  return TRUE;
}

static gboolean on_verbose(const char *name, const char *value, gpointer data, GError **error) {
  verbose++;
  return TRUE;
}

static GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_STRING, &output, "Write the result to this file instead of the standard output, and create the directories that lead to it", "FILE"},
    {"format", 0, 0, G_OPTION_ARG_STRING, &format, "Output format", "json|yaml|text"},
    {"tag", 't', 0, G_OPTION_ARG_STRING_ARRAY, &tags, "Attach a tag; replaces --label of version 1", "TAG"},
    {"no-color", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &color, "Do not color the output", NULL},
    {"sign", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, on_sign, "Sign the entries", "KEY"},
    {"id", 0, 0, G_OPTION_ARG_INT, &id, "Number of the store", "INT"},
    {"rate", 0, 0, G_OPTION_ARG_DOUBLE, &rate, "Share of the entries to sample", "NUMBER"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Print JSON", NULL},
    {"yaml", 0, 0, G_OPTION_ARG_NONE, &yaml, "Print YAML", NULL},
    {"plain", 0, 0, G_OPTION_ARG_NONE, &plain, NULL, NULL},
    {"verbose", 'v', G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, on_verbose, "Print more", NULL},
    {"owner", 0, 0, G_OPTION_ARG_STRING, &owner, "Owner of the entries", "NAME"},
    {"secret", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &owner, "For tests", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &src, NULL, "SRC..."},
    {NULL},
};

static void print_list(const char *name, char **items) {
  printf("\"%s\":[", name);
  for (int i = 0; items && items[i]; i++) printf("%s\"%s\"", i ? "," : "", items[i]);
  printf("],");
}

int main(int argc, char **argv) {
  GError *error = NULL;
  GOptionContext *context = g_option_context_new("- add entries to the store");
  g_option_context_add_main_entries(context, entries, NULL);
  if (!g_option_context_parse(context, &argc, &argv, &error)) {
    fprintf(stderr, "%s\n", error->message);
    return 1;
  }
  printf("{");
  print_list("src", src);
  print_list("tag", tags);
  printf("\"output\":\"%s\",\"format\":\"%s\",\"sign\":\"%s\",\"owner\":\"%s\",\"color\":%d,", output, format, sign, owner, color);
  printf("\"json\":%d,\"yaml\":%d,\"plain\":%d,\"verbose\":%d,\"id\":%d,\"rate\":%g}\n", json, yaml, plain, verbose, id, rate);
  return 0;
}
