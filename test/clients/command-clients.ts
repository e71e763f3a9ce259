/**
 * Clients that are commands: the MCP inspector and mcporter, which need Node.js 24. Each request is one command with its own connection.
 * Loading the packages of a command takes far longer than the request, so commands that run to their end share a process; one that is
 * cancelled has its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../e2e/project.ts";
import { CommandHost } from "../fixtures/command-host.ts";
import type { CallResult, Connection, MatrixClient, Scenario, Target, Way } from "./client.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const VERSIONS = { node: "24", mcporter: "0.12.3", "@modelcontextprotocol/inspector": "2.12.0" } as const;

const FOLDER = join(ROOT, ".bench/peers/clients/node_modules");
// The inspector runs only if the path of its command has no symbolic links, and `.bench/peers` can be one.
const PACKAGES = existsSync(FOLDER) ? realpathSync(FOLDER) : FOLDER;
const NODE = join(PACKAGES, "node/bin/node");
const INSPECTOR = join(PACKAGES, "@modelcontextprotocol/inspector/clients/cli/build/index.js");
const MCPORTER = join(PACKAGES, "mcporter/dist/cli.js");

const INSTALLATION = `npm install --prefix .bench/peers/clients ${Object.entries(VERSIONS)
  .map((pin) => pin.join("@"))
  .join(" ")}`;

/** Returns the reason why such a command cannot run a scenario: it makes one request and exits. */
function findCommandLimit(scenario: Scenario, { transport }: Way): string | undefined {
  if (scenario === "confirm") return "the command cannot show prompts";
  if (scenario === "progress") return "the command does not request progress";
  if (scenario === "read on" && transport === "stdio") return "each command starts its own server, which has no output of another one";
  return undefined;
}

/** Parses the output of a command. */
function parsePrinted({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`printed no JSON: ${stdout}${stderr}`);
  }
}

/** Runs a command in a process of its own until the signal, which sends SIGINT, as Ctrl-C does. */
async function runCancelled(args: readonly string[], signal: AbortSignal): Promise<never> {
  const child = spawn(NODE, args, { stdio: ["ignore", "ignore", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  signal.addEventListener("abort", () => child.kill("SIGINT"));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await once(child, "close").finally(() => clearTimeout(timer));
  throw new Error(signal.aborted ? "cancelled" : `ended before it was cancelled: ${stderr}`);
}

function toNames(listed: unknown): readonly string[] {
  return (listed as { readonly tools: readonly { readonly name: string }[] }).tools.map(({ name }) => name);
}

const inspectorHost = new CommandHost(INSPECTOR, NODE);

function connectInspector(target: Target): Promise<Connection> {
  const server = target.transport === "HTTP" ? toUrlWords(target) : [target.command, ...target.args];
  const inspect = async (args: readonly string[]) => parsePrinted(await inspectorHost.run([...server, ...args]));
  const env = target.transport === "HTTP" ? [] : Object.entries(target.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  return Promise.resolve({
    list: async () => toNames(await inspect(["--method", "tools/list"])),
    async call(name, args, { signal } = {}) {
      const words = Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${toWord(value)}`]);
      const call = ["--method", "tools/call", "--tool-name", name, ...words];
      if (signal !== undefined) return await runCancelled([INSPECTOR, ...env, ...server, ...call], signal);
      return (await inspect(call)) as CallResult;
    },
    close: () => Promise.resolve(),
  });
}

function toUrlWords({ url, token }: Extract<Target, { transport: "HTTP" }>): readonly string[] {
  return [url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
}

function toWord(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const mcporterHost = new CommandHost(MCPORTER, NODE);

function connectMcporter(target: Target): Promise<Connection> {
  const folder = mkdtempSync(join(tmpdir(), "climax-mcporter-"));
  const config = join(folder, "mcporter.json");
  const server =
    target.transport === "HTTP"
      ? { baseUrl: target.url, headers: { Authorization: `Bearer ${target.token}` } }
      : { command: target.command, args: target.args, env: target.env };
  writeFileSync(config, JSON.stringify({ mcpServers: { server } }));
  const mcporter = async (args: readonly string[]) => parsePrinted(await mcporterHost.run(["--config", config, ...args]));
  return Promise.resolve({
    list: async () => toNames(await mcporter(["list", "server", "--json"])),
    async call(name, args, { signal } = {}) {
      const call = ["call", `server.${name}`, "--args", JSON.stringify(args), "--output", "json"];
      if (signal !== undefined) return await runCancelled([MCPORTER, "--config", config, ...call], signal);
      return toCallResult(await mcporter(call));
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  });
}

/**
 * Converts the output of mcporter to a result. mcporter prints only the structured content, or the value of a text that is JSON, if a
 * result has either. Otherwise, it prints the whole result.
 */
function toCallResult(printed: unknown): CallResult {
  const isWhole = typeof printed === "object" && printed !== null && "content" in printed;
  if (isWhole) return printed as CallResult;
  return { content: [{ type: "text", text: JSON.stringify(printed) }], structuredContent: printed, isDataOnly: true };
}

/** Returns the version of a package if it is installed. Another version counts as missing, because the page names this version. */
function findVersion(name: "mcporter" | "@modelcontextprotocol/inspector"): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8")) as { version: string };
    return version === VERSIONS[name] && existsSync(NODE) ? version : undefined;
  } catch {
    // Not installed.
    return undefined;
  }
}

export const COMMAND_CLIENTS: readonly MatrixClient[] = [
  {
    name: "MCP inspector (`--cli`)",
    installation: INSTALLATION,
    findVersion: () => findVersion("@modelcontextprotocol/inspector"),
    findLimit: findCommandLimit,
    connect: connectInspector,
    stop: () => inspectorHost.stop(),
  },
  {
    name: "mcporter",
    installation: INSTALLATION,
    findVersion: () => findVersion("mcporter"),
    findLimit: findCommandLimit,
    connect: connectMcporter,
    stop: () => mcporterHost.stop(),
  },
];
