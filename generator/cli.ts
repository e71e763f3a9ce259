/** The command `climax-gen`: arguments, help and exit status. Everything else is loaded by the command that needs it. */
import { createRequire } from "node:module";
import { Command, CommanderError, Option } from "commander";
import { tolerateClosedPipe } from "./command-line/closed-pipe.ts";
import { addDiff, addExplain, addList, addSchema, addSearch, addValidate } from "./command-line/input-commands.ts";
import { openTerminal } from "./command-line/open-terminal.ts";
import { collect, toFilled, toVersion } from "./command-line/option-values.ts";
import { addInstall, addPackage } from "./command-line/project-commands.ts";
import type { GenerateFlags } from "./commands/generate.ts";

/** Exit statuses: 0 clean, 1 diagnostics or drift, 2 bad usage. */
const BAD_USAGE = 2;

/** As they come from the command line, where the folder may have been left out. */
type GivenFlags = Omit<GenerateFlags, "output"> & { readonly output?: string; readonly watch?: boolean };

const EXAMPLES = `
Examples:
  climax-gen configs/ -o out/          generate; then: node out/dist/server.mjs
  climax-gen configs/ -o out/ --check  fail when out/ is not what configs/ generate
  climax-gen validate configs/         diagnostics only

Exit status: 0 clean, 1 diagnostics or drift, 2 bad usage.`;

/** The commands and their options; it throws where commander would end the process. */
export function createProgram(): Command {
  const program = new Command("climax-gen")
    .description("Compile YAML descriptions of command-line programs into a typed MCP server.")
    .version(readVersion())
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText("after", EXAMPLES);
  for (const add of [addGenerate, addValidate, addList, addSearch, addExplain, addDiff, addPackage, addInstall, addSchema]) add(program);
  return program;
}

/** The main job, which is the command without a subcommand. */
function addGenerate(program: Command): void {
  program
    .argument("<inputs...>", "YAML files, or folders that are searched for *.yaml and *.yml")
    .option("-o, --output <dir>", "folder of the generated project (required)", toFilled)
    .option("--policy <file>", "what the server may do: a policy that is baked in; may be repeated, then all hold", collect)
    .option("--name <name>", "name of the server (default: the config's, or climax for several)")
    .option("--server-version <version>", "version that the server reports, and that packages of it have (default: 1.0.0)", toVersion)
    .addOption(new Option("--classic", "register every tool directly instead of climax_search and climax_call").conflicts("progressive"))
    .option("--progressive", "register climax_search and climax_call (default, except where all inputs are Directive definitions)")
    .addOption(
      new Option("--runtime <runtime>", "what generated code imports: files that the project carries, or the package @climax-gen/runtime")
        .choices(["carried", "package"])
        .default("carried"),
    )
    .option("--no-bundle", "write the sources only, no dist/")
    .option("--check", "write nothing; fail when the folder is not what the inputs generate")
    .option("--typecheck", "type-check the generated project, without an installed TypeScript; with or without --check")
    .option("--typecheck-with <glob>", "type-check these TypeScript files as well, which use the project; may be repeated", collect)
    .addOption(new Option("--watch", "generate again whenever an input changes, until Ctrl+C").conflicts(["check", "json"]))
    .option("--force", "overwrite files that were edited by hand or not generated")
    .option("--strict", "treat warnings as errors")
    .option("--json", "print the outcome as JSON on standard output")
    .action(async (inputs: string[], { output, ...flags }: GivenFlags) => {
      // Not a `requiredOption`: the subcommands would inherit that.
      if (output === undefined) return await refuseWithoutOutput(program, inputs);
      await refuseCommandWord(program, inputs, output);
      if (flags.watch) {
        const [{ runWatch }, { createTerminal }] = await Promise.all([import("./commands/watch.ts"), import("./commands/terminal.ts")]);
        process.exitCode = await runWatch(inputs, { output, ...flags }, createTerminal);
        return;
      }
      const { runGenerate } = await import("./commands/generate.ts");
      process.exitCode = await runGenerate(inputs, { output, ...flags }, await openTerminal());
    });
}

/** Without a folder to write, the first word may have been meant for a command. */
async function refuseWithoutOutput(program: Command, inputs: readonly string[]): Promise<never> {
  const { suggestCommand } = await import("./commands/meant-command.ts");
  return program.error(`error: required option '-o, --output <dir>' not specified${suggestCommand(inputs, listNames(program))}`);
}

/** Ends with an error if the first input is a word such as `generate` and there is no file of this name. */
async function refuseCommandWord(program: Command, inputs: readonly string[], output: string): Promise<void> {
  const { isThere } = await import("./host/inputs.ts");
  const [first = ""] = inputs;
  if (isThere(first)) return;
  const { isCommandWord, suggestCommand } = await import("./commands/meant-command.ts");
  if (!isCommandWord(first)) return;
  program.error(`error: "${first}" is neither a file nor a folder${suggestCommand(inputs, listNames(program), output)}`);
}

function listNames(program: Command): readonly string[] {
  return [...program.commands.map((command) => command.name()), ...program.options.map(({ long }) => long ?? ""), "--help"];
}

function readVersion(): string {
  const { version } = createRequire(import.meta.url)("climax-gen/package.json") as { version: string };
  return version;
}

/** Runs the command with the words of this process. */
export async function run(): Promise<void> {
  tolerateClosedPipe(process.stdout);
  tolerateClosedPipe(process.stderr);
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE;
  }
}
