import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StartedPrograms } from "../../generator/install/search-path.ts";
import { toSearchPath } from "../../generator/install/search-path.ts";

const of = (command: readonly string[], env?: Record<string, string>): StartedPrograms["programs"][number] => ({
  command,
  ...(env && { env }),
});
const programs = new Set(["/opt/git/bin/git", "/usr/bin/git", "/home/me/bin/jq", "/usr/bin/docker", "/usr/bin/bwrap", "/srv/tool"]);
const isProgram = (path: string): boolean => programs.has(path);
const env = { PATH: "/home/me/bin:/opt/git/bin:/nowhere:/usr/bin:/bin", TOOLS: "/srv", HOME: "/home/me" };

describe("the PATH of a server", () => {
  it.each<[string, StartedPrograms, string, readonly string[]]>([
    ["contains the directory of each program and the system directories", { programs: [of(["git"])] }, "/opt/git/bin:/usr/bin:/bin", []],
    ["keeps the order of the caller's PATH", { programs: [of(["git"]), of(["jq"])] }, "/home/me/bin:/opt/git/bin:/usr/bin:/bin", []],
    ["omits directories without needed programs", { programs: [of(["docker", "compose"])] }, "/usr/bin:/bin", []],
    ["reports missing programs", { programs: [of(["git"]), of(["kubectl"])] }, "/opt/git/bin:/usr/bin:/bin", ["kubectl"]],
    ["needs no directory for a program with an absolute path", { programs: [of(["$TOOLS/tool"])] }, "/usr/bin:/bin", []],
    ["ignores a program with a relative path", { programs: [of(["./run"])] }, "/usr/bin:/bin", []],
    ["reports a program that is missing at its absolute path", { programs: [of(["~/gone"])] }, "/usr/bin:/bin", ["/home/me/gone"]],
    ["ignores a config that sets PATH", { programs: [of(["kubectl"], { PATH: "/k8s" })] }, "/usr/bin:/bin", []],
    ["contains only the system directories without programs", { programs: [] }, "/usr/bin:/bin", []],
    ["contains only docker if all commands run in it", { engines: ["docker"], programs: [] }, "/usr/bin:/bin", []],
    [
      "contains bubblewrap and the program that runs in it",
      { engines: ["bwrap"], programs: [of(["git"])] },
      "/opt/git/bin:/usr/bin:/bin",
      [],
    ],
  ])("%s", (_, header, path, missing) => {
    expect(toSearchPath(header, { env, isProgram })).toEqual({ path, missing });
  });

  it("contains optional programs that are found, and does not report the others", () => {
    const optional = ["jq", "podman"];
    const want = { path: "/home/me/bin:/opt/git/bin:/usr/bin:/bin", missing: [] };
    expect(toSearchPath({ programs: [of(["git"])] }, { env, isProgram, optional })).toEqual(want);
  });

  it("resolves every program to the same file as the original PATH", () => {
    const directory = fc.constantFrom("/a", "/b", "/c", "/d", "/usr/bin");
    const names = ["x", "y", "z"];
    fc.assert(
      fc.property(fc.array(directory), fc.array(fc.tuple(directory, fc.constantFrom(...names))), (directories, placed) => {
        const existing = new Set(placed.map(([where, name]) => `${where}/${name}`));
        const find = (path: string, name: string): string | undefined => path.split(":").find((where) => existing.has(`${where}/${name}`));
        const given = directories.join(":");
        const { path, missing } = toSearchPath(
          { programs: names.map((name) => of([name])) },
          { env: { PATH: given }, isProgram: (file) => existing.has(file) },
        );
        for (const name of names) if (!missing.includes(name)) expect(find(path, name)).toBe(find(given, name));
        expect(missing).toEqual(names.filter((name) => find(given, name) === undefined));
      }),
    );
  });
});
