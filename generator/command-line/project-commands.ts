/** Defines the commands that create a project, and that process a generated one. */
import type { Command } from "commander";
import { Argument, Option } from "commander";
import type { AddFlags } from "../commands/add.ts";
import type { CatalogFlags } from "../commands/catalog.ts";
import type { GuardFlags } from "../commands/guard.ts";
import type { InstallFlags } from "../commands/install.ts";
import type { PackageCommandFlags } from "../commands/package.ts";
import { clientIds, scopes } from "../install/clients.ts";
import { shellRules } from "../install/permissions/shell-rule.ts";
import { FORMATS_OF_OPTION, PACKAGE_FORMATS } from "../package/package-format.ts";
import { openTerminal } from "../terminal/open-terminal.ts";
import { DEFAULT_MAX_ARGS } from "../import/draft/max-args.ts";
import { describeFailure } from "./exit-status.ts";
import { rejectWithoutEffect } from "./option-effects.ts";
import { collect, parseNonEmpty, parseServerName } from "./option-values.ts";
import { FORCE, JSON_RESULT } from "./shared-options.ts";

/** The generated project of a command. */
const PROJECT = ["<project>", "directory of a generated project with its dist/", parseNonEmpty] as const;

/** Adds the command `init`. */
export function addInit(program: Command): void {
  const command = program
    .command("init")
    .description("create the files of a new project; overwrite nothing")
    .argument("[dir]", "directory of the project", parseNonEmpty, ".")
    .option("--program <program>", "add the config of this program instead of a sample: from the catalog, otherwise a draft", parseNonEmpty)
    .option("--draft", "with --program: draft the config even if the catalog has the program")
    .option("--no-sandbox", "with --program: run the program without bubblewrap")
    .action(async (folder: string, flags: { readonly program?: string; readonly draft?: boolean; readonly sandbox: boolean }) => {
      const { runInit } = await import("../commands/init.ts");
      process.exitCode = await runInit(folder, { maxArgs: DEFAULT_MAX_ARGS, ...flags }, await openTerminal());
    });
  rejectWithoutEffect(command, [
    { option: "sandbox", beside: "program" },
    { option: "draft", beside: "program" },
  ]);
  describeFailure(command, "a file cannot be written, or the program cannot be read");
}

/** Adds the command `add`. */
export function addAdd(program: Command): void {
  const command = program
    .command("add")
    .description("copy reviewed configs and policies from the catalog into a project; overwrite nothing")
    .argument("<program...>", "programs that `climax-gen catalog` prints")
    .option("--project <dir>", "directory of the project", parseNonEmpty, ".")
    .option("--diff", "print how the copies in the project differ from the catalog; write nothing")
    .action(async (programs: string[], flags: AddFlags) => {
      const { runAdd } = await import("../commands/add.ts");
      process.exitCode = await runAdd(programs, flags, await openTerminal());
    });
  describeFailure(command, "the catalog does not have a program, or a file cannot be written");
}

/** Adds the command `catalog`. */
export function addCatalog(program: Command): void {
  const command = program
    .command("catalog")
    .description("print the programs of the catalog, or the tools of one program")
    .argument("[program]", "a program of the catalog", parseNonEmpty)
    .option("--json", "print the programs as JSON on standard output")
    .action(async (name: string | undefined, flags: CatalogFlags) => {
      const { runCatalog } = await import("../commands/catalog.ts");
      process.exitCode = await runCatalog(name, flags, await openTerminal());
    });
  describeFailure(command, "the catalog does not have the program");
}

/** Adds the command `package`. */
export function addPackage(program: Command): void {
  const command = program
    .command("package")
    .description("package a generated project for distribution")
    .argument(...PROJECT)
    .addOption(new Option("--format <format>", "package format").choices(PACKAGE_FORMATS).makeOptionMandatory())
    .option("-o, --output <dir>", "output directory (default: <project>-<format>)", parseNonEmpty)
    .option("--package-name <name>", "for npm, mcpb and registry: name of the package (default: derived from the server's name)")
    .option("--package-version <version>", "semantic version (default: the server's)")
    .option(
      "--license <license>",
      "for npm, mcpb, registry, skill and claude-plugin: license of the package (default: UNLICENSED)",
      parseNonEmpty,
    )
    .option("--author <name>", "for mcpb, registry and claude-plugin: author of the bundle (default: the server's name)", parseNonEmpty)
    .option("--image <image>", "for docker, k8s and registry: image reference (default: name:version)")
    .option("--apt <packages>", "for docker: Debian packages to install in the image, separated by commas")
    .option("--allow-host <names>", "for docker and k8s: host names of the server, separated by commas")
    .option("--registry-name <name>", "for npm, docker and registry: name in the MCP registry, such as io.github.me/my-tools")
    .option("--mcpb-url <url>", "for registry: download URL of the bundle")
    .option("--declared <path>", "for guard: configs, whose disabled tools the guard names; can be given several times", collect)
    .option("--observe", "for guard: run command lines that are not those of a tool")
    .option("--audit-file <file>", "for guard: absolute path of the file that records calls", parseNonEmpty)
    .option(...FORCE)
    .option(...JSON_RESULT)
    .action(async (project: string, flags: PackageCommandFlags) => {
      const { runPackage } = await import("../commands/package.ts");
      process.exitCode = await runPackage(project, flags, await openTerminal());
    });
  const needs = Object.entries(FORMATS_OF_OPTION).map(([option, values]) => ({ option, beside: "format", values }));
  rejectWithoutEffect(command, needs);
  describeFailure(command, "nothing was written");
}

/** Adds the command `guard`. */
export function addGuard(program: Command): void {
  const command = program
    .command("guard")
    .description("check that a guard stands before its programs on PATH, and print what it does not cover")
    .addArgument(new Argument("<action>", "what to do").choices(["check"]))
    .argument("[dir]", "directory of the guard (default: guard)", parseNonEmpty)
    .option("--json", "print the result as JSON on standard output")
    .action(async (_action: string, folder: string | undefined, flags: GuardFlags) => {
      const { runGuardCheck } = await import("../commands/guard.ts");
      process.exitCode = runGuardCheck(folder ?? "guard", flags, await openTerminal());
    });
  describeFailure(command, "a program of the guard is not found first");
}

/** Adds the command `install`. */
export function addInstall(program: Command): void {
  const command = program
    .command("install")
    .description("register a generated server with an MCP client, or remove it")
    .argument(...PROJECT)
    .argument("[server-options...]", "options with which the client starts the server, after --")
    .addOption(new Option("--client <client>", "the client").choices(clientIds).makeOptionMandatory())
    .addOption(
      new Option("--scope <scope>", "register for the user, or for the current directory")
        .choices(scopes)
        .default("user")
        .conflicts("config"),
    )
    .option("--name <name>", "name of the server in the client (default: the server's name)", parseServerName)
    .option("--config <file>", "the client's configuration file (default: its standard location)", parseNonEmpty)
    .option("--trust", "let the client run the server's tools without asking, if its file has a setting for that")
    .addOption(
      new Option("--permissions", "write rules of the client: tools that only read run without asking, others ask").conflicts("trust"),
    )
    .addOption(
      new Option("--shell <rule>", "with --permissions: deny shell commands of the tools' programs, ask about them, or write no rule")
        .choices(shellRules)
        .default("deny"),
    )
    .option("--accept-hazards", "install a server with undecided warnings")
    .option("--dry-run", "print the change, write nothing")
    .option("--uninstall", "remove the server")
    .option("--force", "replace or remove a server of the same name that starts another program")
    .action(async (project: string, serverFlags: string[], flags: Omit<InstallFlags, "serverFlags">) => {
      const { runInstall } = await import("../commands/install.ts");
      process.exitCode = await runInstall(project, { ...flags, serverFlags }, await openTerminal());
    });
  rejectWithoutEffect(command, [{ option: "shell", beside: "permissions" }]);
  describeFailure(command, "the file could not be changed");
}
