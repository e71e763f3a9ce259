import sade from "sade";

const print = ({ _, ...values }) => console.log(JSON.stringify({ ...values, src: [values.src, ..._] }));

sade("demo")
  .version("1.2.3")
  .describe("Keep entries in a store")
  .command("add <src>", "Add entries to the store")
  .option("-o, --output", "Write the result to this file instead of the standard output, and create the directories that lead to it")
  .option("--format", "Output format: json, yaml or text", "text")
  .option("-t, --tag", "Attach a tag; replaces --label of version 1", "")
  .option("--no-color", "Do not color the output")
  .option("--id", "Number of the store")
  .option("--rate", "Share of the entries to sample", 0.5)
  .option("--json", "Print JSON")
  .option("--yaml", "Print YAML")
  .option("--plain", "")
  .option("--owner", "Owner of the entries", "")
  .action((src, values) => print({ ...values, src }))
  .command("remote set-url <name> <url>", "Change the address of a remote")
  .option("--push", "Change the address for pushes only")
  .action((name, url, { push }) => console.log(JSON.stringify({ name, url, push })))
  .parse(process.argv);
