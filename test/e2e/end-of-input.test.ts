/** Tests the end of standard input: the calls in flight finish, and their replies are written before the server exits with status 0. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../fixtures/programs.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import { until } from "../fixtures/until.ts";

let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

const parts = [
  toPart(
    { command: ["sh"] },
    {
      slow: { command: ["-c", 'sleep 0.3; echo "done $0"'], args: { word: { type: "string", positional: true, required: true } } },
      big: { command: ["-c", "head -c 60000 /dev/zero | tr '\\0' x"] },
      // A grandchild that ignores SIGTERM.
      linger: {
        command: ["-c", '(trap "" TERM; echo $$ > "$0"; while :; do sleep 1; done) & wait'],
        args: { pid_file: { type: "string", positional: true, required: true } },
      },
    },
  ),
];
const policy = { default: "enabled" as const, tools: { big: { confirm: true } } };

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}

/** Starts a server of classic tools. `audit` is its audit file. */
function start(more: { readonly drainMs?: number } = {}) {
  const audit = join(servers.folder, `audit-${audits++}.jsonl`);
  const env = { PATH: process.env["PATH"] ?? "", CLIMAX_AUDIT_FILE: audit, ...servers.serving({ parts, policy, classic: true, ...more }) };
  const server = spawn(process.execPath, [servers.script], { env, stdio: ["pipe", "pipe", "inherit"] });
  let written = "";
  server.stdout.setEncoding("utf8").on("data", (chunk: string) => (written += chunk));
  const status = new Promise<number | null>((resolve) => server.once("close", resolve));
  const answers = (): readonly Answer[] =>
    written
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Answer);
  return { server, status, answers, audit };
}
let audits = 0;

const clientInfo = { name: "raw", version: "1" };
const line = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });
const initialize = (capabilities: object): string =>
  `${line({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities, clientInfo } })}\n`;
const call = (id: number, name: string, args: object): string => line({ id, method: "tools/call", params: { name, arguments: args } });
const textsOf = (answers: readonly Answer[]): readonly (string | undefined)[] =>
  answers.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0)).map(({ result }) => result?.content?.[0]?.text);

describe("a server whose input has ended", () => {
  it("writes the replies of all calls in flight, also that of a last line without a newline, and exits with status 0", async () => {
    const { server, status, answers } = start();
    server.stdin.end([initialize({}).trimEnd(), call(1, "slow", { word: "a" }), call(2, "slow", { word: "b" })].join("\n"));
    expect(await status).toBe(0);
    expect(textsOf(answers())).toEqual([undefined, "done a", "done b"]);
  });

  it("does not run a call whose confirmation waits for the client, and records it", async () => {
    const { server, status, answers, audit } = start();
    server.stdin.write(`${initialize({ elicitation: {} })}${call(1, "big", {})}\n`);
    await until(() => answers().find(({ method }) => method === "elicitation/create"));
    server.stdin.end();
    expect(await status).toBe(0);
    const reply = answers().find(({ id, result }) => id === 1 && result !== undefined);
    expect(reply?.result?.content[0]?.text).toMatch(/^Not run: the client disconnected/);
    const outcomes = readFileSync(audit, "utf8").trim().split("\n");
    expect(outcomes.map((entry) => (JSON.parse(entry) as { outcome: string }).outcome)).toEqual(["confirmation_asked", "not_confirmed"]);
  });

  it("does not run a call whose confirmation was not sent before the end", async () => {
    const { server, status, answers } = start();
    server.stdin.end(`${initialize({ elicitation: {} })}${call(1, "big", {})}\n`);
    expect(await status).toBe(0);
    expect(answers().find(({ result }) => result?.content !== undefined)?.result?.content[0]?.text).toMatch(/^Not run: /);
  });

  it("terminates calls that do not finish in time, with their processes", async () => {
    const { server, status } = start({ drainMs: 50 });
    const pid_file = join(servers.folder, "lingering");
    server.stdin.write(`${initialize({})}${call(1, "linger", { pid_file })}\n`);
    const pid = await readPid(pid_file);
    server.stdin.destroy();
    server.stdout.destroy();
    expect(await isGone(pid)).toBe(true);
    expect(await status).toBe(0);
  });

  it("terminates calls at once on a signal", async () => {
    const { server, status } = start({ drainMs: 600_000 });
    const pid_file = join(servers.folder, "signalled");
    server.stdin.end(`${initialize({})}${call(1, "linger", { pid_file })}\n`);
    const pid = await readPid(pid_file);
    server.kill("SIGTERM");
    expect(await isGone(pid)).toBe(true);
    expect(await status).toBe(0);
  });
});
