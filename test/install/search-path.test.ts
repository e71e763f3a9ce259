import type { CompiledHeader } from "@climax-gen/runtime/compiler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSearchPath } from "../../generator/install/search-path.ts";

type Header = Pick<CompiledHeader, "clis" | "policies">;

const cli = (command: readonly string[], env?: Record<string, string>): Header["clis"][number] => ({
  cli: { name: "c", description: "", tool_count: 1, program: { command, global_args: [], ...(env && { env }) } },
  first: 0,
  count: 1,
});
const programs = new Set(["/opt/git/bin/git", "/usr/bin/git", "/home/me/bin/jq", "/usr/bin/docker", "/usr/bin/bwrap", "/srv/tool"]);
const isProgram = (path: string): boolean => programs.has(path);
const env = { PATH: "/home/me/bin:/opt/git/bin:/nowhere:/usr/bin:/bin", TOOLS: "/srv", HOME: "/home/me" };

describe("the PATH of a server", () => {
  it.each<[string, Header, string, readonly string[]]>([
    ["contains the directory of each program and the system directories", { clis: [cli(["git"])] }, "/opt/git/bin:/usr/bin:/bin", []],
    ["keeps the order of the caller's PATH", { clis: [cli(["git"]), cli(["jq"])] }, "/home/me/bin:/opt/git/bin:/usr/bin:/bin", []],
    ["omits directories without needed programs", { clis: [cli(["docker", "compose"])] }, "/usr/bin:/bin", []],
    ["reports missing programs", { clis: [cli(["git"]), cli(["kubectl"])] }, "/opt/git/bin:/usr/bin:/bin", ["kubectl"]],
    ["needs no directory for a program with an absolute path", { clis: [cli(["$TOOLS/tool"])] }, "/usr/bin:/bin", []],
    ["ignores a program with a relative path", { clis: [cli(["./run"])] }, "/usr/bin:/bin", []],
    ["reports a program that is missing at its absolute path", { clis: [cli(["~/gone"])] }, "/usr/bin:/bin", ["/home/me/gone"]],
    ["ignores a config that sets PATH", { clis: [cli(["kubectl"], { PATH: "/k8s" })] }, "/usr/bin:/bin", []],
    ["needs no directory for a Directive definition", { clis: [cli([])] }, "/usr/bin:/bin", []],
    [
      "has docker alone where the policy runs all in it",
      { clis: [cli(["git"])], policies: [{ executor: { type: "docker", image: "alpine" }, tools: {} }, { tools: {} }] },
      "/usr/bin:/bin",
      [],
    ],
    [
      "has bubblewrap and the program that runs in it",
      { clis: [cli(["git"])], policies: [{ executor: { type: "bubblewrap" }, tools: {} }] },
      "/opt/git/bin:/usr/bin:/bin",
      [],
    ],
  ])("%s", (_, header, path, missing) => {
    expect(toSearchPath(header, { env, isProgram })).toEqual({ path, missing });
  });

  it("contains optional programs that are found, and does not report the others", () => {
    const optional = ["jq", "podman"];
    const want = { path: "/home/me/bin:/opt/git/bin:/usr/bin:/bin", missing: [] };
    expect(toSearchPath({ clis: [cli(["git"])] }, { env, isProgram, optional })).toEqual(want);
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
          { clis: names.map((name) => cli([name])) },
          { env: { PATH: given }, isProgram: (file) => existing.has(file) },
        );
        for (const name of names) if (!missing.includes(name)) expect(find(path, name)).toBe(find(given, name));
        expect(missing).toEqual(names.filter((name) => find(given, name) === undefined));
      }),
    );
  });
});
