/** Attacks a server that two callers share, as one of them: what the other caller keeps, runs, sends and reads. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { modernBody, modernHeaders, readLastMessage, startHttp, untilKeysAreRead } from "../runtime/http/http-server.ts";
import type { Issuer, IssuerKey } from "../runtime/http/issuer.ts";
import { AUDIENCE, makeKey, signToken, startIssuer } from "../runtime/http/issuer.ts";
import { sendRaw } from "../runtime/http/raw-http.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

const SCOPES = "climax:destructive";
const PIN = 'pin of ann "7"/+é';
const shell = (script: string) => ({ command: ["-c", script] });

let servers: SourceServers;
let issuer: Issuer;
let key: IssuerKey;
let server: HttpServer;
let ann: string;
let bob: string;

beforeAll(async () => {
  servers = await bundleSourceServer();
  [issuer, key] = await Promise.all([startIssuer(), makeKey("one")]);
  issuer.publish(key);
  writeFileSync(join(servers.folder, "key"), "operators-key\n");
  const tools = {
    show: { risk: "read", ...shell('echo "pin: $PIN, mail: $MAIL"') },
    fail: { risk: "read", ...shell('echo "denied for $PIN" >&2; exit 3') },
    json: {
      risk: "read",
      output: { format: "json" },
      ...shell(`node -p 'JSON.stringify({ pin: process.env.PIN, [process.env.PIN]: 1 })'`),
    },
    text: { risk: "read", ...shell(`node -p 'JSON.stringify({ pin: process.env.PIN })'`) },
    url: { risk: "read", ...shell(`node -p '"https://x.example/?pin=" + encodeURIComponent(process.env.PIN)'`) },
    basic: { risk: "read", ...shell(`node -p '"Basic " + btoa("ann:" + unescape(encodeURIComponent(process.env.PIN)))'`) },
    half: { risk: "read", ...shell(`node -e 'process.stdout.write("half: " + process.env.PIN.slice(0, -2))'`) },
    save: {
      risk: "write",
      output: { file: "{out}" },
      args: { out: { type: "string", positional: true, required: true } },
      ...shell('echo "pin: $PIN" > "$0"'),
    },
    slow: {
      risk: "read",
      timeout: 60,
      args: { go: { type: "string", positional: true } },
      ...shell('echo "$PIN"; until [ -e "$0" ]; do sleep 0.05; done'),
    },
    long: { risk: "read", ...shell('yes "pin: $PIN" | head -n 5000') },
    drop: { risk: "destructive", ...shell("echo dropped") },
    broken: {
      risk: "read",
      secrets: { KEY: { command: ["sh", "-c", `cat ${join(servers.folder, "key")}; cat ${join(servers.folder, "key")} >&2; exit 2`] } },
      ...shell("echo ran"),
    },
  } as const;
  const policy = {
    default: "enabled",
    tools: { drop: { confirm: true } },
    env: { secrets: { PIN: { header: "x-pin" }, MAIL: { claim: "email" } } },
  } as const;
  const env = servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], policy });
  const args = ["--oauth-issuer", issuer.url, "--oauth-audience", AUDIENCE, "--audit-values", "--log-level", "debug"];
  server = await startHttp(servers.script, { env: { ...env, CLIMAX_AUDIT_FILE: join(servers.folder, "audit") }, token: undefined, args });
  const token = (sub: string): Promise<string> => signToken(issuer, key, { claims: { sub, email: `${sub}@mail.example`, scope: SCOPES } });
  [ann, bob] = await Promise.all([token("ann"), token("bob")]);
  await untilKeysAreRead(server, ann);
});
afterAll(async () => {
  await server.stop();
  issuer.close();
  servers.remove();
});

interface Call {
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of the header `x-pin`, as UTF-8. */
  readonly pin?: string;
  readonly params?: object;
}

/** Sends a call, and returns all messages of the response as one text. */
async function send(tool_name: string, args: object, { token, pin, headers = {}, params = {} }: Call): Promise<string> {
  const body = modernBody("tools/call", { name: "climax_call", arguments: { tool_name, args }, ...params });
  const pins = pin === undefined ? {} : { "x-pin": Buffer.from(pin).toString("latin1") };
  const all = { ...modernHeaders("tools/call", "climax_call", token), ...pins, ...headers };
  return await (await fetch(`${server.origin}/mcp`, { method: "POST", headers: all, body })).text();
}

const asAnn = (tool: string, args: object = {}): Promise<string> => send(tool, args, { token: ann, pin: PIN });
const asBob = (tool: string, args: object = {}, more: Partial<Call> = {}): Promise<string> =>
  send(tool, args, { token: bob, pin: "pin of bob", ...more });
const idOf = (text: string): string => /\{\\"id\\":\\"([\w-]+)\\"/.exec(text)?.[1] ?? "";

describe("the secret of a caller", () => {
  /** Every notation in which a part of the value could leak. */
  const LEAKS = ["pin of ann", 'ann \\"7', "pin%20of", "cGluIG9m", "BpbiBvZ", "waW4gb2"];

  it("is in no reply, whatever the program does with it", async () => {
    const out = join(servers.folder, "out.txt");
    const calls = [..."show fail json text url basic half long".split(" ").map((tool) => [tool, {}] as const), ["save", { out }] as const];
    const replies = await Promise.all(calls.map(async ([tool, args]) => [tool, await asAnn(tool, args)] as const));
    const leaks = replies.flatMap(([tool, reply]) => LEAKS.filter((leak) => reply.includes(leak)).map((leak) => `${tool}: ${leak}`));
    expect(leaks).toEqual([]);
    for (const [tool, reply] of replies) expect(`${tool} ${reply}`).toContain("***");
  });

  it("is in no message about progress, no dry run, no search and no list", async () => {
    const go = join(servers.folder, "go");
    setTimeout(() => writeFileSync(go, ""), 1500);
    const slow = await send("slow", { go }, { token: ann, pin: PIN, params: { _meta: { progressToken: 1 } } });
    const others = await Promise.all([
      asAnn("show", {}),
      send("show", {}, { token: ann, pin: PIN, params: { arguments: { tool_name: "show", args: {}, dry_run: true } } }),
      send(
        "",
        {},
        { token: ann, pin: PIN, params: { name: "climax_search", arguments: { query: "show" } }, headers: { "mcp-name": "climax_search" } },
      ),
    ]);
    expect([slow, ...others].filter((text) => LEAKS.some((leak) => text.includes(leak)))).toEqual([]);
    expect(others[1]).toContain("Dry run");
  });

  it("is in no record, also with --audit-values", async () => {
    await asAnn("show");
    const metrics = await (await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${ann}` } })).text();
    const records = [readFileSync(join(servers.folder, "audit"), "utf8"), server.stderr(), metrics].join("\n");
    expect(LEAKS.filter((leak) => records.includes(leak))).toEqual([]);
    expect(records).not.toContain("ann@mail.example");
    expect(records).toContain('"subject":"ann"');
  });

  it("is not that of another caller, however the header is sent", async () => {
    const shown = (text: string): string => /(pin: .*?mail: .*?)[\\"]|(Not run: .*?;)/.exec(text)?.slice(1).find(Boolean) ?? text;
    const { port } = server;
    const body = modernBody("tools/call", { name: "climax_call", arguments: { tool_name: "show", args: {} } });
    const raw = async (lines: readonly string[], tail = ""): Promise<string> => {
      const given = { ...modernHeaders("tools/call", "climax_call", bob), host: `127.0.0.1:${port}`, connection: "close" };
      const fields = [...Object.entries(given).map(([name, value]) => `${name}: ${value}`), ...lines];
      const framing = tail === "" ? [`content-length: ${body.length}`] : ["transfer-encoding: chunked", "trailer: x-pin"];
      const content = tail === "" ? body : `${body.length.toString(16)}\r\n${body}\r\n0\r\n${tail}\r\n`;
      const [response] = await sendRaw(port, ["POST /mcp HTTP/1.1", ...fields, ...framing, "", content].join("\r\n"));
      return shown(response?.body ?? "");
    };
    const MISSING = "Not run: this call needs the HTTP header x-pin;";
    const own = "pin: ***, mail: ***";
    await asAnn("show");
    expect(await raw([])).toBe(MISSING);
    expect(await raw(["x-pin:"])).toBe(MISSING);
    expect(await raw(["x-pin: first-pin", "x-pin: second-pin"])).toBe(MISSING);
    expect(await raw(["x-pin: first-pin", "X-Pin: second-pin"])).toBe(MISSING);
    expect(await raw(["x_pin: other-pin"])).toBe(MISSING);
    expect(await raw(["connection: x-pin"], "x-pin: of-a-trailer\r\n")).toBe(MISSING);
    expect(await raw(["X-PIN: bobs own pin"])).toBe(own);
    const meta = {
      _meta: { "x-pin": "of the body", headers: { "x-pin": "of the body" }, "io.modelcontextprotocol/headers": { "x-pin": "x" } },
    };
    expect(shown(await send("show", {}, { token: bob, params: meta }))).toBe(MISSING);
  });

  it("is read from a claim only if it is one text, and reaches the program as it is", async () => {
    const ask = async (email: unknown): Promise<string> => {
      const token = await signToken(issuer, key, { claims: { sub: "eve", scope: SCOPES, email } });
      return await send("show", {}, { token, pin: "of eve" });
    };
    const lines = await ask("first@mail.example\nPIN=forged");
    expect(lines).toContain("pin: of eve");
    expect(lines).not.toMatch(/forged|first@mail/);
    for (const email of [undefined, null, "", {}, ["ann@mail.example"], true]) expect(await ask(email)).toContain("Not run: ");
    expect(await ask("a\0b")).toContain("Not run: ");
  });
});

describe("the calls of a caller", () => {
  it("keep output that no other caller can read, also with ids that are similar", async () => {
    const kept = idOf(await asAnn("long"));
    expect(kept).toMatch(/^[0-9a-f]{8}-[\w-]{22}$/);
    expect(await asAnn("output_read", { id: kept, lines: 1 })).toContain("pin: ***");
    const guesses = [kept, kept.toUpperCase(), `${kept} `, `${kept}=`, kept.slice(0, -1), `${kept.slice(0, -1)}A`, "", "__proto__"];
    const replies = await Promise.all(guesses.map((id) => asBob("output_read", { id })));
    expect(replies.filter((reply) => reply.includes("pin:"))).toEqual([]);
    // The reply for an id of another caller is that for an id that never was.
    const [first = ""] = replies;
    expect(first).toBe(await asBob("output_read", { id: `${kept.slice(0, -4)}AAAA` }));
  });

  it("cannot be cancelled by another caller", async () => {
    const go = join(servers.folder, "go-2");
    const running = send("slow", { go }, { token: ann, pin: PIN });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const cancel = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "stop" } });
    const headers = { ...modernHeaders("notifications/cancelled", undefined, bob), "mcp-session-id": "x" };
    await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: cancel });
    writeFileSync(go, "");
    expect(await running).not.toContain("cancelled");
  });

  it("with the same confirmation in two requests at once run once", async () => {
    const body = (extra: object) =>
      modernBody(
        "tools/call",
        { name: "climax_call", arguments: { tool_name: "drop", args: {} }, ...extra },
        { elicitation: { form: {} } },
      );
    const post = async (token: string, extra: object): Promise<string> => {
      const headers = { ...modernHeaders("tools/call", "climax_call", token), "x-pin": "pin of somebody" };
      const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: body(extra) });
      return JSON.stringify(await readLastMessage(response));
    };
    const { requestState } = (JSON.parse(await post(ann, {})) as { result: { requestState: string } }).result;
    const accepted = { requestState, inputResponses: { confirmation: { action: "accept", content: { run: true } } } };
    expect(await post(bob, accepted)).not.toContain('"text":"dropped"');
    const again = (JSON.parse(await post(ann, {})) as { result: { requestState: string } }).result.requestState;
    const replies = await Promise.all([1, 2, 3].map(() => post(ann, { ...accepted, requestState: again })));
    expect(replies.filter((reply) => reply.includes('"text":"dropped"'))).toHaveLength(1);
  });

  it("are not in the metrics of another caller", async () => {
    await Promise.all([asAnn("show"), asBob("show")]);
    const read = async (token: string): Promise<readonly string[]> => {
      const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      return [...new Set(Array.from(text.matchAll(/climax_caller_calls_total\{subject="(\w+)"/g), ([, subject = ""]) => subject))];
    };
    expect(await read(bob)).toEqual(["bob"]);
    const monitor = await signToken(issuer, key, { claims: { sub: "monitor", scope: "climax:metrics" } });
    expect(await read(monitor)).toEqual(expect.arrayContaining(["ann", "bob"]));
  });
});

it("a secret command that fails shows its output to nobody", async () => {
  const reply = await asAnn("broken");
  expect(reply).toContain("Not run: the server cannot read its secret KEY; tell the operator of the server");
  expect([reply, server.stderr(), readFileSync(join(servers.folder, "audit"), "utf8")].join("\n")).not.toContain("operators-key");
});
