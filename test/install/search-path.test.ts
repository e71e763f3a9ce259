import type { CompiledHeader } from "@climax-gen/runtime";
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
    ["has the folder of each program, and the system's", { clis: [cli(["git"])] }, "/opt/git/bin:/usr/bin:/bin", []],
    ["keeps the order of the caller's PATH", { clis: [cli(["git"]), cli(["jq"])] }, "/home/me/bin:/opt/git/bin:/usr/bin:/bin", []],
    ["leaves out what nobody needs", { clis: [cli(["docker", "compose"])] }, "/usr/bin:/bin", []],
    ["says which programs are missing", { clis: [cli(["git"]), cli(["kubectl"])] }, "/opt/git/bin:/usr/bin:/bin", ["kubectl"]],
    ["needs nothing for a program with a path", { clis: [cli(["$TOOLS/tool"])] }, "/usr/bin:/bin", []],
    ["knows nothing of a program with a relative path", { clis: [cli(["./run"])] }, "/usr/bin:/bin", []],
    ["says that a program is not at its path", { clis: [cli(["~/gone"])] }, "/usr/bin:/bin", ["/home/me/gone"]],
    ["leaves a config with a PATH of its own alone", { clis: [cli(["kubectl"], { PATH: "/k8s" })] }, "/usr/bin:/bin", []],
    ["needs nothing for a Directive definition", { clis: [cli([])] }, "/usr/bin:/bin", []],
    [
      "has docker alone where the policy runs all in it",
      { clis: [cli(["git"])], policies: [{ executor: { type: "docker", image: "alpine" }, tools: {} }, { tools: {} }] },
      "/usr/bin:/bin",
      [],
    ],
    [
      "has bubblewrap as well as what runs in it",
      { clis: [cli(["git"])], policies: [{ executor: { type: "bubblewrap" }, tools: {} }] },
      "/opt/git/bin:/usr/bin:/bin",
      [],
    ],
  ])("%s", (_, header, path, missing) => {
    expect(toSearchPath(header, { env, isProgram })).toEqual({ path, missing });
  });

  it("has what may be needed, where it is there, and does not miss it", () => {
    const optional = ["jq", "podman"];
    const want = { path: "/home/me/bin:/opt/git/bin:/usr/bin:/bin", missing: [] };
    expect(toSearchPath({ clis: [cli(["git"])] }, { env, isProgram, optional })).toEqual(want);
  });

  it("finds every program where it was found before", () => {
    const folder = fc.constantFrom("/a", "/b", "/c", "/d", "/usr/bin");
    const names = ["x", "y", "z"];
    fc.assert(
      fc.property(fc.array(folder), fc.array(fc.tuple(folder, fc.constantFrom(...names))), (folders, placed) => {
        const there = new Set(placed.map(([where, name]) => `${where}/${name}`));
        const find = (path: string, name: string): string | undefined => path.split(":").find((where) => there.has(`${where}/${name}`));
        const given = folders.join(":");
        const { path, missing } = toSearchPath(
          { clis: names.map((name) => cli([name])) },
          { env: { PATH: given }, isProgram: (file) => there.has(file) },
        );
        for (const name of names) if (!missing.includes(name)) expect(find(path, name)).toBe(find(given, name));
        expect(missing).toEqual(names.filter((name) => find(given, name) === undefined));
      }),
    );
  });
});
