/** Tests commands that run longer than `limits.reply_after`, with real programs: over HTTP with two callers, and on standard input. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, isGone, readPid } from "../../fixtures/programs.ts";
import type { SourceServers } from "../../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../../fixtures/source-server.ts";
import { PATIENCE_MS } from "../../fixtures/until.ts";
import { connectModern, HTTP_CLIENTS, startHttp, toText, untilKeysAreRead } from "./http-server.ts";
import type { Issuer, IssuerKey } from "./issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "./issuer.ts";

let servers: SourceServers;
let env: Record<string, string>;
let issuer: Issuer;
let key: IssuerKey;
let files = 0;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const tools = {
    // Runs until it is released, so that the test does not depend on the speed of the machine.
    held: {
      command: ["-c", 'echo $$ > "$0"; echo begun; until [ -e "$0.go" ]; do sleep 0.05; done; echo done; exit 4'],
      timeout: 100,
      args: { pid_file: { type: "string", positional: true, required: true } },
      exit_codes: { 4: "partly" },
    },
    typed: {
      command: ["-c", 'until [ -e "$0.go" ]; do sleep 0.05; done; echo "{\\"done\\":true}"'],
      timeout: 100,
      args: { pid_file: { type: "string", positional: true, required: true } },
      output: { format: "json", schema: { type: "object", properties: { done: { type: "boolean" } }, required: ["done"] } },
    },
    measured: {
      command: ["-c", 'echo $$ > "$0"; echo 41; until [ -e "$0.go" ]; do sleep 0.05; done; echo 42'],
      timeout: 100,
      args: { pid_file: { type: "string", positional: true, required: true } },
      reply_prefix: "Lengths are in mm",
    },
  } as const;
  const policy = { default: "enabled", tools: {}, limits: { reply_after: 0.3 } } as const;
  env = servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], policy });
  [issuer, key] = await Promise.all([startIssuer(), makeKey("one")]);
  issuer.publish(key);
});
afterAll(() => {
  issuer.close();
  servers.remove();
});

const newFile = (): string => join(servers.folder, `file-${files++}`);
const idOf = (text: string): string => /\{"id":"([\w-]+)"\}/.exec(text)?.[1] ?? "";
const toCall = (tool_name: string, args: object) => ({ tool_name, args });

async function startWithCallers(...flags: readonly string[]) {
  const audit = newFile();
  const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE, ...flags];
  const server = await startHttp(servers.script, { env: { ...env, CLIMAX_AUDIT_FILE: audit }, token: undefined, args });
  const tokenOf = (sub: string): Promise<string> => signToken(issuer, key, { claims: { sub, scope: "climax:destructive" } });
  await untilKeysAreRead(server, await tokenOf("ann"));
  const connect = async (sub: string, connectAs: typeof connectModern = connectModern) =>
    await connectAs(server.origin, await tokenOf(sub));
  return { server, audit, connect };
}

describe("over HTTP, a command that runs on after its first reply", () => {
  it.each(HTTP_CLIENTS)("is followed by %s that connects again, and by no other caller", async (_era, connectAs) => {
    const { server, connect } = await startWithCallers();
    try {
      const pid_file = newFile();
      const first = await connect("ann", connectAs);
      const reply = await first.call("climax_call", toCall("held", { pid_file }));
      // A busy machine prints the first line after the first reply.
      expect(reply).toMatch(/^(?:begun\n\n)?\[The command still runs after \d+ s\. /);
      const id = idOf(reply);
      const pid = await readPid(pid_file);
      await first.close();
      const bob = await connect("bob", connectAs);
      const denied = await Promise.all(["output_read", "output_stop"].map((tool) => bob.call("climax_call", toCall(tool, { id }))));
      expect(denied).toEqual([expect.stringContaining("No output has this id"), expect.stringContaining("Nothing was stopped")]);
      expect(isAlive(pid)).toBe(true);
      const again = await connect("ann", connectAs);
      expect(await again.call("climax_call", toCall("output_read", { id, wait: 0 }))).toContain("still runs");
      writeFileSync(`${pid_file}.go`, "");
      const read = (): Promise<string> => again.call("climax_call", toCall("output_read", { id, offset: 0 }));
      await expect.poll(read).toMatch(/^begun\ndone\n\n\[The command has ended after \d+ s\]\n\n\[exit code: 4\]\npartly$/);
      await Promise.all([bob.close(), again.close()]);
    } finally {
      await server.stop();
    }
  });

  it("is not lost to clients that give up before its end", async () => {
    const { server, connect } = await startWithCallers();
    /** Follows a command that runs longer than the client waits for a reply. Returns the last reply. */
    const follow = async (connectAs: typeof connectModern, timeout: number): Promise<string> => {
      const pid_file = newFile();
      const client = await connect("ann", connectAs);
      const started = performance.now();
      const first = await client.call("climax_call", toCall("held", { pid_file }), { timeout });
      let last = first;
      while (last.includes("still runs") && performance.now() - started < timeout + PATIENCE_MS) {
        if (performance.now() - started > timeout) writeFileSync(`${pid_file}.go`, "");
        last = await client.call("climax_call", toCall("output_read", { id: idOf(first) }), { timeout });
      }
      await client.close();
      return last;
    };
    try {
      // A busy machine needs longer for a reply. The command runs as long as the client waits, so without a first reply, each one gives up.
      const followPatiently = (connectAs: typeof connectModern): Promise<string> =>
        follow(connectAs, 4000).catch(() => follow(connectAs, 20_000));
      const ends = await Promise.all(HTTP_CLIENTS.map(([, connectAs]) => followPatiently(connectAs)));
      for (const end of ends)
        expect(end).toMatch(/^(?:begun\n)?done\n\n\[The command has ended after \d+ s\]\n\n\[exit code: 4\]\npartly$/);
    } finally {
      await server.stop();
    }
  });

  it.each(["--progressive", "--classic"])("has a first reply and a typed end that clients accept, with %s", async (mode) => {
    const { server, connect } = await startWithCallers(mode);
    try {
      for (const [, connectAs] of HTTP_CLIENTS) {
        const pid_file = newFile();
        const client = await connect("ann", connectAs);
        // Clients check the results of tools that they have listed.
        await client.listTools();
        const call = (tool: string, args: object): Promise<string> =>
          mode === "--classic" ? client.call(tool, { ...args }) : client.call("climax_call", toCall(tool, args));
        const first = await call("typed", { pid_file });
        expect(first).toMatch(/^\[The command still runs after \d+ s\. /);
        writeFileSync(`${pid_file}.go`, "");
        await expect.poll(() => call("output_read", { id: idOf(first), whole: true })).toBe('{"done":true}');
        await client.close();
      }
    } finally {
      await server.stop();
    }
  });

  it("has time to end during a shutdown, is terminated after it, and is in the audit", async () => {
    const { server, audit, connect } = await startWithCallers();
    const [ends, stays] = [newFile(), newFile()];
    const client = await connect("ann");
    await Promise.all([ends, stays].map((pid_file) => client.call("climax_call", toCall("held", { pid_file }))));
    const pids = await Promise.all([readPid(ends), readPid(stays)]);
    await client.close();
    const stopped = server.stop();
    await expect.poll(() => fetch(`${server.origin}/healthz`).catch(() => "refused")).toBe("refused");
    writeFileSync(`${ends}.go`, "");
    expect(await isGone(pids[0] ?? 0)).toBe(true);
    // The server must have seen the exit before the second signal, which ends the time of the shutdown.
    await expect.poll(() => readFileSync(audit, "utf8")).toContain('"outcome":"exited"');
    server.process.kill("SIGTERM");
    expect(await stopped).toBe(0);
    expect(await isGone(pids[1] ?? 0)).toBe(true);
    const records = readFileSync(audit, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const ended = records.filter(({ outcome, tool }) => tool === "held" && outcome !== undefined && outcome !== "started");
    expect(ended.map(({ outcome, subject }) => `${String(outcome)} ${String(subject)}`).toSorted()).toEqual([
      "cancelled ann",
      "exited ann",
    ]);
  });
});

describe("on standard input", () => {
  it("a command is stopped by output_stop, and terminated at the end of the input", async () => {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StdioClientTransport({ command: process.execPath, args: [servers.script], env, stderr: "ignore" });
    await client.connect(transport);
    const call = async (tool: string, args: object): Promise<string> =>
      toText(await client.callTool({ name: "climax_call", arguments: toCall(tool, args) }));
    const [one, two, three] = [newFile(), newFile(), newFile()];
    expect(await call("measured", { pid_file: three })).toMatch(/^Lengths are in mm\n(?:41\n)?\n\[The command still runs after /);
    const id = idOf(await call("held", { pid_file: one }));
    const stopped = await readPid(one);
    // A busy machine prints the first line after the first reply.
    expect(await call("output_stop", { id })).toMatch(/^(?:begun\n\n)?\[The command was stopped after \d+ s\]$/);
    expect(await isGone(stopped)).toBe(true);
    expect(await call("held", { pid_file: two })).toContain("still runs");
    const pid = await readPid(two);
    await client.close();
    expect(await isGone(pid)).toBe(true);
  });
});
