import { defineCommand, runMain } from "citty";

const print = (values) => console.log(JSON.stringify(values));
const output = "Write the result to this file instead of the standard output, and create the directories that lead to it";

const add = defineCommand({
  meta: { name: "add", description: "Add entries to the store" },
  args: {
    src: { type: "positional", required: true, description: "Files to add" },
    output: { type: "string", alias: "o", valueHint: "FILE", description: output },
    format: { type: "enum", options: ["json", "yaml", "text"], default: "text", description: "Output format" },
    color: { type: "boolean", default: true, negativeDescription: "Do not color the output", description: "Color the output" },
    id: { type: "string", required: true, valueHint: "INT", description: "Number of the store" },
    rate: { type: "string", default: "0.5", valueHint: "NUMBER", description: "Share of the entries to sample" },
    json: { type: "boolean", description: "Print JSON" },
    yaml: { type: "boolean", description: "Print YAML" },
    plain: { type: "boolean" },
    owner: { type: "string", valueHint: "NAME", description: "Owner of the entries" },
  },
  run: ({ args }) => print({ ...args, src: args._ }),
});
const setUrl = defineCommand({
  meta: { name: "set-url", description: "Change the address of a remote" },
  args: {
    name: { type: "positional", required: true, description: "Name of the remote" },
    url: { type: "positional", required: true, description: "New address" },
    push: { type: "boolean", description: "Change the address for pushes only" },
  },
  run: ({ args }) => print(args),
});
const remote = defineCommand({ meta: { name: "remote", description: "Manage remotes" }, subCommands: { "set-url": setUrl } });

await runMain(
  defineCommand({ meta: { name: "demo", version: "1.2.3", description: "Keep entries in a store" }, subCommands: { add, remote } }),
);
