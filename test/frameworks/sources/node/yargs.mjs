import yargs from "yargs";
import { hideBin } from "yargs/helpers";

const print = ({ _, $0, ...values }) => console.log(JSON.stringify(values));
const output = "Write the result to this file instead of the standard output, and create the directories that lead to it";

await yargs(hideBin(process.argv))
  .scriptName("demo")
  .usage("$0 <command>\n\nKeep entries in a store")
  .command(
    "add <src..>",
    "Add entries to the store",
    (command) =>
      command
        .positional("src", { type: "string", describe: "Files to add" })
        .options({
          output: { alias: "o", type: "string", describe: output },
          format: { choices: ["json", "yaml", "text"], default: "text", describe: "Output format" },
          tag: { alias: "t", type: "array", string: true, nargs: 1, describe: "Attach a tag; replaces --label of version 1" },
          color: { type: "boolean", default: true, describe: "Color the output" },
          id: { type: "number", demandOption: true, describe: "Number of the store" },
          rate: { type: "number", default: 0.5, describe: "Share of the entries to sample" },
          json: { type: "boolean", conflicts: "yaml", describe: "Print JSON" },
          yaml: { type: "boolean", describe: "Print YAML" },
          plain: { type: "boolean" },
          verbose: { alias: "v", type: "count", describe: "Print more" },
          owner: { type: "string", describe: "Owner of the entries" },
          secret: { type: "string", hidden: true },
        })
        .env("DEMO"),
    print,
  )
  .command("remote", "Manage remotes", (group) =>
    group
      .command(
        "set-url <name> <url>",
        "Change the address of a remote",
        (command) =>
          command
            .positional("name", { describe: "Name of the remote" })
            .positional("url", { describe: "New address" })
            .option("push", { type: "boolean", describe: "Change the address for pushes only" }),
        print,
      )
      .demandCommand(1),
  )
  .version("1.2.3")
  .demandCommand(1)
  .strict()
  .parseAsync();
