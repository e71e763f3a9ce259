import { describe, expect, it } from "vitest";
import type { ToolMachine } from "../../../runtime/server/available-tools.ts";
import { findAvailable } from "../../../runtime/server/available-tools.ts";
import type { CliSpec } from "../../../runtime/tool/tool-spec.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";

const env = { PATH: "/usr/bin:/bin" };
const machine: ToolMachine = { execution: plainExecution(env), env, platform: "linux" };
const container: ToolMachine["execution"] = { ...machine.execution, executor: { type: "docker", image: "tools" } };

/** Returns the names of the tools, with the warnings or the problem. */
function available(cli: Partial<CliSpec>, more: Partial<ToolMachine> = {}): readonly string[] {
  const parts = [
    toPart({ name: "some", command: ["no-such-program"], ...cli }, { one: {}, two: { program: ["sh"], command: ["sh"] } }),
    toPart({ name: "others", command: ["sh"] }, { three: {} }),
  ];
  const { index, warnings, problem } = findAvailable(createToolIndex(parts), { ...machine, ...more });
  return problem === undefined ? [...index.listed().map(({ name }) => name), ...warnings] : [problem.split("\n")[0] ?? ""];
}

describe("the tools that a machine can run", () => {
  const all = ["one", "two", "three"];

  it("lack those of missing programs only if the config hides them, or make the server fail", () => {
    expect(available({})).toEqual(all);
    expect(available({ when_missing: "warn" })).toEqual(all);
    expect(available({ when_missing: "hide" })).toEqual([
      "two",
      "three",
      'tools of "some" are left out: the program no-such-program is not installed',
    ]);
    expect(available({ when_missing: "fail" })).toEqual(["programs of tools are not installed: no-such-program"]);
    expect(available({ when_missing: "fail" }, { execution: container })).toEqual(all);
    expect(available({ when_missing: "fail", command: ["sh"] })).toEqual(all);
    const ofTool = { ...machine.execution, tools: new Map([["one", container]]) };
    expect(available({ when_missing: "fail" }, { execution: ofTool })).toEqual(all);
  });

  it("lack those of another system, also if their program is missing", () => {
    expect(available({ os: ["linux"] })).toEqual(all);
    expect(available({ os: ["macos"] })).toEqual(["three", 'tools of "some" are left out: they need macos']);
    expect(available({ os: ["linux", "macos"], when_missing: "fail" }, { platform: "freebsd" })).toEqual([
      "three",
      'tools of "some" are left out: they need linux or macos',
    ]);
    expect(available({ os: ["macos"] }, { platform: "darwin" })).toEqual(all);
    expect(available({ os: ["linux"] }, { platform: "darwin", execution: container })).toEqual(all);
  });

  it("lack single tools of another system, whose own systems replace those of the config", () => {
    const names = (os: CliSpec["os"], more: Partial<ToolMachine> = {}): readonly string[] => {
      const cli = { name: "some", command: ["sh"], ...(os && { os }) };
      const part = toPart(cli, { one: { os: ["macos"] }, two: { os: ["linux"] }, three: {} });
      const { index, hidden, warnings } = findAvailable(createToolIndex([part]), { ...machine, ...more });
      return [...index.listed().map(({ name }) => name), ...hidden.map((name) => `-${name}`), ...warnings];
    };
    const one = 'the tool "one" is left out: it needs macos';
    expect(names(undefined)).toEqual(["two", "three", "-one", one]);
    expect(names(undefined, { platform: "darwin" })).toEqual(["one", "three", "-two", 'the tool "two" is left out: it needs linux']);
    expect(names(["macos"])).toEqual(["two", "-one", "-three", one, 'tools of "some" are left out: they need macos']);
  });

  it("run the first of several commands that is installed", () => {
    const chosen = (cli: Partial<CliSpec>, more: Partial<ToolMachine> = {}): readonly unknown[] => {
      const { index, warnings, problem } = findAvailable(
        createToolIndex([toPart({ name: "some", command: ["no-such-program"], ...cli }, { one: {} })]),
        { ...machine, ...more },
      );
      const programs = index.findPrograms(() => true).map(({ command, any_of: commands }) => [command, commands?.length ?? 1]);
      const handler = index.get("one")?.handler;
      return [programs, handler?.kind === "command" && handler.program.command, ...warnings, ...(problem?.split("\n").slice(0, 1) ?? [])];
    };
    const none = [["no-such-program"], ["no-other-program", "-x"]];
    const both = [["no-such-program"], ["sh", "-x"], ["env"]];
    expect(chosen({ any_of: both })).toEqual([[[["sh", "-x"], 1]], ["sh", "-x"]]);
    expect(chosen({ any_of: both, when_missing: "fail" })).toEqual([[[["sh", "-x"], 1]], ["sh", "-x"]]);
    expect(chosen({ any_of: both }, { execution: container })).toEqual([[[["no-such-program"], 1]], ["no-such-program"]]);
    expect(chosen({ any_of: none })).toEqual([[[["no-such-program"], 2]], ["no-such-program"]]);
    expect(chosen({ any_of: both, env: { PATH: "/nowhere" } })).toEqual([[[["no-such-program"], 3]], ["no-such-program"]]);
    expect(chosen({ any_of: none, when_missing: "fail" }).at(-1)).toBe(
      "programs of tools are not installed: no-such-program or no-other-program",
    );
    expect(chosen({ any_of: none, when_missing: "hide" })).toEqual([
      [],
      false,
      'tools of "some" are left out: the program no-such-program or no-other-program is not installed',
    ]);
  });

  it("are not found by name or search, and not counted", () => {
    const part = toPart({ name: "some", command: ["sh"], os: ["macos"] }, { one: {} });
    const { index } = findAvailable(createToolIndex([part]), machine);
    expect([index.toolCount, index.get("one"), index.summary(9), index.search({ query: "one", limit: 9 })]).toEqual([0, undefined, [], []]);
  });
});
