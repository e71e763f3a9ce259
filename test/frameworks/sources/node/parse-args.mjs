import { parseArgs } from "node:util";

const usage = `Usage: demo [options] --id <int> <src>...

Add entries to the store

Options:
  -o, --output <file>    Write the result to this file instead of the standard
                         output, and create the directories that lead to it
      --format <format>  Output format: json, yaml or text (default: text)
  -t, --tag <tag>        Attach a tag; replaces --label of version 1 (repeatable)
      --[no-]color       Color the output
      --id <int>         Number of the store (required)
      --rate <number>    Share of the entries to sample (default: 0.5)
      --json             Print JSON
      --yaml             Print YAML
      --plain
  -v, --verbose          Print more (repeatable)
      --owner <name>     Owner of the entries
  -h, --help             Show this help`;

const text = { type: "string" };
const on = { type: "boolean" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    output: { ...text, short: "o" },
    format: { ...text, default: "text" },
    tag: { ...text, short: "t", multiple: true },
    color: { ...on, default: true },
    id: text,
    rate: { ...text, default: "0.5" },
    json: on,
    yaml: on,
    plain: on,
    verbose: { ...on, short: "v", multiple: true },
    owner: text,
    help: { ...on, short: "h" },
  },
});
if (values.help) console.log(usage);
else console.log(JSON.stringify({ src: positionals, ...values, verbose: values.verbose?.length ?? 0 }));
