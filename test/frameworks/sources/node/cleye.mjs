import { cli, command } from "cleye";

const print = (values) => console.log(JSON.stringify(values));
const Format = (value) => {
  if (!["json", "yaml", "text"].includes(value)) throw new Error(`unknown format ${value}`);
  return value;
};
const Sign = (value) => (value === "" ? "auto" : value);

const add = command(
  {
    name: "add",
    parameters: ["<src...>"],
    flags: {
      output: {
        type: String,
        alias: "o",
        placeholder: "<FILE>",
        description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
      },
      format: { type: Format, default: "text", placeholder: "<json|yaml|text>", description: "Output format" },
      tag: { type: [String], alias: "t", placeholder: "<TAG>", description: "Attach a tag; replaces --label of version 1" },
      noColor: { type: Boolean, description: "Do not color the output" },
      sign: { type: Sign, placeholder: "[KEY]", description: "Sign the entries" },
      id: { type: Number, placeholder: "<INT>", description: "Number of the store" },
      rate: { type: Number, default: 0.5, placeholder: "<NUMBER>", description: "Share of the entries to sample" },
      json: { type: Boolean, description: "Print JSON" },
      yaml: { type: Boolean, description: "Print YAML" },
      plain: Boolean,
      verbose: { type: [Boolean], alias: "v", description: "Print more" },
      owner: { type: String, placeholder: "<NAME>", description: "Owner of the entries" },
    },
    help: { description: "Add entries to the store" },
  },
  ({ _, flags: { noColor, ...flags } }) => print({ src: _.src, ...flags, color: !noColor, verbose: flags.verbose.length }),
);
const setUrl = command(
  {
    name: "remote-set-url",
    parameters: ["<name>", "<url>"],
    flags: { push: { type: Boolean, description: "Change the address for pushes only" } },
    help: { description: "Change the address of a remote" },
  },
  ({ _, flags }) => print({ name: _.name, url: _.url, ...flags }),
);

cli({ name: "demo", version: "1.2.3", help: { description: "Keep entries in a store" }, commands: [add, setUrl], strictFlags: true });
