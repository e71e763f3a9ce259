import { boolean, command, number, positional, run, string } from "@drizzle-team/brocli";

const print = (options) => console.log(JSON.stringify(options));
const add = command({
  name: "add",
  desc: "Add entries to the store",
  options: {
    src: positional().desc("Files to add").required(),
    output: string()
      .alias("o")
      .desc("Write the result to this file instead of the standard output, and create the directories that lead to it"),
    format: string().enum("json", "yaml", "text").default("text").desc("Output format"),
    id: number().int().required().desc("Number of the store"),
    rate: number().default(0.5).desc("Share of the entries to sample"),
    json: boolean().desc("Print JSON"),
    yaml: boolean().desc("Print YAML"),
    plain: boolean(),
    owner: string().desc("Owner of the entries"),
    secret: string().desc("For tests").hidden(),
  },
  handler: ({ src, ...options }) => print({ ...options, src: [src] }),
});
const setUrl = command({
  name: "set-url",
  desc: "Change the address of a remote",
  options: {
    name: positional().desc("Name of the remote").required(),
    url: positional().desc("New address").required(),
    push: boolean().desc("Change the address for pushes only"),
  },
  handler: print,
});
const remote = command({ name: "remote", desc: "Work with remotes", subcommands: [setUrl] });

await run([add, remote], { name: "demo", description: "Keep entries in a store", version: "1.2.3" });
