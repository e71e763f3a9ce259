import { array, boolean, command, extendType, flag, multioption, number, oneOf, option, optional, positional, restPositionals, run, string, subcommands } from "cmd-ts";

const print = (values) => console.log(JSON.stringify(values));
const float = extendType(string, { displayName: "number", from: async (text) => Number(text) });

const add = command({
  name: "add",
  description: "Add entries to the store",
  args: {
    src: restPositionals({ type: string, displayName: "src", description: "Files to add" }),
    output: option({
      type: optional(string),
      long: "output",
      short: "o",
      description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
    }),
    format: option({ type: oneOf(["json", "yaml", "text"]), long: "format", defaultValue: () => "text", description: "Output format" }),
    tag: multioption({ type: array(string), long: "tag", short: "t", description: "Attach a tag; replaces --label of version 1" }),
    noColor: flag({ type: boolean, long: "no-color", description: "Do not color the output" }),
    id: option({ type: number, long: "id", description: "Number of the store" }),
    rate: option({ type: float, long: "rate", defaultValue: () => 0.5, description: "Share of the entries to sample" }),
    json: flag({ type: boolean, long: "json", description: "Print JSON" }),
    yaml: flag({ type: boolean, long: "yaml", description: "Print YAML" }),
    plain: flag({ type: boolean, long: "plain" }),
    owner: option({ type: optional(string), long: "owner", env: "DEMO_OWNER", description: "Owner of the entries" }),
  },
  handler: ({ noColor, ...values }) => print({ ...values, color: !noColor }),
});
const setUrl = command({
  name: "set-url",
  description: "Change the address of a remote",
  args: {
    name: positional({ type: string, displayName: "name", description: "Name of the remote" }),
    url: positional({ type: string, displayName: "url", description: "New address" }),
    push: flag({ type: boolean, long: "push", description: "Change the address for pushes only" }),
  },
  handler: print,
});
const remote = subcommands({ name: "remote", description: "Manage remotes", cmds: { "set-url": setUrl } });

await run(subcommands({ name: "demo", version: "1.2.3", description: "Keep entries in a store", cmds: { add, remote } }), process.argv.slice(2));
