/** Installs the packages of a host into its own directory. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "./host.ts";
import { runProgram } from "./processes.ts";

/** Time limit of an installation, in seconds. */
const LIMIT = 900;

/** Installs the packages, unless they are installed. Returns the reason if that is not possible. */
export async function installHost({ registry, packages }: Host, directory: string): Promise<string | undefined> {
  const record = join(directory, "packages.json");
  const wanted = JSON.stringify(packages);
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return undefined;
  mkdirSync(directory, { recursive: true });
  const commands = registry === "npm" ? npmCommands(packages) : pythonCommands(directory, packages);
  if (registry === "npm") writeFileSync(join(directory, "package.json"), '{ "private": true }\n');
  for (const command of commands) {
    const { status, stderr } = await runProgram({ command, cwd: directory, env: toEnvironment(), seconds: LIMIT });
    if (status !== 0) return describeFailure(stderr);
  }
  writeFileSync(record, wanted);
  return undefined;
}

/** Returns the line of npm or pip that names the fault, without addresses. */
function describeFailure(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replaceAll(/https?:\/\/\S+/g, "").trim());
  const found = lines.find((line) => /No matching|40[0-9]|E[A-Z]{5,}/.test(line) && !line.startsWith("npm error code"));
  return (found ?? lines.find((line) => line !== "") ?? "the installation failed").replaceAll("|", "/");
}

function npmCommands(packages: readonly string[]): readonly (readonly string[])[] {
  return [["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ...packages]];
}

function pythonCommands(directory: string, packages: readonly string[]): readonly (readonly string[])[] {
  const pip = [join(directory, "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check"];
  return [
    ["python3", "-m", "venv", "venv"],
    [...pip, ...packages],
  ];
}

function toEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
