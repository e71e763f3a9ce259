/** Generates projects with the real command and starts their servers under real clients. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CommandOptions, Finished } from "../fixtures/command-host.ts";
import { CommandHost } from "../fixtures/command-host.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const FIXTURES = fileURLToPath(new URL("../fixtures/bin", import.meta.url));
const COMMAND = join(ROOT, "bin/climax-gen.cjs");

export type { Finished };

/** Runs a program to its end, at most 500 seconds long: npm takes long on a busy machine. */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 500_000, maxBuffer: 64 * 1024 * 1024, ...options }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ status, stdout, stderr });
    });
  });
}

const commandHost = new CommandHost(join(ROOT, "test/fixtures/climax-gen-command.cjs"));

/**
 * Runs the built `climax-gen`, in a process that runs one command after another. Use `startClimaxGen` to test the process itself: its
 * standard input, signals, limits, or loaded modules.
 */
export function climaxGen(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return commandHost.run(args, options);
}

/** Runs the built `climax-gen` in its own process. */
export function startClimaxGen(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return run(process.execPath, [COMMAND, ...args], options);
}

/** Creates a temporary folder with these files. The caller removes it. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "climax-e2e-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export interface Project {
  readonly folder: string;
  /** Path of the server to start with `node`. */
  readonly server: string;
  readonly remove: () => void;
}

/** Generates a project from configs, as a user would. Throws the diagnostics if that fails. */
export async function generateProject(configs: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<Project> {
  const folder = temporaryFolder(Object.fromEntries(Object.entries(configs).map(([name, yaml]) => [`configs/${name}`, yaml])));
  const result = await climaxGen(["configs", "-o", "out", ...flags], { cwd: folder });
  if (result.status !== 0) throw new Error(`climax-gen ended with ${result.status}:\n${result.stderr}`);
  return { folder, server: join(folder, "out/dist/server.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Common interface of both clients. */
export interface Caller {
  readonly listTools: () => Promise<readonly { readonly name: string }[]>;
  readonly call: (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Answer>;
  /** Instructions of the server, if any. */
  readonly instructions: () => string | undefined;
  readonly pid: () => number | null;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** `structuredContent` of the result, if any. */
  readonly structured?: unknown;
}

export interface StartOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function launch(server: string, { flags = [], env = {}, cwd = "/" }: StartOptions) {
  return {
    command: process.execPath,
    args: [server, ...flags],
    env: { PATH: `${FIXTURES}:${process.env["PATH"] ?? ""}`, HOME: process.env["HOME"] ?? "/", ...env },
    cwd,
    stderr: "pipe" as const,
  };
}

function toAnswer(result: unknown): Answer {
  const {
    content = [],
    isError,
    structuredContent,
  } = result as {
    content?: { text: string }[];
    isError?: boolean;
    structuredContent?: unknown;
  };
  const structured = structuredContent === undefined ? {} : { structured: structuredContent };
  // A text after the first starts with a line feed, which separates it from the text before.
  const texts = content.map(({ text }, index) => (index === 0 ? text : text?.replace(/^\n/, "")));
  return { texts, isError: isError === true, ...structured };
}

/** Connects the client of protocol 2025-11-25 and earlier. */
export async function connectLegacy(server: string, options: StartOptions = {}): Promise<Caller> {
  const client = new LegacyClient({ name: "test", version: "1" });
  const transport = new LegacyTransport(launch(server, options));
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) =>
      toAnswer(await client.callTool({ name, ...(args && { arguments: args }) }, undefined, signal ? { signal } : {})),
    instructions: () => client.getInstructions(),
    pid: () => transport.pid,
    close: () => client.close(),
  };
}

/** Connects the client of protocol 2026-07-28, without a fallback to earlier versions. */
export async function connectModern(server: string, options: StartOptions = {}): Promise<Caller> {
  const client = new ModernClient({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const transport = new ModernTransport(launch(server, options));
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args, signal) =>
      toAnswer(await client.callTool({ name, ...(args && { arguments: args }) }, signal ? { signal } : {})),
    instructions: () => client.getInstructions(),
    pid: () => transport.pid,
    close: () => client.close(),
  };
}

export const CLIENTS = [
  ["a client of 2025-11-25", connectLegacy],
  ["a client of 2026-07-28", connectModern],
] as const;

/**
 * Bundles readable sources of a generated project for a Node.js that does not strip types; returns the path of the module, which is next to
 * them. It imports the runtime as the sources do, through `package.json`.
 */
export async function buildFromSources(project: string, source = "main.ts"): Promise<string> {
  const { build } = await import("esbuild");
  const outfile = join(project, "src", source.replace(/\.ts$/, ".built.mjs"));
  const external = ["#runtime", "#runtime/*"];
  await build({ entryPoints: [join(project, "src", source)], outfile, bundle: true, platform: "node", format: "esm", external });
  return outfile;
}
