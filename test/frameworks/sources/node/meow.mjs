import meow from "meow";

const text = `
  Usage
    $ demo [options] <src...>

  Options
    --output, -o FILE  Write the result to this file instead of the standard
                       output, and create the directories that lead to it
    --format FORMAT    Output format: json, yaml or text (default: text)
    --tag, -t TAG      Attach a tag; replaces --label of version 1
    --no-color         Do not color the output
    --id INT           Number of the store (required)
    --rate NUMBER      Share of the entries to sample (default: 0.5)
    --json             Print JSON
    --yaml             Print YAML
    --plain
    --owner NAME       Owner of the entries
`;
const { input, flags } = meow(text, {
  importMeta: import.meta,
  description: "Add entries to the store",
  version: "1.2.3",
  flags: {
    output: { type: "string", shortFlag: "o" },
    format: { type: "string", choices: ["json", "yaml", "text"], default: "text" },
    tag: { type: "string", shortFlag: "t", isMultiple: true },
    color: { type: "boolean", default: true },
    id: { type: "number", isRequired: true },
    rate: { type: "number", default: 0.5 },
    json: { type: "boolean" },
    yaml: { type: "boolean" },
    plain: { type: "boolean" },
    owner: { type: "string" },
  },
});
console.log(JSON.stringify({ src: input, ...flags }));
