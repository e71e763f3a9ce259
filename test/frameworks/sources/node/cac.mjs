import { cac } from "cac";

const print = ({ "--": _, ...values }) => console.log(JSON.stringify(values));
const program = cac("demo");

program
  .command("add <...src>", "Add entries to the store")
  .option("-o, --output <FILE>", "Write the result to this file instead of the standard output, and create the directories that lead to it")
  .option("--format <FORMAT>", "Output format", { default: "text" })
  .option("-t, --tag <TAG>", "Attach a tag; replaces --label of version 1", { type: [] })
  .option("--no-color", "Do not color the output")
  .option("--sign [KEY]", "Sign the entries")
  .option("--id <INT>", "Number of the store")
  .option("--rate <NUMBER>", "Share of the entries to sample", { default: 0.5 })
  .option("--json", "Print JSON")
  .option("--yaml", "Print YAML")
  .option("--plain", "")
  .option("--owner <NAME>", "Owner of the entries")
  .action((src, values) => print({ src, ...values, ...(values.sign === true && { sign: "auto" }) }));
program
  .command("remote-set-url <name> <url>", "Change the address of a remote")
  .option("--push", "Change the address for pushes only")
  .action((name, url, values) => print({ name, url, ...values }));
program.help();
program.version("1.2.3");
program.parse();
