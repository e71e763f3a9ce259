/** The command `climax-gen`: arguments, help and exit status. Everything else is loaded by the command that needs it. */
import { createRequire } from "node:module";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { GenerateFlags } from "./commands/generate.ts";
import type { ListFlags } from "./commands/list.ts";
import type { SchemaKind } from "./commands/schema.ts";
import type { SearchFlags } from "./commands/search.ts";
import { createTerminal } from "./commands/terminal.ts";
import type { ValidateFlags } from "./commands/validate.ts";

/** Exit statuses: 0 clean, 1 diagnostics or drift, 2 bad usage. */
const BAD_USAGE = 2;

/** As they come from the command line, where the folder may have been left out. */
type GivenFlags = Omit<GenerateFlags, "output"> & { readonly output?: string };

const EXAMPLES = `
Examples:
  climax-gen configs/ -o out/          generate; then: node out/dist/server.mjs
  climax-gen configs/ -o out/ --check  fail when out/ is not what configs/ generate
  climax-gen validate configs/         diagnostics only

Exit status: 0 clean, 1 diagnostics or drift, 2 bad usage.`;

function createProgram(): Command {
  const program = new Command("climax-gen")
    .description("Compile YAML descriptions of command-line programs into a typed MCP server.")
    .version(readVersion())
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText("after", EXAMPLES);

  program
    .argument("<inputs...>", "YAML files, or folders that are searched for *.yaml and *.yml")
    .option("-o, --output <dir>", "folder of the generated project (required)")
    .option("--policy <file>", "what the server may do: a policy that is baked in")
    .option("--name <name>", "name of the server (default: the config's, or climax for several)")
    .addOption(new Option("--classic", "register every tool directly instead of climax_search and climax_call").conflicts("progressive"))
    .option("--progressive", "register climax_search and climax_call (default, except where all inputs are Directive definitions)")
    .option("--no-bundle", "write the sources only, no dist/")
    .option("--check", "write nothing; fail when the folder is not what the inputs generate")
    .option("--force", "overwrite files that were edited by hand or not generated")
    .option("--strict", "treat warnings as errors")
    .option("--json", "print the outcome as JSON on standard output")
    .action(async (inputs: string[], { output, ...flags }: GivenFlags) => {
      // Not a `requiredOption`: the subcommands would inherit that.
      if (output === undefined) return program.error("error: required option '-o, --output <dir>' not specified");
      const { runGenerate } = await import("./commands/generate.ts");
      process.exitCode = await runGenerate(inputs, { output, ...flags }, createTerminal());
    });

  program
    .command("validate")
    .description("check the inputs, and whether their programs are on PATH; write nothing")
    .argument("<inputs...>", "YAML files or folders")
    .option("--policy <file>", "a policy for them")
    .option("--strict", "treat warnings as errors")
    .option("--json", "print the diagnostics as JSON on standard output")
    .action(async (inputs: string[], flags: ValidateFlags) => {
      const { runValidate } = await import("./commands/validate.ts");
      process.exitCode = await runValidate(inputs, flags, createTerminal());
    });

  program
    .command("list")
    .description("show the tools as a table")
    .argument("<inputs...>", "YAML files or folders")
    .option("--policy <file>", "a policy for them")
    .option("--json", "print the tools as JSON on standard output")
    .action(async (inputs: string[], flags: ListFlags) => {
      const { runList } = await import("./commands/list.ts");
      process.exitCode = await runList(inputs, flags, createTerminal());
    });

  program.addCommand(createSearchCommand());

  program
    .command("schema")
    .description("print the JSON Schema of a format, for editors")
    .addArgument(
      new Argument("[kind]", "of configs, of Directive definitions or of policies").choices(["cli", "directive", "policy"]).default("cli"),
    )
    .action(async (kind: SchemaKind) => {
      const { runSchema } = await import("./commands/schema.ts");
      process.exitCode = runSchema(kind, createTerminal());
    });

  return program;
}

function createSearchCommand(): Command {
  return new Command("search")
    .description("show what climax_search of the server would find, and why; or check a list of queries")
    .usage("[options] <inputs...> <query>\n       climax-gen search [options] <inputs...> --golden <file>")
    .argument("<inputs...>", "YAML files or folders, then the query")
    .option("--limit <n>", "most results (default: 10); with --golden the place up to which a tool counts as found (default: 5)", toCount)
    .option("--cli <name>", "only tools of this CLI")
    .option("--category <name>", "only tools of this category")
    .option("--explain", "show what each score is made of")
    .option("--golden <file>", "run the queries of this file, and say which of them do not find their tool")
    .option("--min-recall <part>", "with --golden: fail when less than this part of the queries finds its tool (default: 1)", toPart)
    .option("--policy <file>", "a policy for the inputs")
    .option("--json", "print the outcome as JSON on standard output")
    .exitOverride()
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const query = flags.golden === undefined ? words.at(-1) : undefined;
      const inputs = query === undefined ? words : words.slice(0, -1);
      if (inputs.length === 0) return command.error("error: a query is missing behind the inputs, or --golden with a file of queries");
      const { runSearch } = await import("./commands/search.ts");
      process.exitCode = await runSearch({ inputs, ...(query !== undefined && { query }) }, flags, createTerminal());
    });
}

function toCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count === 0) throw new InvalidArgumentError("Write a whole number from 1 up.");
  return count;
}

function toPart(text: string): number {
  const part = Number(text);
  if (!/^[\d.]+$/.test(text) || !(part <= 1)) throw new InvalidArgumentError("Write a number from 0 to 1.");
  return part;
}

function readVersion(): string {
  const { version } = createRequire(import.meta.url)("climax-gen/package.json") as { version: string };
  return version;
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE;
}
