/** The command `climax-gen`: arguments, help and exit status. Everything else is loaded by the command that needs it. */
import { createRequire } from "node:module";
import { Argument, Command, CommanderError, Option } from "commander";
import type { GenerateFlags } from "./commands/generate.ts";
import type { ListFlags } from "./commands/list.ts";
import type { SchemaKind } from "./commands/schema.ts";
import type { Terminal } from "./commands/terminal.ts";
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
      process.exitCode = await runGenerate(inputs, { output, ...flags }, await openTerminal());
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
      process.exitCode = await runValidate(inputs, flags, await openTerminal());
    });

  program
    .command("list")
    .description("show the tools as a table")
    .argument("<inputs...>", "YAML files or folders")
    .option("--policy <file>", "a policy for them")
    .option("--json", "print the tools as JSON on standard output")
    .action(async (inputs: string[], flags: ListFlags) => {
      const { runList } = await import("./commands/list.ts");
      process.exitCode = await runList(inputs, flags, await openTerminal());
    });

  program
    .command("schema")
    .description("print the JSON Schema of a format, for editors")
    .addArgument(
      new Argument("[kind]", "of configs, of Directive definitions or of policies").choices(["cli", "directive", "policy"]).default("cli"),
    )
    .action(async (kind: SchemaKind) => {
      const { runSchema } = await import("./commands/schema.ts");
      process.exitCode = runSchema(kind, await openTerminal());
    });

  return program;
}

function readVersion(): string {
  const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
  return version;
}

/** Loaded by the commands only: to ask whether a stream is a terminal takes Node.js as long as all of `--help`. */
async function openTerminal(): Promise<Terminal> {
  const { createTerminal } = await import("./commands/terminal.ts");
  return createTerminal();
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE;
}
