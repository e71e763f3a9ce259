import { Args, Command, Flags } from "@oclif/core";

const float = Flags.custom({ parse: async (text) => Number(text) });

export default class Add extends Command {
  static description = "Add entries to the store";
  static strict = false;
  static args = { src: Args.string({ required: true, description: "Files to add" }) };
  static flags = {
    output: Flags.string({
      char: "o",
      helpValue: "FILE",
      description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
    }),
    format: Flags.string({ options: ["json", "yaml", "text"], default: "text", description: "Output format" }),
    tag: Flags.string({ char: "t", multiple: true, multipleNonGreedy: true, helpValue: "TAG", description: "Attach a tag; replaces --label of version 1" }),
    color: Flags.boolean({ allowNo: true, default: true, description: "Color the output" }),
    id: Flags.integer({ required: true, description: "Number of the store" }),
    rate: float({ default: 0.5, helpValue: "NUMBER", description: "Share of the entries to sample" }),
    json: Flags.boolean({ exclusive: ["yaml"], description: "Print JSON" }),
    yaml: Flags.boolean({ exclusive: ["json"], description: "Print YAML" }),
    plain: Flags.boolean(),
    owner: Flags.string({ env: "DEMO_OWNER", helpValue: "NAME", description: "Owner of the entries" }),
    secret: Flags.string({ hidden: true }),
  };

  async run() {
    const { argv, flags } = await this.parse(Add);
    this.log(JSON.stringify({ src: argv, ...flags }));
  }
}
