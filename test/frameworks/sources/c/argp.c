/* Parses with argp of the GNU C library. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "demo 1.2.3";

enum { FORMAT = 256, COLOR, NO_COLOR, SIGN, ID, RATE, JSON, YAML, PLAIN, OWNER, SECRET };

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write the result to this file instead of the standard output, and create the directories that lead to it"},
    {"format", FORMAT, "FORMAT", 0, "Output format: json, yaml or text"},
    {"tag", 't', "TAG", 0, "Attach a tag; replaces --label of version 1"},
    {"no-color", NO_COLOR, 0, 0, "Do not color the output"},
    {"sign", SIGN, "KEY", OPTION_ARG_OPTIONAL, "Sign the entries"},
    {"id", ID, "INT", 0, "Number of the store"},
    {"rate", RATE, "NUMBER", 0, "Share of the entries to sample (default: 0.5)"},
    {"json", JSON, 0, 0, "Print JSON"},
    {"yaml", YAML, 0, 0, "Print YAML"},
    {"verbose", 'v', 0, 0, "Print more"},
    {"owner", OWNER, "NAME", 0, "Owner of the entries"},
    {"secret", SECRET, "TEXT", OPTION_HIDDEN, "For tests"},
    {0},
};

struct values {
  const char *output, *format, *sign, *owner, *tags[9], *src[9];
  int color, json, yaml, verbose, tag_count, src_count;
  long id;
  double rate;
};

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct values *v = state->input;
  switch (key) {
  case 'o': v->output = arg; break;
  case FORMAT: v->format = arg; break;
  case 't': v->tags[v->tag_count++] = arg; break;
  case NO_COLOR: v->color = 0; break;
  case SIGN: v->sign = arg ? arg : "auto"; break;
  case ID: v->id = atol(arg); break;
  case RATE: v->rate = atof(arg); break;
  case JSON: v->json = 1; break;
  case YAML: v->yaml = 1; break;
  case 'v': v->verbose++; break;
  case OWNER: v->owner = arg; break;
  case ARGP_KEY_ARG: v->src[v->src_count++] = arg; break;
  case ARGP_KEY_END:
    if (v->src_count == 0) argp_usage(state);
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static void print_list(const char *name, const char **items, int count) {
  printf("\"%s\":[", name);
  for (int i = 0; i < count; i++) printf("%s\"%s\"", i ? "," : "", items[i]);
  printf("],");
}

int main(int argc, char **argv) {
  static const struct argp argp = {options, parse, "SRC...", "Add entries to the store"};
  struct values v = {.output = "", .format = "text", .sign = "", .owner = "", .color = 1, .rate = 0.5};
  argp_parse(&argp, argc, argv, 0, 0, &v);
  printf("{");
  print_list("src", v.src, v.src_count);
  print_list("tag", v.tags, v.tag_count);
  printf("\"output\":\"%s\",\"format\":\"%s\",\"sign\":\"%s\",\"owner\":\"%s\",", v.output, v.format, v.sign, v.owner);
  printf("\"color\":%d,\"json\":%d,\"yaml\":%d,\"verbose\":%d,\"id\":%ld,\"rate\":%g}\n", v.color, v.json, v.yaml, v.verbose, v.id, v.rate);
  return 0;
}
