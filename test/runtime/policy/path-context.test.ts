import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { PathContext } from "../../../runtime/policy/path-context.ts";
import { findEscapeAsText } from "../../../runtime/policy/path-context.ts";
import { findEscape } from "../../../runtime/policy/within.ts";
import { toolOf } from "./tools.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "climax-text-")));
mkdirSync(join(top, "root/sub"), { recursive: true });
afterAll(() => rmSync(top, { recursive: true }));

const root = join(top, "root");

describe("a path that is checked as text", () => {
  const paths = [
    "file",
    ".",
    "sub/file",
    "..",
    "sub/../file",
    "a..b",
    "/etc/passwd",
    root,
    join(top, "root-evil/file"),
    "//etc",
    "a\0b",
    "",
    "~",
  ];
  const folders = [".", "sub", "..", root, `${root}/`, "/", "//", "/etc"];

  it.each(folders)("has the same message as in a file system without links, inside %s", async (folder) => {
    const directories = { workingDirectory: root, policyDirectory: root };
    const given = { tool: toolOf([{ name: "path", type: "string" }]), values: new Map([["path", "x"]]), policies: [] };
    const context: PathContext = { ...given, ...directories };
    for (const path of paths) {
      expect(await findEscapeAsText("/", path, folder, "path", context), path).toBe(await findEscape(path, folder, "path", context));
    }
  });

  it("is relative to the server's directory if the call chooses its own", async () => {
    const args = [
      { name: "path", type: "string" },
      { name: "dir", type: "string", cwd: true },
    ] as const;
    const values = new Map([
      ["path", "file"],
      ["dir", "/etc"],
    ]);
    const context: PathContext = { tool: toolOf(args), values, policies: [], workingDirectory: "/etc", policyDirectory: "/etc" };
    expect(await findEscapeAsText("/srv", "file", ".", "path", context)).toBe("is not inside '.'");
    expect(await findEscapeAsText("/etc", "file", ".", "path", context)).toBeUndefined();
  });
});
