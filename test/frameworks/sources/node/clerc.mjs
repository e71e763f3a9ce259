import { Clerc, helpPlugin, versionPlugin } from "clerc";

const print = ({ flags, parameters }) => console.log(JSON.stringify({ ...flags, ...parameters }));

Clerc.create()
  .name("demo")
  .scriptName("demo")
  .description("Keep entries in a store")
  .version("1.2.3")
  .use(helpPlugin())
  .use(versionPlugin({ command: false }))
  .command("add", "Add entries to the store", {
    parameters: ["<src...>"],
    flags: {
      output: {
        type: String,
        short: "o",
        description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
      },
      format: { type: String, default: "text", description: "Output format" },
      tag: { type: [String], short: "t", description: "Attach a tag; replaces --label of version 1" },
      color: { type: Boolean, default: true, description: "Color the output" },
      id: { type: Number, required: true, description: "Number of the store" },
      rate: { type: Number, default: 0.5, description: "Share of the entries to sample" },
      json: { type: Boolean, description: "Print JSON" },
      yaml: { type: Boolean, description: "Print YAML" },
      owner: { type: String, description: "Owner of the entries" },
    },
  })
  .on("add", print)
  .command("remote set-url", "Change the address of a remote", {
    parameters: ["<name>", "<url>"],
    flags: { push: { type: Boolean, description: "Change the address for pushes only" } },
  })
  .on("remote set-url", print)
  .parse();
