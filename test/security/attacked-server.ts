/** Starts a server for hostile calls, and checks that they have changed nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ToolPart } from "../../runtime/tool-index/index-reader.ts";
import type { AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";
import { FIXTURES } from "../e2e/project.ts";
import type { RawClient } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { PATIENCE_MS, until } from "../fixtures/until.ts";

export interface Reply {
  readonly text: string;
  readonly isError: boolean;
}

export interface AttackedServer {
  readonly client: RawClient;
  /** Calls a tool with arguments as JSON values. */
  readonly call: (tool: string, args?: object) => Promise<Reply>;
  /** Calls a tool with arguments as JSON text, which is the only way to send `1e999`. */
  readonly callWith: (tool: string, argsJson: string) => Promise<Reply>;
  /** Asserts that the server responds, and that no process that it has started still runs, under any parent. */
  readonly expectUnharmed: () => Promise<void>;
  /** Resolves when at least `count` of its programs run, or after some seconds. Resolves immediately without /proc. */
  readonly started: (count: number) => Promise<void>;
  /** Returns the processes that it has started and that still run after a grace period. */
  readonly remaining: () => Promise<readonly string[]>;
  /** Returns the server's peak resident memory, in MiB, or `undefined` if the system does not report it. */
  readonly peakMemory: () => number | undefined;
}

/** Starts the server with the programs of the fixtures on its PATH. */
export function attack(
  servers: SourceServers,
  spec: { readonly parts: readonly ToolPart[]; readonly policy?: AnyPolicySpec },
  env: Readonly<Record<string, string>> = {},
): AttackedServer {
  const mark = `climax-mark-${randomUUID()}`;
  const PATH = `${FIXTURES}:${process.env["PATH"] ?? ""}`;
  const client = connectRaw(servers.script, { env: { PATH, MARK: mark, ...servers.serving(spec), ...env } });
  const callWith = async (tool: string, argsJson: string): Promise<Reply> => {
    const params = `{"name":"climax_call","arguments":{"tool_name":${JSON.stringify(tool)},"args":${argsJson}}}`;
    const { result, error } = await client.requestWith("tools/call", params);
    if (result === undefined) throw new Error(`protocol error: ${error?.message}`);
    const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
    return { text: content.map(({ text }) => text).join(""), isError: isError === true };
  };
  const remaining = async (): Promise<readonly string[]> => {
    for (const end = Date.now() + PATIENCE_MS / 2; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const marked = findMarked(mark, client);
      if (marked.length === 0 || Date.now() > end) return marked;
    }
  };
  const started = async (count: number): Promise<void> => {
    if (listProcesses().length === 0) return;
    await until(
      () => (findMarked(mark, client).length < count ? undefined : true),
      () => `${count} processes have not started`,
    );
  };
  return {
    client,
    started,
    remaining,
    call: (tool, args = {}) => callWith(tool, JSON.stringify(args)),
    callWith,
    async expectUnharmed() {
      const { result } = await client.request("tools/list", {});
      expect(result).toMatchObject({ tools: [{ name: "climax_search" }, { name: "climax_call" }] });
      expect(await remaining()).toEqual([]);
    },
    peakMemory: () => readPeak(client.server.pid),
  };
}

/** Returns the processes that have inherited the mark, except the server itself. Empty on systems without /proc. */
function findMarked(mark: string, { server }: RawClient): readonly string[] {
  return listProcesses()
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== server.pid)
    .filter((pid) => readText(`/proc/${pid}/environ`).includes(mark))
    .map((pid) => `${pid} ${readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`);
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync("/proc");
  } catch {
    // This system has no /proc.
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // The process has ended since the folder was read, or belongs to another user.
    return "";
  }
}

function readPeak(pid: number | undefined): number | undefined {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`)) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}
