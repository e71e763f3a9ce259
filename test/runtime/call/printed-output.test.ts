/** Tests the replies for the recorded output of real programs, in `test/fixtures/output`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { OutputSpec } from "../../../runtime/tool/tool-spec.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter() };
afterAll(() => runner.terminateAll());

/** Prints these bytes. */
async function textOf(bytes: Uint8Array, output?: OutputSpec): Promise<string> {
  const script = `printf %s ${Buffer.from(bytes).toString("base64")} | base64 -d`;
  return (await replyOf(toShellTool(script, output && { output }), {}, context)).text;
}

const recorded = (name: string): Buffer => readFileSync(fileURLToPath(new URL(`../../fixtures/output/${name}`, import.meta.url)));

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("the reply for the output of", () => {
  it.each([
    ["git log --color=always", recorded("git-log-color.txt"), "1a2b3c4  (HEAD -> master) Größe ändern\nA\n1a2b3c4  First commit\nA"],
    ["npm with a spinner", recorded("npm-spinner.txt"), "1.3.0\n⠸"],
    ["a program that ends texts with NUL", Buffer.from("a\0".padEnd(20)), "a"],
    ["a program that writes UTF-16", Buffer.from("\ufeffGröße\r\n", "utf16le"), "Größe"],
    ["a program that writes Latin-1", Buffer.from("Größe\n", "latin1"), "Gr\ufffd\ufffde"],
    ["convert", PNG, "[output that is not text: image/png, 70 bytes]"],
    ["gzip", gzipSync("hello"), "[output that is not text: application/gzip, 25 bytes]"],
    [
      "head -c of /dev/urandom",
      Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251)),
      "[output that is not text: unknown type, 2.0 kB]",
    ],
  ])("%s", async (_title, bytes, want) => {
    expect(await textOf(bytes)).toBe(want);
  });

  it("curl with a progress meter has its last state", async () => {
    const text = await textOf(recorded("curl-progress.txt"));
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toMatch(/\n100 2929k {2}100 2929k/);
  });

  it("a tool with raw output is unchanged", async () => {
    expect(await textOf(recorded("git-log-color.txt"), { format: "raw" })).toContain("\u001b[33m1a2b3c4\u001b[m");
    const reply = await replyOf(toShellTool("echo '[1]'; echo error >&2", { output: { format: "raw" } }), {}, context);
    expect(reply).toEqual({ text: "[1]\n\n[stderr]\nerror", isError: false });
  });

  it("a program that floods both streams names the stream that each missing part belongs to", async () => {
    const { text } = await replyOf(toShellTool("seq 100000; seq 100000 >&2"), {}, context);
    const notes = [
      expect.stringMatching(/^\[… missing: lines \d+ to \d+ of 100000 $/),
      expect.stringMatching(/^\[… missing in \[stderr\]: lines \d+ to \d+ of 100000 $/),
    ];
    expect(text.match(/\[… missing[^(]*/g)).toEqual([...notes, ...notes]);
    expect((await replyOf(toShellTool("echo fine; seq 100000 >&2"), {}, context)).text).toContain("[… missing in [stderr]: lines");
  });

  it("a program that repeats a secret does not contain it", async () => {
    const secret = { name: "token", type: "string", secret: true, positional: true } as const;
    const tool = toShellTool('echo "token is $0"; echo "bad $0" >&2', { args: [secret] });
    expect((await replyOf(tool, { token: "hunter2222" }, context)).text).toBe("token is ***\n\n[stderr]\nbad ***");
    expect((await replyOf(tool, { token: "short" }, context)).text).toContain("token is short");
  });
});
