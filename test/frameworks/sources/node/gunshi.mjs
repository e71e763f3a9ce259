import { cli } from "gunshi";

const print = (values) => console.log(JSON.stringify(values));
const add = {
  name: "add",
  description: "Add entries to the store",
  args: {
    src: { type: "positional", multiple: true, required: true, description: "Files to add" },
    output: {
      type: "string",
      short: "o",
      description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
    },
    format: { type: "enum", choices: ["json", "yaml", "text"], default: "text", description: "Output format" },
    tag: { type: "string", short: "t", multiple: true, description: "Attach a tag; replaces --label of version 1" },
    color: { type: "boolean", negatable: true, default: true, description: "Color the output" },
    id: { type: "number", required: true, description: "Number of the store" },
    rate: { type: "number", default: 0.5, description: "Share of the entries to sample" },
    json: { type: "boolean", conflicts: "yaml", description: "Print JSON" },
    yaml: { type: "boolean", conflicts: "json", description: "Print YAML" },
    plain: { type: "boolean" },
    owner: { type: "string", description: "Owner of the entries" },
  },
  run: ({ values, positionals }) => print({ ...values, src: values.src ?? positionals }),
};
const setUrl = {
  name: "remote-set-url",
  description: "Change the address of a remote",
  args: {
    name: { type: "positional", description: "Name of the remote" },
    url: { type: "positional", description: "New address" },
    push: { type: "boolean", description: "Change the address for pushes only" },
  },
  run: ({ values }) => print(values),
};

await cli(
  process.argv.slice(2),
  { name: "demo", description: "Keep entries in a store", run: () => {} },
  { name: "demo", version: "1.2.3", subCommands: new Map([["add", add], ["remote-set-url", setUrl]]) },
);
