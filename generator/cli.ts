/** Implements the command `climax-gen`: arguments, help and exit status. Each command loads its own modules. */
import { Command, CommanderError, Option } from "commander";
import { ignoreBrokenPipe } from "./terminal/broken-pipe.ts";
import { addDiff, addExplain, addList, addPage, addPolicy, addSchema, addSearch, addValidate } from "./command-line/input-commands.ts";
import { loadTerminal, openTerminal } from "./terminal/open-terminal.ts";
import { describeFailure } from "./command-line/exit-status.ts";
import { collect, parseNonEmpty, parseWhole, parseVersion } from "./command-line/option-values.ts";
import { FORCE, INPUTS, JSON_RESULT, NAME, SPLIT_CALLS, STRICT } from "./command-line/shared-options.ts";
import { addAdd, addCatalog, addGuard, addInit, addInstall, addPackage } from "./command-line/project-commands.ts";
import { addCall, addServe, isServerOption } from "./command-line/run-commands.ts";
import { formatUsageError } from "./command-line/usage-error.ts";
import { addImport, addTry, addVerify } from "./command-line/program-commands.ts";
import type { GenerateFlags } from "./generation/generate-flags.ts";
import { isThere } from "./host/file-system.ts";
import { readVersion } from "./host/version.ts";
import { BAD_USAGE } from "./terminal/usage-problem.ts";
import { quote } from "./text/wording.ts";

/** The flags of generation, before the check that `output` is given. */
type GivenFlags = Omit<GenerateFlags, "output"> & { readonly output?: string; readonly watch?: boolean };

const EXAMPLES = `
Examples:
  climax-gen configs/ -o out/          generate; then: node out/dist/server.mjs
  climax-gen configs/ -o out/ --check  fail if out/ is out of date
  climax-gen validate configs/         diagnostics only
  climax-gen list --help               help of a command`;

/** Creates the commands with their options. Throws where commander would exit the process. */
export function createProgram(): Command {
  const program = new Command("climax-gen")
    .description("Compile YAML descriptions of command-line programs into a typed MCP server.")
    .version(readVersion())
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr })
    .usage("[options] <inputs...> -o <dir>\n       climax-gen <command> [options] …")
    // Names only: the help of a command has its arguments.
    .configureHelp({ showGlobalOptions: false, subcommandTerm: (command) => command.name() })
    .addHelpText("after", EXAMPLES);
  describeFailure(program, "errors, with --strict warnings, or with --check differences");
  for (const add of [
    addGenerate,
    addInit,
    addCatalog,
    addAdd,
    addImport,
    addVerify,
    addTry,
    addValidate,
    addList,
    addSearch,
    addExplain,
    addCall,
    addServe,
    addDiff,
    addPolicy,
    addPage,
    addPackage,
    addInstall,
    addGuard,
    addSchema,
  ])
    add(program);
  for (const command of [program, ...program.commands]) adviseUsage(command);
  return program;
}

/** Prints the usage errors of a command with a help line. */
function adviseUsage(command: Command): void {
  const name = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
  command.configureOutput({
    outputError: (message, write) => write(formatUsageError(message, { command: name, isThere, isServerOption })),
  });
}

/** Adds generation, which is the command without a subcommand. */
function addGenerate(program: Command): void {
  program
    .argument(...INPUTS)
    .option("-o, --output <dir>", "output directory of the project (required)", parseNonEmpty)
    .option("--policy <file>", "embed a policy in the server; can be repeated, then all apply", collect)
    .option(...NAME)
    .option("--server-version <version>", "version of the server and its packages (default: 1.0.0)", parseVersion)
    .addOption(new Option("--classic", "register every tool directly instead of climax_search and climax_call").conflicts("progressive"))
    .option("--progressive", "register climax_search and climax_call (default, unless all inputs are Directive definitions)")
    .addOption(
      new Option("--discovery <mode>", "auto: register every tool directly if their list has at most 1500 tokens")
        .choices(["progressive", "classic", "auto"])
        .conflicts(["classic", "progressive"]),
    )
    .addOption(new Option(...SPLIT_CALLS).conflicts("classic"))
    .addOption(
      new Option("--search-schemas <n>", "full schemas for the first N results of a search (default: all)")
        .argParser(parseWhole)
        .conflicts("classic"),
    )
    .addOption(
      new Option("--search-bytes <n>", "maximum size in bytes of the reply to a search (default: 6144)")
        .argParser(parseWhole)
        .conflicts("classic"),
    )
    .addOption(
      new Option("--runtime <runtime>", "source of the runtime: files in the project, or the package @climax-gen/runtime")
        .choices(["carried", "package"])
        .default("carried"),
    )
    .option("--no-bundle", "write the sources only, no dist/")
    .addOption(new Option("--check", "write nothing; fail if the output is out of date").conflicts("force"))
    .option("--typecheck", "type-check the generated project, without an installed TypeScript; with or without --check")
    .option("--typecheck-with <glob>", "also type-check these TypeScript files, which use the project; can be repeated", collect)
    .addOption(new Option("--watch", "generate again after each change of an input, until Ctrl+C").conflicts(["check", "json", "sarif"]))
    .option(...FORCE)
    .option(...STRICT)
    .option(...JSON_RESULT)
    .addOption(new Option("--sarif", "print the diagnostics as SARIF on standard output").conflicts("json"))
    .action(async (inputs: string[], { output, ...flags }: GivenFlags) => {
      // Not a `requiredOption`, because subcommands would inherit it.
      if (output === undefined) return await refuseWithoutOutput(program, inputs);
      await refuseCommandWord(program, inputs, output);
      const { runGenerate, runWatch } = await import("./commands/generate.ts");
      process.exitCode = flags.watch
        ? await runWatch(inputs, { output, ...flags }, await loadTerminal())
        : await runGenerate(inputs, { output, ...flags }, await openTerminal());
    });
}

/** Reports a missing output directory. The first argument can be a misspelled command. */
async function refuseWithoutOutput(program: Command, inputs: readonly string[]): Promise<never> {
  const [first = ""] = inputs;
  const { isGeneratedProject } = await import("./host/project.ts");
  if (isGeneratedProject(first)) {
    const { adviseGenerated } = await import("./command-line/suggest-command.ts");
    return program.error(`error: ${quote(first)} is a generated project, not an input\nhelp: ${adviseGenerated(first)}`);
  }
  const { suggestCommand } = await import("./command-line/suggest-command.ts");
  const help = suggestCommand(inputs, listNames(program)) ?? "add the directory of the project, for example -o out/";
  return program.error(`error: required option '-o, --output <dir>' not specified\nhelp: ${help}`);
}

/** Exits with an error if the first input is a word such as `generate` and no file has this name. */
async function refuseCommandWord(program: Command, inputs: readonly string[], output: string): Promise<void> {
  const [first = ""] = inputs;
  if (isThere(first)) return;
  const { isCommandWord, suggestCommand } = await import("./command-line/suggest-command.ts");
  if (!isCommandWord(first)) return;
  const help = suggestCommand(inputs, listNames(program), output);
  program.error(`error: ${quote(first)} is neither a file nor a directory${help === undefined ? "" : `\nhelp: ${help}`}`);
}

function listNames(program: Command): readonly string[] {
  return [...program.commands.map((command) => command.name()), ...program.options.map(({ long }) => long ?? ""), "--help"];
}

/**
 * Writes a message to standard error. Opens the stream only now, because a stream for a pipe or a terminal loads Node's network modules.
 */
function writeErr(text: string): void {
  ignoreBrokenPipe(process.stderr);
  process.stderr.write(text);
}

/** Reports whether an exception was thrown because the working directory does not exist. */
function hasNoDirectory(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

/** Runs the command with the arguments of this process. */
export async function run(): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  try {
    await createProgram().parseAsync();
    // `serve` sets no exit status while it serves.
    if (process.exitCode !== undefined) exitIfWritten();
  } catch (error) {
    if (hasNoDirectory(error)) {
      writeErr("error: the working directory has been deleted\nhelp: change to another directory, and run the command again\n");
      process.exitCode = 1;
      return;
    }
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE;
  }
}

/**
 * Exits with the status that the command has set, if all output is written. Otherwise, Node.js exits after writing it. Without this call,
 * Node.js would first wait for V8 to finish optimizing code, which takes a fifteenth of a short run.
 */
function exitIfWritten(): void {
  if ([process.stdout, process.stderr].every(isWritten)) process.exit();
}

/** Reports whether all output of a stream is written. False after an error, because its event can change the exit status. */
function isWritten({ writableLength, errored }: NodeJS.WriteStream): boolean {
  return writableLength === 0 && errored === null;
}
