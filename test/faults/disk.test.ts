/** Tests a server and the generator on a disk that is read-only or full, which bubblewrap provides. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { Project } from "../e2e/project.ts";
import { generateProject, ROOT, run } from "../e2e/project.ts";

const BWRAP = "/usr/bin/bwrap";
const MEMORY = "/dev/shm";
const SMALL = "65536";

const CONFIG = `
name: disks
command: sh -c
tools:
  - name: noise
    description: Print more lines than a reply can hold
    command: "'seq 1 50000'"
  - name: filed
    description: Print a file
    command: "'cat \\"$0\\"'"
    args: [{ name: text, file: true, positional: true, required: true }]
  - name: fed
    description: Print standard input
    command: "'cat'"
    args: [{ name: text, stdin: true, required: true }]
`;

let project: Project;
let isPossible: boolean;
beforeAll(async () => {
  project = await generateProject({ "disks.yaml": CONFIG });
  isPossible = existsSync(BWRAP) && (await run(BWRAP, ["--ro-bind", "/", "/", "true"])).status === 0;
  if (!isPossible) console.log("skipped: bubblewrap is not installed, or this user cannot use it");
});
afterAll(() => project.remove());

const READ_ONLY = ["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", MEMORY, "--remount-ro", MEMORY, "--proc", "/proc"];
/** File systems of a few pages for temporary files. */
const full = (folders: readonly string[] = [MEMORY, "/tmp"]): readonly string[] => {
  const small = folders.flatMap((folder) => ["--size", SMALL, "--tmpfs", folder]);
  return [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    ...small,
    "--proc",
    "/proc",
    ...[ROOT, project.folder].flatMap((folder) => ["--ro-bind", folder, folder]),
  ];
};

async function callTools(disk: readonly string[], calls: readonly (readonly [name: string, args?: object])[]): Promise<readonly string[]> {
  const env = { PATH: process.env["PATH"], TMPDIR: "/tmp" };
  const client = connectRaw(project.server, { prefix: [BWRAP, "--die-with-parent", ...disk], env });
  const replies: string[] = [];
  for (const [tool_name, args = {}] of calls) {
    const { result } = await client.request("tools/call", { name: "climax_call", arguments: { tool_name, args } });
    replies.push((result as { content: { text: string }[] }).content.map(({ text }) => text).join(""));
  }
  expect(await client.close()).toBe(0);
  return replies;
}

const climaxGen = (disk: readonly string[], output: string) =>
  run(BWRAP, [...disk, process.execPath, join(ROOT, "bin/climax-gen.cjs"), join(project.folder, "configs"), "-o", output]);

describe("on a read-only disk", () => {
  it("a server runs commands, does not keep long output, and rejects calls that need a temporary file", async ({ skip }) => {
    if (!isPossible) return skip();
    const [noise, filed, fed] = await callTools(READ_ONLY, [["noise"], ["filed", { text: "hello" }], ["fed", { text: "hello" }]]);
    expect(noise).toMatch(/missing: lines \d+ to \d+ of 50000 .*They were not kept: narrow the call/);
    expect(filed).toContain("The files for the command could not be written: EROFS");
    expect(fed).toBe("hello");
  });

  it("a server with an audit file does not start", async ({ skip }) => {
    if (!isPossible) return skip();
    const env = { ...process.env, CLIMAX_AUDIT_FILE: join(project.folder, "audit.jsonl") };
    const { status, stderr } = await run(BWRAP, [...READ_ONLY, process.execPath, project.server], { env });
    expect([status, stderr]).toEqual([1, expect.stringContaining("cannot start: CLIMAX_AUDIT_FILE: EROFS")]);
  });

  it("the generator reports that it cannot write, and writes nothing", async ({ skip }) => {
    if (!isPossible) return skip();
    const { status, stderr } = await climaxGen(READ_ONLY, join(project.folder, "other"));
    expect([status, stderr]).toEqual([1, expect.stringContaining("error[output-unwritable]: cannot write the file (EROFS)")]);
    expect(readdirSync(project.folder).toSorted()).toEqual(["configs", "out"]);
  });
});

describe("on a full disk", () => {
  it("a server runs commands, keeps the start of long output, and rejects calls whose temporary file has no room", async ({ skip }) => {
    if (!isPossible) return skip();
    const long = "x".repeat(2 * Number(SMALL));
    const [noise, filed, fed, after] = await callTools(full(), [
      ["noise"],
      ["filed", { text: long }],
      ["fed", { text: "hello" }],
      ["filed", { text: "hello" }],
    ]);
    expect(noise).toContain("(only the first 65.5 kB can be read)");
    expect(filed).toContain("The files for the command could not be written: ENOSPC");
    expect(fed).toBe("hello");
    // The incomplete file was removed, so there is room again.
    expect(after).toBe("hello");
  });

  it("a server writes the files of a call to the temporary directory if only the file system in memory is full", async ({ skip }) => {
    if (!isPossible) return skip();
    const long = "x".repeat(2 * Number(SMALL));
    const disk = [...full([MEMORY]), "--tmpfs", "/tmp", ...[ROOT, project.folder].flatMap((folder) => ["--ro-bind", folder, folder])];
    expect(await callTools(disk, [["filed", { text: long }]])).toEqual([
      expect.stringMatching(/^\[… missing: bytes \d+ to \d+ of 131072 .*\n\nx{8000}/) as string,
    ]);
  });

  it("the generator reports that it cannot write, and writes nothing", async ({ skip }) => {
    if (!isPossible) return skip();
    const disk = full();
    const { status, stderr } = await climaxGen(disk, "/tmp/out");
    expect([status, stderr]).toEqual([1, expect.stringContaining("error[output-unwritable]: cannot write the file (ENOSPC)")]);
    expect(stderr).toContain("nothing was written");
  });
});
