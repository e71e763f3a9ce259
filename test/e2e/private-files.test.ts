/** Tests the temporary file of an argument with `file`: private while the program runs, and removed after any outcome of the call. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone } from "../fixtures/programs.ts";
import { TIME_LIMITS, until, untilStarted } from "../fixtures/until.ts";
import type { Project } from "./project.ts";
import { CLIENTS, connectModern, generateProject, run } from "./project.ts";

/** Writes the mode of the directory, the mode of the file, its path and its text to the file `$0`. */
const NOTE =
  'stat -c %a "$(dirname "$1")" > "$0.new"; stat -c %a "$1" >> "$0.new"; echo "$1" >> "$0.new"; cat "$1" >> "$0.new"; mv "$0.new" "$0"';

const toolOf = (name: string, ending: string, keys = ""): string => `
  - name: ${name}
    description: Write down what the program sees of the file
    ${keys}
    command: |
      '${NOTE}; ${ending}'
    args:
      - { name: note, positional: true, required: true }
      - { name: body, positional: true, file: { suffix: .json }, max_length: 1000000 }
`;

const CONFIG = `
name: files
command: sh -c
tools:
${toolOf("succeed", 'cat "$1"')}
${toolOf("fail", "exit 3")}
${TIME_LIMITS.map((seconds) => toolOf(`late_${seconds}`, "sleep 120", `timeout: ${seconds}`)).join("")}
${toolOf("linger", 'echo $$ > "$0.pid"; sleep 30', "timeout: 60")}
`;

/** A module with which a process gets SIGTERM right after it has written a file of an argument. It writes the path to the file `SEEN`. */
const EARLY_SIGNAL = `const fs = require("node:fs");
const { writeFileSync } = fs;
fs.writeFileSync = (path, ...rest) => {
  writeFileSync(path, ...rest);
  if (!/climax-[^/]+.files/.test(path)) return;
  writeFileSync(process.env.SEEN, path);
  process.kill(process.pid, "SIGTERM");
};
require("node:module").syncBuiltinESMExports();
`;

/** The files as a program received them. */
interface Seen {
  readonly folderMode: string | undefined;
  readonly mode: string | undefined;
  readonly path: string;
  readonly text: string;
}

let project: Project;
let notes = 0;
beforeAll(async () => {
  project = await generateProject({ "files.yaml": CONFIG });
  mkdirSync(join(project.folder, "work"));
});
afterAll(() => project.remove());

const newNote = (): string => join(project.folder, `note-${notes++}`);

function read(note: string): Seen {
  const [folderMode, mode, path = "", ...text] = readFileSync(note, "utf8").split("\n");
  return { folderMode, mode, path, text: text.join("\n") };
}

const whenExists = (path: string): Promise<true> => until(() => (existsSync(path) ? true : undefined));

/** Reports whether a file, or one of the directories that were created for it, still exists. */
const isLeft = ({ path }: Seen): boolean => [path, dirname(path), dirname(dirname(path))].some((part) => existsSync(part));

describe("the file of an argument", () => {
  it("is private, outside the working directory, and has the text and the suffix", async () => {
    const work = join(project.folder, "work");
    const client = await connectModern(project.server, { cwd: work });
    const note = newNote();
    const body = '{"a": "é\n$HOME"}\n-x';
    const answer = await client.call("climax_call", { tool_name: "succeed", args: { note, body } });
    await client.close();
    const seen = read(note);
    expect(answer.texts).toEqual([body]);
    expect(seen).toMatchObject({ folderMode: "700", mode: "600", text: body });
    expect(seen.path).toMatch(/\.json$/);
    expect(relative(work, seen.path)).toMatch(/^\.\./);
    expect(isLeft(seen)).toBe(false);
  });

  it.each([
    ["failed", () => "fail", "[exit code: 3]"],
    ["exceeded its time", (seconds: number) => `late_${seconds}`, "timed out after "],
  ])("is removed when the program has %s", async (_title, toolFor, reply) => {
    const client = await connectModern(project.server);
    let note = "";
    const { result } = await untilStarted(
      (seconds) => {
        note = newNote();
        return client.call("climax_call", { tool_name: toolFor(seconds), args: { note, body: "x" } });
      },
      () => existsSync(note),
    );
    await client.close();
    expect(result.texts.join("")).toContain(reply);
    expect(read(note).text).toBe("x");
    expect(isLeft(read(note))).toBe(false);
  });

  it.each(CLIENTS)("is removed when %s has cancelled the call", async (_title, connect) => {
    const client = await connect(project.server);
    const note = newNote();
    const cancel = new AbortController();
    const call = client.call("climax_call", { tool_name: "linger", args: { note, body: "x" } }, cancel.signal).catch(() => "cancelled");
    await whenExists(`${note}.pid`);
    expect(existsSync(read(note).path)).toBe(true);
    cancel.abort();
    expect(await call).toBe("cancelled");
    await until(() => (isLeft(read(note)) ? undefined : true));
    await client.close();
  });

  it("is removed when the server gets SIGTERM", async () => {
    const client = await connectModern(project.server);
    const note = newNote();
    const call = client.call("climax_call", { tool_name: "linger", args: { note, body: "x" } }).catch(() => "ended");
    await whenExists(`${note}.pid`);
    const pid = client.pid();
    if (pid === null) throw new Error("the server has no process");
    process.kill(pid, "SIGTERM");
    await call;
    expect(await isGone(pid)).toBe(true);
    expect(isLeft(read(note))).toBe(false);
    await client.close();
  });

  it("is removed when the command line gets SIGTERM before the program starts", async () => {
    const seen = join(project.folder, "seen");
    writeFileSync(join(project.folder, "early-signal.cjs"), EARLY_SIGNAL);
    const env = { ...process.env, SEEN: seen, NODE_OPTIONS: "--require ./early-signal.cjs" };
    const cli = join(project.folder, "out/dist/cli.mjs");
    const finished = await run(process.execPath, [cli, "linger", newNote(), "x"], { cwd: project.folder, env });
    expect(readFileSync(seen, "utf8")).toMatch(/\.json$/);
    expect({ status: finished.status, isLeft: existsSync(readFileSync(seen, "utf8")) }).toEqual({ status: -1, isLeft: false });
  });

  it("does not exist without the argument, and for a call that is rejected", async () => {
    const client = await connectModern(project.server);
    const note = newNote();
    const answer = await client.call("climax_call", { tool_name: "succeed", args: { note, body: "x".repeat(1_000_001) } });
    await client.close();
    expect(answer).toMatchObject({ isError: true, texts: [expect.stringContaining("Argument validation failed")] });
    expect(existsSync(note)).toBe(false);
  });
});
