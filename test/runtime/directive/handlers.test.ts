import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import type { DirectiveHandler } from "../../../runtime/tool/directive-spec.ts";
import { describeFailure } from "../../../runtime/directive/failure.ts";
import { runDirectiveHandler } from "../../../runtime/directive/handlers.ts";
import type { Entry } from "../../fixtures/directive-folders.ts";
import { makeFolder, NEWER, OLDER } from "../../fixtures/directive-folders.ts";

const made: ReturnType<typeof makeFolder>[] = [];
afterAll(() => made.forEach(({ remove }) => remove()));

function folder(entries: Readonly<Record<string, Entry>>): string {
  const one = makeFolder(entries);
  made.push(one);
  return one.path;
}

/** Returns the result, or the message of the failure. */
async function run(
  handler: DirectiveHandler,
  directory: string,
  given: Record<string, unknown> = {},
  root = "directive",
): Promise<unknown> {
  const outcome = await runDirectiveHandler(handler, given, { directory, root });
  return outcome.kind === "answered" ? outcome.result : describeFailure(outcome.failure);
}

const read = (directory: string, path: string, root?: string): Promise<unknown> => run("file.get", directory, { path }, root);

const MIB = 1024 * 1024;

/** Entries that a hostile or a damaged directory can contain. */
const TOP = folder({
  "directive/agent_context.md": "context",
  "directive/sub/deep/file.md": "deep",
  "directive/.hidden": "hidden",
  "directive/empty.md": "",
  "directive/bom.md": "\uFEFFtext\r\nwith \u2028 and \0",
  "directive/100%.md": "percent",
  "directive/..two-dots.md": "two dots",
  "directive/directive/nested.md": "nested",
  "directive/back\\slash.md": "backslash",
  "directive/%2e%2e%2fencoded.md": "encoded",
  "directive/full.md": "x".repeat(5 * MIB),
  "directive/over.md": "x".repeat(5 * MIB + 1),
  "directive/latin1.md": Uint8Array.of(0x63, 0x61, 0x66, 0xe9),
  "directive/folder.md": null,
  "directive/inner-link.md": { link: "sub/deep/file.md" },
  "directive/inner-folder": { link: "sub" },
  "directive/leave.md": { link: "../secret" },
  "directive/leave-absolute.md": { link: "/etc/hostname" },
  "directive/leave-folder": { link: "../outside" },
  "directive/evil-link.md": { link: "../directive-evil/secret" },
  "directive/dangling.md": { link: "not-there" },
  "directive/loop.md": { link: "loop.md" },
  "directive/up": { link: ".." },
  "directive-evil/secret": "SECRET",
  "outside/secret": "SECRET",
  secret: "SECRET",
  "docs/directive/a.md": "in docs",
  "leaving/directive": { link: "/etc" },
  "inside/directive": { link: "elsewhere" },
  "inside/elsewhere/a.md": "elsewhere",
  "dangling/directive": { link: "not-there" },
  "file/directive": "a file",
  none: null,
  alias: { link: "inside" },
});
execFileSync("mkfifo", [join(TOP, "directive/pipe.md")]);
const REFUSED = (path: string): string => `Path refused: '${path}' does not stay under directive/. Use a path from the list of files.`;
const MISSING = (path: string): string => `File not found under directive/: ${path}`;

describe("files.list", () => {
  it("lists regular files, and links to files inside the directory, sorted by code unit", async () => {
    expect(await run("files.list", TOP)).toEqual({
      files: [
        "directive/..two-dots.md",
        "directive/.hidden",
        "directive/100%.md",
        "directive/agent_context.md",
        "directive/bom.md",
        "directive/directive/nested.md",
        "directive/empty.md",
        "directive/full.md",
        "directive/inner-link.md",
        "directive/latin1.md",
        "directive/over.md",
        "directive/sub/deep/file.md",
      ],
    });
  });

  it("sorts whole paths by code unit, not by locale or by directory", async () => {
    const directory = folder({
      "directive/a/b": "",
      "directive/a.md": "",
      "directive/Z": "",
      "directive/é": "",
      "directive/ａ": "",
      "directive/😀": "",
    });
    const files = ["Z", "a.md", "a/b", "é", "😀", "ａ"].map((name) => `directive/${name}`);
    expect(await run("files.list", directory)).toEqual({ files });
  });

  it("lists an empty folder", async () => {
    expect(await run("files.list", folder({ directive: null }))).toEqual({ files: [] });
  });

  it("lists readable files if a directory cannot be read", async () => {
    const directory = folder({ "directive/locked/a.md": "", "directive/b.md": "" });
    chmodSync(join(directory, "directive/locked"), 0);
    const answer = await run("files.list", directory);
    chmodSync(join(directory, "directive/locked"), 0o755);
    // The superuser can read every directory.
    const isSuperuser = process.getuid?.() === 0;
    expect(answer).toEqual({ files: ["directive/b.md", ...(isSuperuser ? ["directive/locked/a.md"] : [])] });
  });

  it.each([NEWER, OLDER, TOP])("lists only files that file.get reads or rejects with a reason: %s", async (directory) => {
    const { files } = (await run("files.list", directory)) as { files: readonly string[] };
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) {
      const answer = await read(directory, path);
      if (typeof answer === "string") expect(answer).toMatch(/^(File too large|Not a text file): directive\/(over|latin1)\.md /);
      else expect(answer).toMatchObject({ path, content: readFileSync(join(directory, path), "utf8") });
    }
  });
});

describe("file.get", () => {
  it.each<[string, string, string]>([
    ["a path as it is listed", "directive/agent_context.md", "context"],
    ["a path without the folder's name", "agent_context.md", "context"],
    ["a path in a subdirectory", "sub/deep/file.md", "deep"],
    ["a link that stays inside", "directive/inner-link.md", "deep"],
    ["a path through a linked folder that stays inside", "directive/inner-folder/deep/file.md", "deep"],
    ["an empty file", "directive/empty.md", ""],
    ["a byte order mark, line endings and control characters verbatim", "directive/bom.md", "\uFEFFtext\r\nwith \u2028 and \0"],
    ["a name with a percent sign", "directive/100%.md", "percent"],
    ["a name that starts with two dots", "directive/..two-dots.md", "two dots"],
    ["a folder with the name of the root", "directive/directive/nested.md", "nested"],
    ["a path with empty and dot parts", "./directive//./agent_context.md", "context"],
    ["a file of exactly 5 MB", "directive/full.md", "x".repeat(5 * MIB)],
  ])("reads %s", async (_title, path, content) => {
    expect(await read(TOP, path)).toEqual({ path, content });
  });

  it.each([
    ["..", ".."],
    [".. at the start", "../secret"],
    [".. after the directory's name", "directive/../secret"],
    [".. in the middle, even if the path stays inside", "directive/sub/../agent_context.md"],
    ["several ..", "directive/sub/../../../../../../etc/passwd"],
    ["a sibling whose name starts with the root's", "../directive-evil/secret"],
    ["a link to a sibling whose name starts with the root's", "directive/evil-link.md"],
    ["an absolute path", "/etc/passwd"],
    ["an absolute path into the folder", join(TOP, "directive/agent_context.md")],
    ["two slashes at the start", "//etc/passwd"],
    ["a drive letter", "C:\\secret"],
    ["a drive letter and a slash", "c:/secret"],
    ["a network path", "\\\\host\\share"],
    ["backslashes", "..\\secret"],
    ["a backslash in a name that exists", "directive/back\\slash.md"],
    ["NUL", "directive/agent_context.md\0.png"],
    ["NUL alone", "\0"],
    ["encoded dots", "%2e%2e/secret"],
    ["an encoded slash", "..%2fsecret"],
    ["an entirely encoded path", "%2E%2E%2Fsecret"],
    ["a path that is encoded twice", "%252e%252e%252fsecret"],
    ["a path that is encoded too many times", "%25252525252525252e%2e/secret"],
    ["an encoded backslash", "directive/..%5csecret"],
    ["an encoded NUL", "directive/agent_context.md%00"],
    ["an encoded absolute path", "%2fetc%2fpasswd"],
    ["an encoded name that exists", "directive/%2e%2e%2fencoded.md"],
    ["a link to a file outside", "directive/leave.md"],
    ["a link to an absolute path", "directive/leave-absolute.md"],
    ["a file below a link to a folder outside", "directive/leave-folder/secret"],
    ["a missing file below a link to a directory outside", "directive/leave-folder/not-there"],
    ["a link back up", "directive/up/secret"],
    ["a link without a target", "directive/dangling.md"],
    ["a link to itself", "directive/loop.md"],
    ["a name that is too long for the system", "x".repeat(200) + "x".repeat(100)],
  ])("rejects %s", async (_title, path) => {
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    expect(await read(TOP, path)).toBe(REFUSED(shown));
  });

  it.each([
    ["a missing file", "directive/nothing.md"],
    ["a sibling's name after the directory's", "directive/directive-evil/secret"],
    ["a sibling of the folder by its name", "directive-evil/secret"],
    ["a folder", "directive/sub"],
    ["a folder that is called like a file", "directive/folder.md"],
    ["the folder itself", "directive"],
    ["nothing", ""],
    ["a path below a file", "directive/agent_context.md/x"],
    ["a pipe, without waiting for it", "directive/pipe.md"],
    ["dots of another alphabet", "directive/．．/secret"],
    ["a home folder", "~/secret"],
    ["a name of Object.prototype", "directive/__proto__"],
  ])("does not find %s", async (_title, path) => {
    expect(await read(TOP, path)).toBe(MISSING(path));
  });

  it("does not find a socket", async () => {
    const directory = folder({ "directive/a.md": "" });
    const server = createServer().listen(join(directory, "directive/socket.md"));
    await once(server, "listening");
    expect(await read(directory, "directive/socket.md")).toBe(MISSING("directive/socket.md"));
    server.close();
  });

  it.each([
    ["a file over 5 MB", "directive/over.md", "File too large: directive/over.md has more than 5 MB"],
    ["a file that is not UTF-8", "directive/latin1.md", "Not a text file: directive/latin1.md is not UTF-8"],
  ])("rejects %s", async (_title, path, message) => {
    expect(await read(TOP, path)).toBe(message);
  });

  it("finds no file without a path, even if the arguments inherit one", async () => {
    expect(await run("file.get", TOP)).toBe(MISSING(""));
  });
});

describe("the root", () => {
  it.each([
    ["is missing", "none", "directive", "directive/ directory not found. Run 'directive init' to create it."],
    ["is a file", "file", "directive", "directive/ directory not found. Run 'directive init' to create it."],
    ["is a link without a target", "dangling", "directive", "directive/ directory not found. Run 'directive init' to create it."],
    ["is a missing subdirectory", ".", "docs/nothing", "docs/nothing/ directory not found. Run 'directive init' to create it."],
    ["is written with a trailing slash", "none", "directive/", "directive/ directory not found. Run 'directive init' to create it."],
    ["is in a missing directory", "nowhere", "directive", "directive/ directory not found. Run 'directive init' to create it."],
    [
      "is a link out of the directory",
      "leaving",
      "directive",
      "directive/ is outside the server's working directory, so its files are not read. Start the server with --root instead.",
    ],
  ])("reports a directory that %s", async (_title, directory, root, message) => {
    for (const handler of ["files.list", "file.get", { bundle: "spec_template.md" }] as const) {
      expect(await run(handler, join(TOP, directory), { path: "hostname" }, root)).toBe(message);
    }
  });

  it("has its last component in the listed paths", async () => {
    expect(await run("files.list", TOP, {}, "docs/directive")).toEqual({ files: ["directive/a.md"] });
    expect(await read(TOP, "directive/a.md", "./docs/directive/")).toEqual({ path: "directive/a.md", content: "in docs" });
  });

  it("may be a link inside the directory, and the directory may be a link to any other", async () => {
    expect(await run("files.list", join(TOP, "alias"))).toEqual({ files: ["directive/a.md"] });
  });
});
