/** Tests from outside that Directive tools only read, with any arguments: compares the files, and traces the system calls. */
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { makeFolder, NEWER } from "../fixtures/directive-folders.ts";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import { climaxGen, ROOT } from "./project.ts";

const top = makeFolder({
  "work/directive/agent_context.md": "INSIDE",
  "work/directive/agent_operating_procedure.md": "INSIDE",
  "work/directive/templates/spec_template.md": "INSIDE",
  "work/directive/out": { link: "../../secret" },
  "work/directive/out.md": { link: "/etc/hostname" },
  "work/directive-evil/secret.md": "SECRET",
  "secret/secret.md": "SECRET",
});
const server = join(top.path, "out/dist/server.mjs");
const work = join(top.path, "work");

beforeAll(async () => {
  await climaxGen([join(ROOT, "examples/directive.yaml"), "-o", "out"], { cwd: top.path });
});
afterAll(top.remove);

/** Returns everything about a tree that a write would change, by path. Reading changes only the time of the last access. */
function snapshot(folder: string): ReadonlyMap<string, string> {
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return new Map(
    names.map((name) => {
      const { mode, size, ino, mtimeMs, ctimeMs } = lstatSync(join(folder, name));
      return [name, [mode, size, ino, mtimeMs, ctimeMs].join(" ")];
    }),
  );
}

const NAMES = [
  "directive/files.list",
  "directive/file.get",
  "directive/spec.template",
  "directive/impact.template",
  "directive/tdr.template",
];

const PARTS = [
  "..",
  ".",
  "",
  "directive",
  "directive-evil",
  "out",
  "out.md",
  "secret",
  "secret.md",
  "agent_context.md",
  "templates",
  "etc",
  "passwd",
];
const part = fc.oneof(
  fc.constantFrom(...PARTS, "%2e%2e", "%252e%252e", "..%2f", "\0", "C:", top.path),
  fc.string({ maxLength: 3, unit: anyCharacter }),
);
const path = fc
  .array(part, { maxLength: 6 })
  .chain((parts) => fc.constantFrom("/", "\\", "//", "%2F").map((separator) => parts.join(separator)));
const inside = fc.constantFrom("agent_context.md", "directive/agent_context.md", "./directive//templates/spec_template.md");
const given = fc.oneof(
  { weight: 20, arbitrary: path.map((one): unknown => ({ path: one })) },
  { weight: 2, arbitrary: inside.map((one): unknown => ({ path: one })) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const name = fc.oneof({ weight: 5, arbitrary: fc.constant("directive/file.get") }, { weight: 1, arbitrary: fc.constantFrom(...NAMES) });

describe("any calls", () => {
  it("read files in the directory or are rejected, and change no files, and the server exits cleanly", async () => {
    const before = snapshot(top.path);
    const client = connectRaw(server, { cwd: work });
    let read = 0;
    const property = fc.asyncProperty(name, given, async (tool, args) => {
      const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
      const { result, error } = await client.request("tools/call", { name: tool, arguments: args });
      // The protocol itself rejects arguments that are not an object.
      if (error !== undefined) expect([isObject, error.code]).toEqual([false, -32602]);
      const answer = JSON.stringify(result ?? {});
      expect(answer).not.toContain("SECRET");
      expect(answer).not.toContain(readFileSync("/etc/hostname", "utf8").trim());
      if (answer.includes("INSIDE")) read += 1;
    });
    await fc.assert(property, { seed: 4, numRuns: 600 });
    expect(read).toBeGreaterThan(30);
    expect(await client.close()).toBe(0);
    expect(snapshot(top.path)).toEqual(before);
  });
});

describe("system calls", () => {
  const missing = findStrace();
  if (missing !== undefined) console.log(`skipped: ${missing}`);

  /** System calls that change a file, a directory or their metadata. */
  const WRITES =
    "creat,mkdir,mkdirat,mknod,mknodat,rmdir,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,truncate,ftruncate," +
    "chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,utime,utimes,utimensat,futimesat,setxattr,lsetxattr,fsetxattr,fallocate,copy_file_range";

  it.skipIf(missing !== undefined)("write to no file, for all five tools and every kind of failure", async () => {
    const trace = join(top.path, "trace");
    const calls = [
      ...NAMES.map((tool) => ({ name: tool, arguments: tool === "directive/file.get" ? { path: "reference/agent_context.md" } : {} })),
      ...["nothing", "../../secret", "specs", "/etc/passwd"].map((one) => ({ name: "directive/file.get", arguments: { path: one } })),
      { name: "directive/file.get", arguments: {} },
      { name: "directive/file.put", arguments: {} },
    ];
    const requests = [INITIALIZE, ...calls.map((params) => ({ method: "tools/call", params }))];
    const prefix = ["strace", "-f", "-qq", "-o", trace, "-e", `trace=open,openat,openat2,${WRITES}`];
    const answers = await askLegacy(server, requests, { cwd: NEWER, prefix });
    expect(answers.filter(({ result }) => result === undefined)).toEqual([]);
    const seen = readFileSync(trace, "utf8").split("\n");
    expect(seen.filter((line) => line.includes("agent_context.md"))).not.toEqual([]);
    const writes = seen.filter((line) => !/ open(at2?)?\(/.test(line) && / [a-z0-9]+\(/.test(line));
    const opens = seen.filter((line) => / open(at2?)?\(/.test(line) && /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(line));
    // Node.js opens its own null device to read and write.
    expect([...writes, ...opens.filter((line) => !line.includes('"/dev/null"'))]).toEqual([]);
  });
});

function findStrace(): string | undefined {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
    return undefined;
  } catch {
    // strace is not installed, or not allowed to trace processes.
    return "strace is not here, or may not trace";
  }
}
