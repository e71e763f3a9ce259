/** Tests that every part of the generator that names the programs of a server names all commands of `any_of`. */
import { describe, expect, it } from "vitest";
import { describeBriefly, describeChoices } from "../../generator/describe/describe-action.ts";
import { findServerPrograms } from "../../generator/describe/server-programs.ts";
import { findShellForms } from "../../generator/install/permissions/shell-forms.ts";
import { toSearchPath } from "../../generator/install/search-path.ts";
import { makePackage } from "../../generator/package/make-package.ts";
import { placePrograms, toProject } from "../../generator/package/project.ts";
import { buildPage } from "../../generator/page/build-page-data.ts";
import { listTools, toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { listGuardedPrograms } from "../../runtime/guard/guarded-program.ts";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import { cliNames } from "../../runtime/search/fields.ts";
import { commandOf } from "../../runtime/tool/tool.ts";
import { options } from "../package/projects.ts";
import { checked } from "../resolve/checked.ts";

const CONFIG = `name: files
description: Find files by name
command: { any_of: [fd --color=never, fdfind --color=never, fd] }
tools:
  - { name: files_find, description: Find files, risk: read, command: --type file, args: [{ name: pattern, positional: true, required: true }] }
  - { name: files_say, description: Print a text, risk: read, program: echo }
`;

const model = resolveModel([checked(CONFIG)], { classic: false });
const tools = listTools(model.clis);
const clis = toCliTools(model.clis);
const project = toProject({ ...model, clis: clis.map(({ cli }) => cli), tools, policies: [] }, new Map());

describe("the commands of any_of", () => {
  it("are programs of which one must be installed", () => {
    const searchIn = (...installed: readonly string[]) =>
      toSearchPath(findServerPrograms(tools), {
        env: { PATH: "/a:/b:/bin" },
        isProgram: (path) => installed.includes(path),
      });
    expect(searchIn("/b/fdfind", "/bin/echo")).toEqual({ path: "/b:/bin:/usr/bin", missing: [] });
    expect(searchIn("/b/fdfind", "/a/fd", "/bin/echo").path).toBe("/a:/b:/bin:/usr/bin");
    expect(searchIn("/bin/echo").missing).toEqual(["fd or fdfind"]);
  });

  it("are in the texts of packages", () => {
    expect([project.needs, project.programs, project.toolPrograms]).toEqual([
      [["echo"], ["fd", "fdfind"]],
      ["echo", "fd", "fdfind"],
      ["echo", "fd", "fdfind"],
    ]);
    const templates = new Map([["npm/README.md", "{{programs}}"]]);
    const flags = { format: "npm" } as const;
    const readme = makePackage({ project, options: options(project, flags), flags, templates }).get("README.md");
    expect(readme).toBe("\nThe tools run `echo`, `fd` or `fdfind`, which must be on `PATH`.\n");
    expect(placePrograms([["./fd", "/opt/fd"], ["~/x"], ["./y"]])).toEqual({
      onPath: [],
      fixed: [["/opt/fd"], ["~/x"]],
      relative: [["./y"]],
    });
  });

  it("have rules in clients, a name in searches, and a place on the page", () => {
    expect(findShellForms(tools).commands).toEqual(["echo", "fd", "fdfind"]);
    expect(clis.map(({ cli }) => cliNames(cli))).toEqual([["files", "fd", "fdfind"]]);
    const { data } = buildPage({ ...model, clis });
    expect(data.clis[0]?.commands).toEqual(["fd --color=never", "fdfind --color=never", "fd", "echo"]);
  });

  it("are in descriptions of commands", () => {
    const [tool] = tools;
    const handler = tool && commandOf(tool);
    if (tool === undefined || handler === undefined) throw new Error("no tool");
    expect(describeBriefly(tool)).toBe("fd … --type file or fdfind … --type file or fd --type file");
    expect(describeChoices(handler.program, ["x"])).toBe("fd --color=never x or fdfind --color=never x or fd x");
  });

  it("are read by the guard, each with its own words", async () => {
    const guarded = listGuardedPrograms(
      tools.map((tool) => ({ tool, isEnabled: true })),
      {},
    );
    expect(guarded.map(({ name }) => name).toSorted()).toEqual(["echo", "fd", "fdfind"]);
    for (const program of guarded.filter(({ name }) => name.startsWith("fd"))) {
      const reading = await readCommandLine(["--type", "file", "--color=never", "report"], program);
      expect(reading).toMatchObject({ kind: "read", args: { pattern: "report" } });
    }
  });
});
