/** The commands that do something with a generated project. */
import type { Command } from "commander";
import { Option } from "commander";
import type { InstallFlags } from "../commands/install.ts";
import type { PackageCommandFlags } from "../commands/package.ts";
import { clientIds, scopes } from "../install/clients.ts";
import { PACKAGE_FORMATS } from "../package/package-format.ts";
import { openTerminal } from "./open-terminal.ts";
import { toFilled, toServerName } from "./option-values.ts";

export function addPackage(program: Command): void {
  program
    .command("package")
    .description("make of a generated project what others install, start or find")
    .argument("<project>", "folder that climax-gen wrote, with its dist/", toFilled)
    .addOption(new Option("--format <format>", "what to make").choices(PACKAGE_FORMATS).makeOptionMandatory())
    .option("-o, --output <dir>", "folder to write (default: <project>-<format>)", toFilled)
    .option("--package-name <name>", "name in npm (default: made from the server's name)")
    .option("--package-version <version>", "semantic version (default: the server's)")
    .option("--license <license>", "license of the package (default: UNLICENSED)", toFilled)
    .option("--author <name>", "author, for mcpb (default: the server's name)", toFilled)
    .option("--image <image>", "reference of the image (default: name:version)")
    .option("--apt <packages>", "Debian packages to install in the image, separated by commas")
    .option("--allow-host <names>", "host names that clients reach the server by, separated by commas, for docker and k8s")
    .option("--registry-name <name>", "name in the MCP registry, such as io.github.me/my-tools")
    .option("--mcpb-url <url>", "where the bundle can be downloaded, for registry")
    .option("--force", "overwrite files that were edited by hand or not generated")
    .option("--json", "print the outcome as JSON on standard output")
    .action(async (project: string, flags: PackageCommandFlags) => {
      const { runPackage } = await import("../commands/package.ts");
      process.exitCode = runPackage(project, flags, await openTerminal());
    });
}

export function addInstall(program: Command): void {
  program
    .command("install")
    .description("register a generated server with an MCP client, or take it out again")
    .argument("<out>", "folder of the generated project", toFilled)
    .argument("[flags...]", "flags that the client starts the server with, after --")
    .addOption(new Option("--client <client>", "the client").choices(clientIds).makeOptionMandatory())
    .addOption(new Option("--scope <scope>", "for you everywhere, or for the current folder").choices(scopes).default("user"))
    .option("--name <name>", "name of the server there (default: its own)", toServerName)
    .option("--config <file>", "the client's file, where it is not the usual one", toFilled)
    .option("--dry-run", "show the change, write nothing")
    .option("--uninstall", "remove the server")
    .option("--force", "write over, or remove, a server of the same name that starts something else")
    .action(async (out: string, serverFlags: string[], flags: Omit<InstallFlags, "serverFlags">) => {
      const { runInstall } = await import("../commands/install.ts");
      process.exitCode = await runInstall(out, { ...flags, serverFlags }, await openTerminal());
    });
}
