import { Builtins, Cli, Command, Option } from "clipanion";
import t from "typanion";

class Add extends Command {
  static paths = [["add"]];
  static usage = Command.Usage({ description: "Add entries to the store" });
  src = Option.Rest({ name: "src", required: 1 });
  output = Option.String("-o,--output", {
    description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
  });
  format = Option.String("--format", "text", { validator: t.isEnum(["json", "yaml", "text"]), description: "Output format" });
  tag = Option.Array("-t,--tag", { description: "Attach a tag; replaces --label of version 1" });
  color = Option.Boolean("--color", true, { description: "Color the output" });
  id = Option.String("--id", { required: true, validator: t.isNumber(), description: "Number of the store" });
  rate = Option.String("--rate", "0.5", { validator: t.isNumber(), description: "Share of the entries to sample" });
  json = Option.Boolean("--json", { description: "Print JSON" });
  yaml = Option.Boolean("--yaml", { description: "Print YAML" });
  plain = Option.Boolean("--plain", { description: "" });
  verbose = Option.Counter("-v,--verbose", { description: "Print more" });
  owner = Option.String("--owner", { env: "DEMO_OWNER", description: "Owner of the entries" });

  async execute() {
    const { src, output, format, tag, color, id, rate, json, yaml, plain, verbose, owner } = this;
    console.log(JSON.stringify({ src, output, format, tag, color, id, rate, json, yaml, plain, verbose, owner }));
  }
}

class SetUrl extends Command {
  static paths = [["remote", "set-url"]];
  static usage = Command.Usage({ description: "Change the address of a remote" });
  name = Option.String();
  url = Option.String();
  push = Option.Boolean("--push", { description: "Change the address for pushes only" });

  async execute() {
    console.log(JSON.stringify({ name: this.name, url: this.url, push: this.push }));
  }
}

const program = new Cli({ binaryName: "demo", binaryLabel: "Keep entries in a store", binaryVersion: "1.2.3" });
for (const command of [Add, SetUrl, Builtins.HelpCommand, Builtins.VersionCommand]) program.register(command);
await program.runExit(process.argv.slice(2));
