/** Tests a server whose policy runs its tools in several executors. Requires bwrap. */
import { existsSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";
import { findBubblewrap } from "../fixtures/engines.ts";
import type { RawClient } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const bubblewrap = findBubblewrap();
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

const SHOW = 'readlink /proc/self/ns/net; echo "proxy: ${HTTP_PROXY:-none}"';
const LONG = "seq 1 20000";
const SLOW = "echo first; sleep 2; echo last";

const script = (text: string) => ({
  command: [text, "sh"],
  risk: "read" as const,
  network: true,
  args: { path: { type: "string" as const, positional: true } },
});
/** The tools of one executor: they print where they run, print much, run long, and write a file. */
const toolsOf = (name: string) => ({
  [`${name}_show`]: script(SHOW),
  [`${name}_long`]: script(LONG),
  [`${name}_slow`]: script(SLOW),
  [`${name}_save`]: script('echo saved > "$1"; echo "exit $?"'),
});

const NAMES = ["offline", "hosts", "writer", "local"] as const;

interface Reply {
  readonly text: string;
  readonly isError: boolean;
}

describe.skipIf("missing" in bubblewrap)("a server with several executors", () => {
  let servers: SourceServers;
  let client: RawClient;
  let folder = "";
  let auditFile = "";
  beforeAll(async () => {
    servers = await bundleSourceServer();
    folder = join(servers.folder, "files");
    auditFile = join(servers.folder, "audit.jsonl");
    mkdirSync(folder);
    const policy: AnyPolicySpec = {
      executor: { type: "bubblewrap" },
      default: "enabled",
      limits: { reply_after: 1 },
      tools: {
        "hosts_*": { executor: { type: "bubblewrap", network: { hosts: ["127.0.0.1"] } } },
        "writer_*": { executor: { type: "bubblewrap", writable: [folder] } },
        "local_*": { executor: { type: "local" } },
        "local_s*": {},
      },
    };
    const parts = [toPart({ command: ["sh", "-c"] }, Object.assign({}, ...NAMES.map(toolsOf)) as ReturnType<typeof toolsOf>)];
    const env = { PATH: process.env["PATH"], CLIMAX_AUDIT_FILE: auditFile, ...servers.serving({ parts, policy }) };
    client = connectRaw(servers.script, { env, cwd: servers.folder });
  });
  afterAll(async () => {
    expect(await client.close()).toBe(0);
    servers.remove();
  });

  async function request(args: object): Promise<Reply> {
    const { result, error } = await client.request("tools/call", { name: "climax_call", arguments: args });
    const { content = [], isError = false } = (result ?? {}) as { content?: readonly { text: string }[]; isError?: boolean };
    return { text: error?.message ?? content.map(({ text }) => text).join("\n"), isError };
  }

  const call = (tool_name: string, args: object = {}): Promise<Reply> => request({ tool_name, args });
  const idIn = (text: string): string | undefined => /"id":"([^"]+)"/.exec(text)?.[1];
  const read = async (id: string | undefined, rest: object = {}): Promise<string> =>
    (await request({ tool_name: "output_read", args: { id, ...rest } })).text;

  /** Calls a tool. Returns its whole output, also if a busy machine runs it for longer than the time of a first reply. */
  const outputOf = async (tool_name: string, args: object = {}): Promise<string> => {
    const { text } = await call(tool_name, args);
    const id = idIn(text);
    if (id === undefined) return text;
    await expect.poll(() => read(id, { whole: true })).not.toContain("The command still runs");
    return await read(id, { whole: true });
  };

  it("runs each tool in its own", async () => {
    const own = readlinkSync("/proc/self/ns/net");
    const texts = await Promise.all(NAMES.map((name) => outputOf(`${name}_show`)));
    expect(texts.map((text) => [text.startsWith(own), /proxy: .*/.exec(text)?.[0]])).toEqual([
      [false, "proxy: none"],
      [false, expect.stringMatching(/^proxy: http:/)],
      [false, "proxy: none"],
      [true, "proxy: none"],
    ]);
  });

  it("lets only the tools with a writable directory write there", async () => {
    const paths = NAMES.map((name) => join(folder, name));
    const texts = await Promise.all(NAMES.map((name, index) => outputOf(`${name}_save`, { path: paths[index] })));
    expect(texts.map((text) => text.startsWith("exit 0"))).toEqual([false, false, true, true]);
    expect(paths.map((path) => existsSync(path))).toEqual([false, false, true, true]);
  });

  it("lets no caller choose another executor", async () => {
    const own = readlinkSync("/proc/self/ns/net");
    const local = { type: "local" };
    const attempts = [
      { tool_name: "offline_show", args: { executor: local } },
      { tool_name: "offline_show", args: { executor: "local", policy: { tools: { offline_show: { executor: local } } } } },
      { tool_name: "offline_show", args: {}, executor: local, tool: "local_show" },
      { tool_name: "offline_show", args: { path: "local_show" } },
      { tool_name: "offline_show", args: { tool_name: "local_show" } },
      { tool_name: "local_show ", args: {} },
      { tool_name: "LOCAL_SHOW", args: {} },
      { tool_name: ["local_show"], args: {} },
    ];
    for (const attempt of attempts) expect((await request(attempt)).text, JSON.stringify(attempt)).not.toContain(own);
  });

  it("names the executor of a call in a dry run, and in the audit", async () => {
    const lines = await Promise.all(
      NAMES.map(async (name) => /^Executor: .*/m.exec((await request({ tool_name: `${name}_show`, args: {}, dry_run: true })).text)?.[0]),
    );
    expect(lines).toEqual([
      "Executor: a bubblewrap sandbox, without network",
      "Executor: a bubblewrap sandbox, with a network of the hosts 127.0.0.1 only",
      "Executor: a bubblewrap sandbox, without network",
      "Executor: a process of the server's user",
    ]);
    await Promise.all([outputOf("offline_show"), outputOf("local_show")]);
    const entries = readFileSync(auditFile, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { tool: string; outcome: string; executor?: string });
    const executorsOf = (tool: string) => entries.findLast((entry) => entry.tool === tool && entry.outcome === "exited")?.executor;
    expect([executorsOf("offline_show"), executorsOf("local_show")]).toEqual(["bubblewrap", undefined]);
  });

  it("keeps the rest of a long output, and answers long commands early, in each", async () => {
    const follow = async (id: string | undefined): Promise<string> => {
      const texts: string[] = [];
      const end = Date.now() + PATIENCE_MS;
      while (Date.now() < end && !texts.some((text) => text.includes("last"))) texts.push(await read(id));
      return texts.join("\n");
    };
    const results = await Promise.all(
      NAMES.map(async (name) => {
        const [long, slow] = await Promise.all([call(`${name}_long`), call(`${name}_slow`)]);
        const end = await follow(idIn(slow.text));
        await expect.poll(() => read(idIn(long.text), { from_line: 20_000 })).toContain("20000");
        return [idIn(slow.text) !== undefined && !slow.text.includes("last"), end.includes("last")];
      }),
    );
    expect(results).toEqual(NAMES.map(() => [true, true]));
  });
});
