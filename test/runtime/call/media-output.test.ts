/** Tests replies of tools whose output is an image, another media type or a file. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { OutputSpec } from "../../../runtime/tool/tool-spec.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { readOutput } from "../../../runtime/call/read-output.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const spool = createSpool();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter(), spool };
const folder = mkdtempSync(join(tmpdir(), "climax-file-"));
afterAll(async () => {
  await runner.terminateAll();
  spool.close();
  rmSync(folder, { recursive: true });
});

async function replyTo(script: string, output: OutputSpec, more: Partial<FlatTool> = {}): Promise<ToolReply> {
  return await replyOf(toShellTool(script, { output, ...more }), {}, context);
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("a tool whose output has a media type", () => {
  it("returns the bytes", async () => {
    expect(await replyTo(`echo ${PNG} | base64 -d; echo note >&2`, { format: "image/png" })).toEqual({
      text: "[image/png, 70 bytes]\n\n[stderr]\nnote",
      media: { mimeType: "image/png", data: PNG },
      isError: false,
    });
  });

  it("returns type and size of more than 700 KiB", async () => {
    const reply = await replyTo("head -c 800000 /dev/urandom", { format: "image/png" });
    expect(reply).toEqual({ text: "[image/png, 800.0 kB: more than the 716.8 kB of a reply. Ask for a smaller output]", isError: false });
  });

  it("returns text that is printed instead of an image as text", async () => {
    expect(await replyTo("echo no such image", { format: "image/png" })).toEqual({ text: "no such image", isError: false });
  });

  it.each([
    ["text/csv", "a,b\n1,2\n"],
    ["image/svg+xml", "<svg/>\n"],
    ["application/vnd.api+json", "{}\n"],
  ] as const)("returns %s as text", async (format, text) => {
    expect(await replyTo(`printf '%s' '${text}'; echo note >&2`, { format })).toEqual({
      text: `${text.trimEnd()}\n\n[stderr]\nnote`,
      isError: false,
    });
  });

  it("masks secrets in text", async () => {
    const args = [{ name: "token", type: "string", secret: true, positional: true } as const];
    const tool = toShellTool(`printf 'a,%s' "$0"`, { args, output: { format: "text/csv" } });
    expect((await replyOf(tool, { token: "hunter2222" }, context)).text).toBe("a,***");
  });

  it.each([100_000, 2_000_000])("returns the start and the end of %i bytes of text", async (length) => {
    const reply = await replyTo(`yes a,b | head -c ${length}`, { format: "text/csv" });
    expect(reply).not.toHaveProperty("media");
    expect(reply.text).toMatch(/^\[… missing: [^\n]*\n\na,b\na,b\n[^]*\n\[… missing: lines .*"output_read".*\]$/);
  });

  it("returns no content if there is no output", async () => {
    expect(await replyTo(":", { format: "text/csv" })).toEqual({ text: "(no output)", isError: false });
  });
});

describe("a tool that writes a file", () => {
  const args = [{ name: "out", type: "string", positional: true } as const];
  /** Returns the line about the file: the reply of a program that prints nothing, or a note. */
  const noteOf = ({ text, notes: [note = text] = [] }: ToolReply): string => note;
  const write = async (script: string, out: string, more: Partial<CallContext> = {}): Promise<ToolReply> =>
    await replyOf(toShellTool(script, { args, output: { file: "{out}" } }), { out }, { ...context, ...more });

  it("returns a small text", async () => {
    const path = join(folder, "a.txt");
    expect(await write(`printf '\\033[1mhello\\n' > "$0"; echo done`, path)).toEqual({
      text: "done",
      notes: [`[file ${JSON.stringify(path)}: text, 10 bytes]\nhello`],
      isError: false,
    });
  });

  it("returns an image", async () => {
    const path = join(folder, "a.png");
    expect(await write(`echo ${PNG} | base64 -d > "$0"`, path)).toEqual({
      text: `[file ${JSON.stringify(path)}: image/png, 70 bytes]`,
      isError: false,
      media: { mimeType: "image/png", data: PNG },
    });
  });

  it.each([
    ["that does not exist", 'echo > /dev/null "$0"', "it does not exist"],
    ["that is a link", 'ln -s /etc/hostname "$0"', "it is a symbolic link"],
    ["that is a folder", 'mkdir "$0"', "it is not a regular file"],
    ["that is a FIFO", 'mkfifo "$0"', "it is not a regular file"],
  ])("does not include a file %s", async (title, script, why) => {
    expect(noteOf(await write(script, join(folder, title)))).toContain(`not included, because ${why}]`);
  });

  it("does not include a file that the call did not change", async () => {
    const path = join(folder, "old.txt");
    writeFileSync(path, "old");
    expect(noteOf(await write('echo "$0"', path))).toContain("because the call did not change it]");
    expect(noteOf(await write('echo new > "$0"', path))).toMatch(/\nnew$/);
  });

  it("returns the start and the end of a large text, and keeps the rest", async () => {
    const script = 'seq 200000 > "$0"';
    const note =
      /^\[file ".*": text, 1\.3 MB\]\n\[… missing: [^\n]*\n\n1\n2\n[^]*\n199999\n200000\n\n\[… missing: lines \d+ to \d+ of 200000 .*"output_read"/;
    expect(noteOf(await write(script, join(folder, "long")))).toMatch(note);
    const kept = /"args":\{"id":"(?<id>[^"]+)"/.exec(noteOf(await write(script, join(folder, "again"))))?.groups?.["id"] ?? "";
    const page = await readOutput({ id: kept, match: "123456", lines: 0 }, context);
    expect(page.reply.text).toContain("123456: 123456\n");
    const unkept = await write(script, join(folder, "unkept"), { spool: undefined } as never);
    expect(noteOf(unkept)).toMatch(
      /missing: lines .*The whole file is on the server's machine: read it with another tool, or write a smaller one\]$/,
    );
  });

  it("says what to do about a file that is too large", async () => {
    const plain = plainExecution(env);
    const execution = { ...plain, limits: { ...plain.limits, max_capture_bytes: 1_000_000 } };
    expect(noteOf(await write('head -c 2000000 /dev/urandom > "$0"', join(folder, "bytes")))).toMatch(
      /: application\/octet-stream, 2\.0 MB: too large/,
    );
    expect(noteOf(await write('yes | head -c 2000000 > "$0"', join(folder, "huge"), { execution }))).toMatch(
      /: text, 2\.0 MB: too large for a reply\. The whole file is on the server's machine: read it with another tool, or write a smaller one\]$/,
    );
  });

  it("does not include a file after a failure", async () => {
    expect(await write('echo x > "$0"; exit 1', join(folder, "failed"))).not.toHaveProperty("notes");
  });

  it.each([
    ["of another program in a directory that the sandbox hides", [], "/tmp/climax-a/x", false],
    ["in the same directory, if everything else is writable", ["/"], "/tmp/climax-a/x", false],
    ["elsewhere, if everything is writable", ["/"], "/srv/x", true],
    ["in a writable directory", ["/tmp/climax-a"], "/tmp/climax-a/x", true],
    ["next to a writable directory", ["/tmp/climax-a"], "/tmp/climax-ab/x", false],
  ])("reads only files of the sandbox: a file %s", async (_title, writable, path, isRead) => {
    const { addFile } = await import("../../../runtime/call/file-reply.ts");
    const execution = { ...plainExecution(env), executor: { type: "bubblewrap", writable } } as const;
    const { notes = [] } = await addFile({ text: "", isError: false }, {
      file: { name: "x", path, before: undefined },
      plan: {},
      execution,
      capture: { startFile: () => ({}) },
    } as never);
    expect(notes[0]).toContain(isRead ? "it does not exist" : "it is outside the writable directories of the sandbox");
  });

  it("does not include a file outside the directory of the policy, or in a container", async () => {
    const policy = toPolicy({ default: "enabled", tools: { t: { args: { out: { within: folder } } } } });
    symlinkSync("/etc", join(folder, "elsewhere"));
    const script = 'mkdir -p "$(dirname "$0")"; echo x > "$0"; rm -rf "$(dirname "$0")"; ln -s /etc "$(dirname "$0")"';
    expect(noteOf(await write(script, join(folder, "sub", "hostname"), { policies: [policy] }))).toContain(
      "outside the directories that the policy allows",
    );
    const execution = plainExecution(env);
    const { addFile } = await import("../../../runtime/call/file-reply.ts");
    const call = {
      file: { name: "a", path: "/a", before: undefined },
      execution: { ...execution, executor: { type: "docker", image: "i" } },
    } as const;
    expect((await addFile({ text: "", isError: false }, call as never)).notes?.[0]).toContain("it is in the container");
  });
});
