/** Clients that are commands: the MCP inspector and mcporter. Each request is a process. */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../e2e/project.ts";
import type { CallResult, Connection, MatrixClient, Scenario, Target, Way } from "./client.ts";
import { packageVersion } from "./typescript-clients.ts";

const INSPECTOR = join(ROOT, "node_modules/@modelcontextprotocol/inspector-cli/build/cli.js");
const MCPORTER = join(ROOT, ".bench/peers/mcporter/node_modules/mcporter");

const MCPORTER_VERSION = "0.9.0";

/** Returns what no command of this kind can do: it makes one request and ends. */
function findCommandLimit(scenario: Scenario, { transport }: Way): string | undefined {
  if (scenario === "confirm") return "the command cannot show prompts";
  if (scenario === "progress") return "the command does not request progress";
  if (scenario === "read on" && transport === "stdio") return "each command starts its own server, which has no output of another one";
  return undefined;
}

/** Runs a command to its end and parses what it prints. It is cancelled by SIGINT, as Ctrl-C does. */
async function runJson(args: readonly string[], signal?: AbortSignal): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "climax-command-"));
  // A file: mcporter exits before it has written all of a long result to a pipe.
  const file = join(folder, "stdout");
  const stdout = openSync(file, "w");
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", stdout, "pipe"] });
  closeSync(stdout);
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  signal?.addEventListener("abort", () => child.kill("SIGINT"));
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await new Promise((resolve) => child.once("close", resolve)).finally(() => clearTimeout(timer));
  const printed = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true, force: true });
  if (signal?.aborted === true) throw new Error("cancelled");
  try {
    return JSON.parse(printed);
  } catch {
    throw new Error(`printed no JSON: ${printed}${stderr}`);
  }
}

function toNames(listed: unknown): readonly string[] {
  return (listed as { readonly tools: readonly { readonly name: string }[] }).tools.map(({ name }) => name);
}

function connectInspector(target: Target): Promise<Connection> {
  const server = target.transport === "HTTP" ? toUrlWords(target) : toCommandWords(target);
  const inspect = (args: readonly string[], signal?: AbortSignal) => runJson([INSPECTOR, ...server, ...args], signal);
  return Promise.resolve({
    list: async () => toNames(await inspect(["--method", "tools/list"])),
    async call(name, args, { signal } = {}) {
      const words = Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${toWord(value)}`]);
      return (await inspect(["--method", "tools/call", "--tool-name", name, ...words], signal)) as CallResult;
    },
    close: () => Promise.resolve(),
  });
}

function toUrlWords({ url, token }: Extract<Target, { transport: "HTTP" }>): readonly string[] {
  return ["--cli", url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
}

function toCommandWords({ command, args, env }: Extract<Target, { transport: "stdio" }>): readonly string[] {
  return [...Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]), "--cli", command, ...args];
}

function toWord(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function connectMcporter(target: Target): Promise<Connection> {
  const folder = mkdtempSync(join(tmpdir(), "climax-mcporter-"));
  const config = join(folder, "mcporter.json");
  const server =
    target.transport === "HTTP"
      ? { baseUrl: target.url, headers: { Authorization: `Bearer ${target.token}` } }
      : { command: target.command, args: target.args, env: target.env };
  writeFileSync(config, JSON.stringify({ mcpServers: { server } }));
  const mcporter = (args: readonly string[], signal?: AbortSignal) =>
    runJson([join(MCPORTER, "dist/cli.js"), "--config", config, ...args], signal);
  return Promise.resolve({
    list: async () => toNames(await mcporter(["list", "server", "--json"])),
    async call(name, args, { signal } = {}) {
      return toCallResult(await mcporter(["call", `server.${name}`, "--args", JSON.stringify(args), "--output", "json"], signal));
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  });
}

/** mcporter prints the data of a result: its structured content, or the value of a text that is JSON. Other results it prints whole. */
function toCallResult(printed: unknown): CallResult {
  const isWhole = typeof printed === "object" && printed !== null && "content" in printed;
  if (isWhole) return printed as CallResult;
  return { content: [{ type: "text", text: JSON.stringify(printed) }], structuredContent: printed, isDataOnly: true };
}

/** Another version counts as missing: the page names this one. */
function findMcporter(): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(MCPORTER, "package.json"), "utf8")) as { version: string };
    return version === MCPORTER_VERSION ? version : undefined;
  } catch {
    // Not installed.
    return undefined;
  }
}

export const COMMAND_CLIENTS: readonly MatrixClient[] = [
  {
    name: "MCP inspector (`--cli`)",
    installation: "npm ci",
    findVersion: () => packageVersion("@modelcontextprotocol/inspector-cli"),
    findLimit: findCommandLimit,
    connect: connectInspector,
  },
  {
    name: "mcporter",
    installation: `npm install --prefix .bench/peers/mcporter mcporter@${MCPORTER_VERSION}`,
    findVersion: findMcporter,
    findLimit: findCommandLimit,
    connect: connectMcporter,
  },
];
