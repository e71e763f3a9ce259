import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "../../../runtime/policy/find-violations.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import { toolOf } from "./tools.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "climax-within-")));
afterAll(() => rmSync(top, { recursive: true }));

for (const folder of ["root/sub", "root-evil", "outside/deep", "other/sub"]) mkdirSync(join(top, folder), { recursive: true });
for (const file of ["root/file", "root/sub/file", "root-evil/file", "outside/secret"]) writeFileSync(join(top, file), "");
const link = (place: string, target: string): void => symlinkSync(target, join(top, place));
link("root/inner", "sub");
link("root/leave", "../outside");
link("root/leave-file", join(top, "outside/secret"));
link("root/sub/up", "..");
link("root/dangling", "../outside/not-there");
link("root/dangling-inside", "not-there");
link("root/loop", "loop");
link("alias", "root");
link("chain", "root/leave");

/** Returns the message about a path argument that must be inside `folder`. */
async function check(path: ArgValue, folder: string, workingDirectory = join(top, "root")): Promise<readonly string[]> {
  const tool = toolOf([{ name: "path", type: "string", repeat: true }]);
  const policy = toPolicy({ tools: { t: { args: { path: { within: folder } } } } });
  const violations = await findViolations(tool, { values: new Map([["path", path]]), policies: [policy], workingDirectory });
  return violations.map(({ message }) => message.replaceAll(top, "TOP"));
}

describe("within", () => {
  it.each<[string, string]>([
    ["a file", "file"],
    ["a file in a subdirectory", "sub/file"],
    ["the folder itself", "."],
    ["a file by its absolute path", join(top, "root/file")],
    ["a file that does not exist yet", "new"],
    ["a file in folders that do not exist yet", "new/deep/er"],
    ["a link that stays inside", "inner/file"],
    ["a link back to the folder itself", "sub/up/file"],
    ["another path to the folder", join(top, "alias/file")],
    ["a name that has two dots in it", "a..b"],
    ["a name of three dots", "..."],
    ["~, which is a name like any other", "~"],
    ["a path below a file, which does not exist", "file/x"],
    ["an empty text, which is the working directory", ""],
  ])("allows %s", async (_title, path) => {
    expect(await check(path, join(top, "root"))).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["a path that starts with ..", "../outside/secret", "has a part '..', which is not allowed inside 'TOP/root'"],
    ["a path with .. in the middle, even if it stays inside", "sub/../file", "has a part '..', which is not allowed inside 'TOP/root'"],
    ["a path that ends in ..", "sub/..", "has a part '..', which is not allowed inside 'TOP/root'"],
    ["a path with .. between backslashes", "..\\outside", "has a part '..', which is not allowed inside 'TOP/root'"],
    ["an absolute path elsewhere", "/etc/passwd", "is not inside 'TOP/root'"],
    ["a sibling with the same beginning", join(top, "root-evil/file"), "is not inside 'TOP/root'"],
    ["the parent", top, "is not inside 'TOP/root'"],
    ["the root of the file system", "/", "is not inside 'TOP/root'"],
    ["a link to a folder outside", "leave/secret", "leaves 'TOP/root' through a symbolic link"],
    ["a new file below a link to a folder outside", "leave/new", "leaves 'TOP/root' through a symbolic link"],
    ["a link to a file outside", "leave-file", "leaves 'TOP/root' through a symbolic link"],
    ["a chain of links that ends outside", join(top, "chain/secret"), "is not inside 'TOP/root'"],
    ["a link whose target does not exist, which a program could create", "dangling", "cannot be resolved to a path inside 'TOP/root'"],
    ["a file below a link whose target does not exist", "dangling/x", "cannot be resolved to a path inside 'TOP/root'"],
    ["a link without target inside", "dangling-inside", "cannot be resolved to a path inside 'TOP/root'"],
    ["a link to itself", "loop", "cannot be resolved to a path inside 'TOP/root'"],
    ["a name that no file system has", "n".repeat(300), "cannot be resolved to a path inside 'TOP/root'"],
    ["a NUL character", "file\0/../../etc", "contains a NUL character, which no path can have"],
  ])("rejects %s", async (_title, path, complaint) => {
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    expect(await check(path, join(top, "root"))).toEqual([`Argument 'path': value '${shown.replaceAll(top, "TOP")}' ${complaint}`]);
  });

  it.each<[string, string, string, string, boolean]>([
    ["a folder relative to the working directory", "sub/file", "sub", "root", true],
    ["a file next to a relative folder", "file", "sub", "root", false],
    ["the working directory", "file", ".", "root", true],
    ["a folder above the working directory", "file", "..", "root/sub", true],
    ["a folder that is a link", "file", join(top, "alias"), "root", true],
    ["a folder that ends with a slash", join(top, "root/file"), `${join(top, "root")}/`, "root", true],
    ["a folder that does not exist", "x", join(top, "nowhere"), "root", false],
    ["a file that would be in a folder that does not exist yet", join(top, "nowhere/x"), join(top, "nowhere"), "root", true],
    ["a folder that is a link without target", join(top, "root/dangling/x"), join(top, "root/dangling"), "root", false],
    ["the whole file system", "/etc/passwd", "/", "root", true],
  ])("compares with %s", async (_title, path, folder, directory, isAllowed) => {
    expect((await check(path, folder, join(top, directory))).length === 0).toBe(isAllowed);
  });

  it("resolves a relative working directory against that of the server", async () => {
    const directory = relative(process.cwd(), join(top, "root"));
    expect(await check("sub/file", "sub", directory)).toEqual([]);
    expect(await check("file", "sub", directory)).toEqual(["Argument 'path': value 'file' is not inside 'sub'"]);
  });

  it("follows as many links as Linux, and rejects a path with more", async () => {
    mkdirSync(join(top, "root/hops"));
    writeFileSync(join(top, "root/hops/0"), "");
    for (let hop = 1; hop <= 41; hop++) link(`root/hops/${hop}`, `${hop - 1}`);
    expect(await check("hops/40", ".")).toEqual([]);
    expect(await check("hops/41", ".")).toEqual(["Argument 'path': value 'hops/41' cannot be resolved to a path inside '.'"]);
  });

  it("checks every item of a list", async () => {
    expect(await check(["file", "../x", "sub"], ".")).toEqual([
      "Argument 'path[1]': value '../x' has a part '..', which is not allowed inside '.'",
    ]);
  });

  it("resolves links again in each call", async () => {
    mkdirSync(join(top, "root/changing"));
    expect(await check("changing/x", ".")).toEqual([]);
    rmSync(join(top, "root/changing"), { recursive: true });
    link("root/changing", "../outside");
    expect(await check("changing/x", ".")).toEqual(["Argument 'path': value 'changing/x' leaves '.' through a symbolic link"]);
  });
});

describe.runIf(process.platform === "linux")("within, for paths that depend on the process", () => {
  const DEPENDS = (folder: string): string => `refers to a different file in each process, which is not allowed inside '${folder}'`;
  // All of them resolve to paths in TOP/root, the working directory of the server.
  const started = process.cwd();
  beforeAll(() => {
    link("root/via-self", "/proc/self/cwd");
    link("root/via-parts", "inner/../../../..//proc/./self/cwd");
    link("root/via-parent", "/proc/thread-self/../../cwd");
    link("root/via-link", "via-self");
    process.chdir(join(top, "root"));
  });
  afterAll(() => process.chdir(started));

  it.each([
    "/proc/self/cwd/file",
    "/proc/self/cwd",
    "/proc/self/cwd/new",
    "/proc//self/./cwd/file",
    "/proc/thread-self/cwd/file",
    `/proc/${process.pid}/cwd/file`,
    `/proc/${process.pid}/task/${process.pid}/cwd/file`,
    "/proc/1/cwd/file",
    `/proc/self/root${join(top, "root/file")}`,
    "/dev/fd/0",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/stderr",
    "/proc/self/fd/1",
    "/proc/4194303/cwd/file",
    "/proc/4194303/root/etc/hostname",
    "via-self/file",
    "via-parts/file",
    "via-parent/file",
    "via-link/file",
  ])("rejects %s", async (path) => {
    expect(await check(path, ".")).toEqual([`Argument 'path': value '${path}' ${DEPENDS(".")}`.replaceAll(top, "TOP")]);
    expect(await check(path, "/")).toEqual([`Argument 'path': value '${path}' ${DEPENDS("/")}`.replaceAll(top, "TOP")]);
  });

  it("rejects a relative path in a working directory that depends on the process", async () => {
    for (const directory of ["/proc/self/cwd", "/proc/self/root", "/dev/fd/0"]) {
      expect(await check("file", join(top, "root"), directory)).toEqual([`Argument 'path': value 'file' ${DEPENDS("TOP/root")}`]);
    }
    expect(await check("self/cwd/file", join(top, "root"), "/proc")).toEqual([
      `Argument 'path': value 'self/cwd/file' ${DEPENDS("TOP/root")}`,
    ]);
  });

  it.each<[string, string, boolean]>([
    ["/proc/self/status", "/proc", true],
    ["/proc/mounts", "/proc", true],
    ["/proc/net/dev", "/proc/self", true],
    ["/proc/self/status", "/proc/self", true],
    ["/dev/stdin", "/dev/fd", true],
    ["/proc/self/fd/0", "/dev/fd", true],
    ["/proc/self/fd/0", "/proc/self/fd", true],
    ["/proc/self/fd/0/x", "/proc/self/fd", false],
    ["/proc/self/cwd", "/proc/self", false],
    ["/proc/self/cwd/file", "/proc", false],
    [`/proc/${process.pid}/status`, "/proc/self", false],
    ["/proc/4194303/cwd/x", "/proc", false],
    ["/proc/self/status", ".", false],
    ["/proc/self/cwd/file", "/proc/self/cwd", false],
    ["file", "/proc/self/cwd", false],
  ])("allows %s inside %s: %s", async (path, folder, isAllowed) => {
    expect((await check(path, folder)).length === 0).toBe(isAllowed);
  });
});
