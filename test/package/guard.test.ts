/** Tests the files of a guard. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { listGuardAliases, writeAliasScript } from "../../generator/package/guard-aliases.ts";
import { listGuardNames } from "../../generator/package/guard.ts";
import { makePackage } from "../../generator/package/make-package.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import { readPackageOptions } from "../../generator/package/package-options.ts";
import { options, project } from "./projects.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const files = new Map([
  ["server.mjs", Buffer.from("server")],
  ["index/header.json", Buffer.from("{}")],
]);

function makeGuard(said: Partial<PackageFlags> = {}): ReadonlyMap<string, string | Uint8Array> {
  const flags = { format: "guard", ...said } as const;
  const guarded = project({ files });
  return makePackage({
    project: guarded,
    options: options(guarded, flags),
    flags,
    templates: new Map(),
    guardCode: new Map([["guard.cjs", Buffer.from("code")]]),
  });
}

describe("the package of a guard", () => {
  it("has one script per program, the index and the code of the guard, and no server", () => {
    expect([...makeGuard().keys()]).toEqual([
      ".climax-gen.json",
      "README.md",
      "bin/echo",
      "dist/guard.cjs",
      "dist/guard.json",
      "dist/index/header.json",
    ]);
  });

  it("has scripts that refuse to run without the guard, such as through a link", () => {
    const script = String(makeGuard().get("bin/echo"));
    const { status, stderr } = spawnSync("/bin/sh", ["-c", script, "/nowhere/bin/echo"], { encoding: "utf8", timeout: PATIENCE_MS });
    expect([status, stderr]).toEqual([126, expect.stringContaining("echo: the guard is not beside this script")]);
  });

  it("has the decisions of the operator in a file, because a caller could change variables", () => {
    expect(JSON.parse(String(makeGuard().get("dist/guard.json")))).toEqual({ observe: false });
    const settings = makeGuard({ observe: true, auditFile: "/var/log/guard.jsonl" }).get("dist/guard.json");
    expect(JSON.parse(String(settings))).toEqual({ observe: true, auditFile: "/var/log/guard.jsonl" });
  });

  it("has the index of the declared tools, from which the guard names disabled ones", () => {
    const flags = { format: "guard" } as const;
    const guarded = project({ files });
    const declared = new Map([
      ["header.json", "{}"],
      ["tools.ndjson", "[]"],
      ["results.ndjson", ""],
    ]);
    const written = makePackage({ project: guarded, options: options(guarded, flags), flags, templates: new Map(), declared });
    expect([...written.keys()].filter((path) => path.includes("declared"))).toEqual([
      "dist/declared/header.json",
      "dist/declared/tools.ndjson",
    ]);
    expect(JSON.parse(String(written.get("dist/guard.json")))).toEqual({ observe: false, declared: "declared/" });
  });

  it("says how to find out what is open on a machine", () => {
    expect(makeGuard().get("README.md")).toContain("climax-gen guard check DIR");
  });

  it("refuses an audit file whose path depends on the caller's directory", () => {
    const flags = { format: "guard", auditFile: "guard.jsonl" } as const;
    expect(readPackageOptions(flags, project())).toMatchObject({ kind: "refused", help: "use a path such as /var/log/guard.jsonl" });
  });

  it("writes no script for a name that a shell could read as code", () => {
    const toolPrograms = ["git", "/opt/acme/bin/acme", "$TOOLS/run", "a b", "x;y", "-v", "tools/say"];
    expect(listGuardNames({ toolPrograms })).toEqual(["acme", "git", "say"]);
  });
});

describe("the script of another name of a program", () => {
  /** Runs `awk` with a PATH of directories below a new one, in which programs print their own path and their arguments. */
  function run(programs: readonly string[], links: Readonly<Record<string, string>>, path: readonly string[]): string {
    const folder = mkdtempSync(join(tmpdir(), "guard-alias-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: 0o755 });
    };
    for (const name of programs)
      write(name, name.endsWith("/awk") ? writeAliasScript({ alias: "awk", program: "gawk" }) : `#!/bin/sh\necho ${name} "$@"\n`);
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
    const env = { PATH: path.map((one) => join(folder, one)).join(":") };
    const { status, stdout, stderr } = spawnSync("/bin/sh", [join(folder, path[0] ?? "", "awk"), "-x", "a b"], {
      encoding: "utf8",
      env,
      timeout: PATIENCE_MS,
    });
    return status === 0 ? stdout.trim() : `${status}: ${stderr.trim()}`;
  }

  it("runs the guard if the next program of this name is the guarded one", () => {
    expect(run(["guard/awk", "guard/gawk", "usr/gawk"], { "usr/awk": "gawk" }, ["guard", "usr"])).toBe("guard/gawk -x a b");
    expect(run(["guard/awk", "guard/gawk", "usr/gawk", "own/gawk"], { "usr/awk": "gawk" }, ["guard", "own", "usr"])).toBe(
      "guard/gawk -x a b",
    );
  });

  it("runs another program of this name unchanged", () => {
    expect(run(["guard/awk", "guard/gawk", "usr/gawk", "usr/mawk"], { "usr/awk": "mawk" }, ["guard", "usr"])).toBe("usr/mawk -x a b");
  });

  it("passes a second guard, and reports a program that is missing", () => {
    const two = ["guard/awk", "guard/gawk", "other/awk", "other/gawk", "usr/gawk", "usr/mawk"];
    expect(run(two, { "usr/awk": "mawk" }, ["guard", "other", "usr"])).toBe("usr/mawk -x a b");
    expect(run(["guard/awk", "guard/gawk", "usr/gawk"], {}, ["guard", "usr"])).toBe("127: awk: not found");
  });

  it("exists for names of guarded programs that have no script", () => {
    expect(listGuardAliases(["gawk", "mariadb", "mysql", "git"])).toEqual([{ alias: "awk", program: "gawk" }]);
  });
});
