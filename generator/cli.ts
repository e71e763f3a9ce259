/** The command `climax-gen`: arguments, help and exit status. Everything else is loaded by the command that needs it. */
import { createRequire } from "node:module";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { DiffFlags } from "./commands/diff.ts";
import type { ExplainFlags } from "./commands/explain.ts";
import type { GenerateFlags } from "./commands/generate.ts";
import type { InstallFlags } from "./commands/install.ts";
import type { ListFlags } from "./commands/list.ts";
import type { PackageCommandFlags } from "./commands/package.ts";
import type { SchemaKind } from "./commands/schema.ts";
import type { SearchFlags } from "./commands/search.ts";
import type { Terminal } from "./commands/terminal.ts";
import { PACKAGE_FORMATS } from "./package/package-format.ts";
import type { ValidateFlags } from "./commands/validate.ts";
import { clientIds, scopes } from "./install/clients.ts";
import { isServerName } from "./install/server-name.ts";
import type { ChangeClass } from "./review/rules.ts";
import { CHANGE_CLASSES } from "./review/rules.ts";

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
    .addOption(new Option("--watch", "generate again whenever an input changes, until Ctrl+C").conflicts(["check", "json"]))
    .option("--force", "overwrite files that were edited by hand or not generated")
    .option("--strict", "treat warnings as errors")
    .option("--json", "print the outcome as JSON on standard output")
    .action(async (inputs: string[], { output, ...flags }: GivenFlags) => {
      // Not a `requiredOption`: the subcommands would inherit that.
      if (output === undefined) return program.error("error: required option '-o, --output <dir>' not specified");
      if (flags.watch) {
        const [{ runWatch }, { createTerminal }] = await Promise.all([import("./commands/watch.ts"), import("./commands/terminal.ts")]);
        process.exitCode = await runWatch(inputs, { output, ...flags }, createTerminal);
        return;
      }
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

  program.addCommand(createSearchCommand());
  addPackageCommand(program);

  addExplain(program);
  program
    .command("diff")
    .description("show what changed between two versions, for users and for security")
    .argument("<old>", "a YAML file, a folder, git:<revision>:<path>, or a generated project")
    .argument("<new>", "the same for the other version")
    .option("--policy <file>", "a policy for both versions; a file, or git:<revision>:<path>")
    .option("--policy-old <file>", "the policy of the old version")
    .option("--policy-new <file>", "the policy of the new version")
    .addOption(
      new Option("--format <format>", "how to print the changes")
        .choices(["terminal", "markdown", "json", "sarif", "github"])
        .default("terminal"),
    )
    .option("--json", "the same as --format json")
    .option("--fail-on <classes>", "exit with 1 on changes of these classes, such as breaking,widening", readClasses, [])
    .action(async (old: string, now: string, flags: DiffFlags) => {
      const { runDiff } = await import("./commands/diff.ts");
      process.exitCode = await runDiff([old, now], flags, await openTerminal());
    });

  program
    .command("schema")
    .description("print the JSON Schema of a format, for editors")
    .addOption(
      new Option("--kind <kind>", "of configs, of Directive definitions, of policies, or of what diff --json prints")
        .choices(["cli", "directive", "policy", "diff"])
        .default("cli"),
    )
    .action(async ({ kind }: { readonly kind: SchemaKind }) => {
      const { runSchema } = await import("./commands/schema.ts");
      process.exitCode = runSchema(kind, await openTerminal());
    });

  addInstall(program);

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
      process.exitCode = await runSearch({ inputs, ...(query !== undefined && { query }) }, flags, await openTerminal());
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

function readClasses(list: string): readonly ChangeClass[] {
  return list.split(",").map((word) => {
    const found = CHANGE_CLASSES.find((one) => one === word.trim());
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${CHANGE_CLASSES.join(", ")}.`);
    return found;
  });
}

function addInstall(program: Command): void {
  program
    .command("install")
    .description("register a generated server with an MCP client, or take it out again")
    .argument("<out>", "folder of the generated project")
    .argument("[flags...]", "flags that the client starts the server with, after --")
    .addOption(new Option("--client <client>", "the client").choices(clientIds).makeOptionMandatory())
    .addOption(new Option("--scope <scope>", "for you everywhere, or for the current folder").choices(scopes).default("user"))
    .option("--name <name>", "name of the server there (default: its own)", readServerName)
    .option("--config <file>", "the client's file, where it is not the usual one")
    .option("--dry-run", "show the change, write nothing")
    .option("--uninstall", "remove the server")
    .option("--force", "write over, or remove, a server of the same name that starts something else")
    .action(async (out: string, serverFlags: string[], flags: Omit<InstallFlags, "serverFlags">) => {
      const { runInstall } = await import("./commands/install.ts");
      process.exitCode = runInstall(out, { ...flags, serverFlags }, await openTerminal());
    });
}

function readServerName(name: string): string {
  if (isServerName(name)) return name;
  throw new InvalidArgumentError("Clients take letters, digits, - and _, at most 40.");
}

function addPackageCommand(program: Command): void {
  program
    .command("package")
    .description("make of a generated project what others install, start or find")
    .argument("<project>", "folder that climax-gen wrote, with its dist/")
    .addOption(new Option("--format <format>", "what to make").choices(PACKAGE_FORMATS).makeOptionMandatory())
    .option("-o, --output <dir>", "folder to write (default: <project>-<format>)")
    .option("--package-name <name>", "name in npm (default: made from the server's name)")
    .option("--package-version <version>", "semantic version (default: the server's)")
    .option("--license <license>", "license of the package (default: UNLICENSED)")
    .option("--author <name>", "author, for mcpb (default: the server's name)")
    .option("--image <image>", "reference of the image (default: name:version)")
    .option("--apt <packages>", "Debian packages to install in the image, separated by commas")
    .option("--allow-host <names>", "host names that clients reach the server by, separated by commas, for docker and k8s")
    .option("--registry-name <name>", "name in the MCP registry, such as io.github.me/my-tools")
    .option("--mcpb-url <url>", "where the bundle can be downloaded, for registry")
    .option("--force", "overwrite files that were edited by hand or not generated")
    .option("--json", "print the outcome as JSON on standard output")
    .action(async (project: string, flags: PackageCommandFlags) => {
      const { runPackage } = await import("./commands/package.ts");
      process.exitCode = runPackage(project, flags, await openTerminal());
    });
}

function addExplain(program: Command): void {
  program
    .command("explain")
    .description("show what a call of a tool would run, and which line of the YAML each word comes from; run nothing")
    .usage('[options] <inputs...> TOOL [\'{"argument": "value"}\']')
    .argument("<words...>", "YAML files or folders, the tool's name, and its arguments as JSON (default: none)")
    .option("--policy <file>", "a policy for them")
    .option("--json", "print the explanation as JSON on standard output")
    .action(async (words: string[], flags: ExplainFlags) => {
      const { readCallRequest, runExplain } = await import("./commands/explain.ts");
      const request = readCallRequest(words);
      if (request.kind === "refused") return program.error(`error: ${request.problem}`);
      process.exitCode = await runExplain(request, flags, await openTerminal());
    });
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
