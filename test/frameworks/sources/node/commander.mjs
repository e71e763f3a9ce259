import { Command, Option } from "commander";

const collect = (value, all) => [...all, value];
const program = new Command("demo").description("Keep entries in a store").version("1.2.3");
program
  .command("add")
  .description("Add entries to the store")
  .argument("<src...>", "Files to add")
  .option("-o, --output <FILE>", "Write the result to this file instead of the standard output, and create the directories that lead to it")
  .addOption(new Option("--format <FORMAT>", "Output format").choices(["json", "yaml", "text"]).default("text"))
  .option("-t, --tag <TAG>", "Attach a tag; replaces --label of version 1", collect, [])
  .option("--color", "Color the output", true)
  .option("--no-color", "Do not color the output")
  .addOption(new Option("--sign [KEY]", "Sign the entries").preset("auto"))
  .requiredOption("--id <INT>", "Number of the store")
  .option("--rate <NUMBER>", "Share of the entries to sample", Number, 0.5)
  .addOption(new Option("--json", "Print JSON").conflicts("yaml"))
  .addOption(new Option("--yaml", "Print YAML").conflicts("json"))
  .option("--plain")
  .option("-v, --verbose", "Print more", (_, count) => count + 1, 0)
  .addOption(new Option("--owner <NAME>", "Owner of the entries").env("DEMO_OWNER"))
  .addOption(new Option("--secret <TEXT>").hideHelp())
  .action((src, values) => console.log(JSON.stringify({ src, ...values })));
program
  .command("remote")
  .description("Manage remotes")
  .command("set-url")
  .description("Change the address of a remote")
  .argument("<name>", "Name of the remote")
  .argument("<url>", "New address")
  .option("--push", "Change the address for pushes only")
  .action((name, url, values) => console.log(JSON.stringify({ name, url, ...values })));
program.parse();
