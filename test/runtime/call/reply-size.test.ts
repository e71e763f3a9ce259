/** Tests the size of replies: their budget, what is cut, and what says how to read the rest. */
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { readOutput } from "../../../runtime/call/read-output.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { OutputSpec } from "../../../runtime/tool/tool-spec.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const spool = createSpool();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter(), spool };
afterAll(async () => {
  await runner.terminateAll();
  spool.close();
});

describe("a reply", () => {
  it("does not exceed its budget, with both streams and without a spool", async () => {
    const script = "yes 'a \"quoted\" line of output' | head -n 9000; yes problem | head -n 9000 >&2";
    for (const [max_bytes, one] of [
      [undefined, context],
      [4096, context],
      [undefined, { ...context, spool: undefined as never }],
    ] as const) {
      const { text } = await replyOf(toShellTool(script, max_bytes === undefined ? {} : { output: { max_bytes } }), {}, one);
      const size = Buffer.byteLength(JSON.stringify(text));
      expect(size).toBeLessThanOrEqual(max_bytes ?? 19_000);
      expect(size).toBeGreaterThan((max_bytes ?? 19_000) / 2);
      expect(text).toContain("[stderr]\nproblem\n");
      const lines = text.split("\n");
      expect([lines[0], lines[2]]).toEqual([lines.at(-3), lines.at(-1)]);
      expect(lines.at(-1)).toMatch(
        one.spool === undefined ? /They were not kept: narrow the call/ : /"tool_name":"output_read","args":\{"id":"[\w-]+"/,
      );
    }
  });

  it("has its prefix directly before cut output, within the budget", async () => {
    const reply_prefix = "é".repeat(200);
    const { text } = await replyOf(toShellTool("yes 'a\"b' | head -c 100000", { reply_prefix, output: { max_bytes: 2048 } }), {}, context);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(2048);
    expect(text).toContain(`\n\n${reply_prefix}\na"b\n`);
  });

  it("does not exceed its budget with the note about output that is not JSON", async () => {
    const script = "head -c 18900 /dev/zero | tr '\\0' x";
    const { text, notes = [] } = await replyOf(toShellTool(script, { output: { format: "json" } }), {}, context);
    expect(notes).toEqual(["[The output is not JSON: Unexpected token 'x'; it is returned as text]"]);
    expect(Buffer.byteLength(JSON.stringify([text, ...notes]))).toBeLessThanOrEqual(19_000);
  });
});

describe("the size of a reply", () => {
  const sizeFor = async (client: string | undefined, more: Partial<CallContext> = {}, output: OutputSpec = {}): Promise<number> => {
    const caller = { client: client === undefined ? null : { name: client, version: "1" } };
    const { text } = await replyOf(toShellTool("seq 100000", { output }), {}, { ...context, caller, ...more });
    return Buffer.byteLength(JSON.stringify(text));
  };

  it.each([
    [undefined, 19_000],
    ["claude-code", 19_000],
    ["codex-mcp-client", 11_000],
    ["@cline/core", 7500],
  ])("for the client %s is at most %i bytes", async (client, most) => {
    const size = await sizeFor(client);
    expect(size).toBeLessThanOrEqual(most);
    expect(size).toBeGreaterThan(most / 2);
  });

  it("is that of the policy or of the tool, for every client", async () => {
    const plain = plainExecution(env);
    const execution = { ...plain, limits: { ...plain.limits, max_reply_bytes: 30_000 } };
    expect(await sizeFor("@cline/core", { execution })).toBeGreaterThan(15_000);
    expect(await sizeFor("@cline/core", {}, { max_bytes: 40_000 })).toBeGreaterThan(20_000);
  });
});

describe("output of more than 8,000 characters that fits into a reply", () => {
  it("is kept, and its first line says how to read it", async () => {
    const { text } = await replyOf(toShellTool("seq 2000; exit 3"), {}, context);
    const [status, note, output, ...rest] = text.split("\n\n");
    expect([status, rest]).toEqual(["[exit code: 3]", ["[exit code: 3]"]]);
    expect(note).toMatch(/^\[8\.9 kB in 2000 lines, complete below\. If your client cuts it, call climax_call with /);
    expect(output).toMatch(/^1\n2\n[^]*\n2000$/);
    const id = /"id":"([\w-]+)"/.exec(note ?? "")?.[1] ?? "";
    const { reply } = await readOutput({ id, from_line: 1234, lines: 1 }, context);
    expect(reply.text).toBe("1234\n\n[lines 1234 to 1234 of 2000; next: from_line 1235]");
  });

  it("has no such line if the server keeps no output, or if it is shorter", async () => {
    expect((await replyOf(toShellTool("seq 2000"), {}, { ...context, spool: undefined as never })).text).toMatch(/^1\n2\n/);
    expect((await replyOf(toShellTool("seq 1500"), {}, context)).text).toMatch(/^1\n2\n/);
  });

  it("names standard error", async () => {
    const { text } = await replyOf(toShellTool("echo out; seq 2000 >&2"), {}, context);
    expect(text).toMatch(/^\[\[stderr\]: 8\.9 kB in 2000 lines, complete below\. [^\n]*\n\nout\n\n\[stderr\]\n1\n/);
  });
});
