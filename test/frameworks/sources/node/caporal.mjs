import caporal from "@caporal/core";

const { program } = caporal;
const print = (values) => console.log(JSON.stringify(values));

program
  .bin("demo")
  .name("demo")
  .version("1.2.3")
  .description("Keep entries in a store")
  .command("add", "Add entries to the store")
  .argument("<src...>", "Files to add")
  .option("-o, --output <FILE>", "Write the result to this file instead of the standard output, and create the directories that lead to it")
  .option("--format <FORMAT>", "Output format", { validator: ["json", "yaml", "text"], default: "text" })
  .option("-t, --tag <TAG>", "Attach a tag; replaces --label of version 1", { validator: program.ARRAY })
  .option("--id <INT>", "Number of the store", { validator: program.NUMBER, required: true })
  .option("--rate <NUMBER>", "Share of the entries to sample", { validator: program.NUMBER, default: 0.5 })
  .option("--json", "Print JSON")
  .option("--yaml", "Print YAML")
  .option("--owner <NAME>", "Owner of the entries")
  .action(({ args, options }) => print({ src: args.src, ...options, color: true }))
  .command("remote set-url", "Change the address of a remote")
  .argument("<name>", "Name of the remote")
  .argument("<url>", "New address")
  .option("--push", "Change the address for pushes only")
  .action(({ args, options }) => print({ ...args, ...options }));
await program.run();
