import { describe, expect, it } from "vitest";
import type { Execution } from "../../../runtime/executor/execution.ts";
import { nameUsers } from "../../../runtime/executor/name-users.ts";
import { combineExecution } from "../../../runtime/executor/this-machine.ts";
import { executionOf, listExecutors } from "../../../runtime/executor/tool-executors.ts";
import { networkFactsOf } from "../../../runtime/executor/denies-network.ts";
import type { AnyPolicySpec, ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";

const LOCAL: ExecutorSpec = { type: "local" };
const OFFLINE: ExecutorSpec = { type: "bubblewrap" };
const ONLINE: ExecutorSpec = { type: "bubblewrap", network: { hosts: ["example.org", "example.net"] } };
const DOCKER: ExecutorSpec = { type: "docker", image: "alpine:3" };

type Rules = AnyPolicySpec["tools"];

const policyOf = (tools: Rules, executor?: ExecutorSpec): AnyPolicySpec => ({
  default: "enabled",
  tools,
  ...(executor && { executor }),
});

function combine(specs: readonly AnyPolicySpec[], commands?: readonly string[]): Execution {
  const combined = combineExecution({ embedded: specs.map(toPolicy), ...(commands && { listCommands: () => commands }) }, {});
  if (combined.kind === "refused") throw new Error(combined.problem);
  return combined.execution;
}

const typeOf = (execution: Execution, tool: string): unknown => executionOf(execution, tool).executor;

describe("the executor of a tool under several policies", () => {
  it("is its own, or that of the policy", () => {
    const execution = combine([policyOf({ get: { executor: ONLINE }, tell: { executor: LOCAL } }, OFFLINE)]);
    expect(["get", "tell", "other"].map((tool) => typeOf(execution, tool))).toEqual([ONLINE, LOCAL, OFFLINE]);
    expect(executionOf(execution, "other")).toBe(execution);
  });

  it("is the strictest of all policies", () => {
    const first = policyOf({ get: { executor: ONLINE }, tell: { executor: LOCAL } });
    const second = policyOf({ get: { executor: { type: "bubblewrap", network: { hosts: ["example.org"] } } } });
    const third = policyOf({ tell: { executor: OFFLINE } });
    const execution = combine([first, second, third]);
    expect(typeOf(execution, "get")).toEqual({ type: "bubblewrap", writable: [], network: { hosts: ["example.org"] } });
    expect(["tell", "other"].map((tool) => typeOf(execution, tool))).toEqual([OFFLINE, LOCAL]);
    // No later policy takes a tool out of a sandbox.
    expect(typeOf(combine([policyOf({}, OFFLINE), policyOf({ get: { executor: LOCAL } }, LOCAL)]), "get")).toEqual(OFFLINE);
  });

  it("has the executor of each policy in turn, for the directories of the policy", () => {
    const execution = combine([policyOf({ get: { executor: OFFLINE } }), policyOf({}, { type: "bubblewrap", working_dir: "/srv" })]);
    expect(executionOf(execution, "get").executors).toEqual([
      OFFLINE,
      { type: "bubblewrap", writable: [], network: "none", working_dir: "/srv" },
    ]);
  });

  it("is not affected by names that objects inherit", () => {
    const execution = combine([policyOf({ get: { executor: DOCKER } }, OFFLINE)]);
    expect(["__proto__", "constructor", "toString", "GET", "get ", ""].map((tool) => typeOf(execution, tool))).toEqual(
      Array.from({ length: 6 }, () => OFFLINE),
    );
  });

  it.each<[string, readonly AnyPolicySpec[], string]>([
    [
      "contradict each other",
      [policyOf({ get: { executor: DOCKER }, put: { executor: DOCKER } }), policyOf({}, OFFLINE)],
      "tools get, put: executor.type: docker and bubblewrap cannot be combined; the policies must agree here, or only one of them may have an executor",
    ],
    [
      "move a directory that the tool is confined to",
      [policyOf({ get: { args: { path: { within: "/srv" } } } }), policyOf({ get: { executor: DOCKER } })],
      "tool get: executor.working_dir must be set, because an earlier policy without a container has `within`",
    ],
  ])("is refused if the policies %s", (_title, specs, problem) => {
    expect(() => combine(specs)).toThrow(new Error(problem));
  });

  it("is not refused for a disabled tool, a tool without a command, and a directory of another tool", () => {
    const specs = [policyOf({ get: { executor: DOCKER }, put: { executor: DOCKER } }), policyOf({ get: { enabled: false } }, OFFLINE)];
    expect(combine(specs, ["other"]).tools).toBeUndefined();
    expect(combine([policyOf({ get: { args: { path: { within: "/srv" } } } }), policyOf({ put: { executor: DOCKER } })])).toMatchObject({
      executor: LOCAL,
    });
  });
});

describe("the executors that tools use", () => {
  const used = (execution: Execution): unknown => listExecutors(execution).map(({ executor, tools }) => [executor, tools]);

  it("are that of the policies if no tool has its own", () => {
    expect(used(combine([policyOf({}, OFFLINE)], ["get"]))).toEqual([[OFFLINE, undefined]]);
  });

  it("are listed once, with their tools", () => {
    const rules: Rules = { get: { executor: ONLINE }, list: { executor: ONLINE }, save: { executor: OFFLINE } };
    expect(used(combine([policyOf(rules, OFFLINE)], ["get", "list", "save", "show"]))).toEqual([
      [OFFLINE, ["show", "save"]],
      [ONLINE, ["get", "list"]],
    ]);
  });

  it("leave out that of the policies if each command has its own", () => {
    expect(used(combine([policyOf({ get: { executor: OFFLINE } }, DOCKER)], ["get"]))).toEqual([[OFFLINE, ["get"]]]);
  });

  it("name the other tools only if they are known", () => {
    expect(used(combine([policyOf({ get: { executor: OFFLINE } }, DOCKER)]))).toEqual([
      [DOCKER, ["all others"]],
      [OFFLINE, ["get"]],
    ]);
  });
});

describe("the network of a server", () => {
  it("is a fact of each tool", () => {
    const rules: Rules = { get: { executor: ONLINE }, save: { executor: OFFLINE } };
    expect(networkFactsOf(combine([policyOf({}, OFFLINE)]))).toEqual({ isOffline: true });
    expect(networkFactsOf(combine([policyOf(rules)], ["get", "save", "show"]))).toEqual({
      isOffline: false,
      offlineTools: new Map([
        ["get", false],
        ["save", true],
      ]),
    });
    expect(networkFactsOf(combine([policyOf(rules)], ["get", "save"])).isOffline).toBe(true);
  });
});

it("names at most ten tools in a message", () => {
  const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
  expect(nameUsers("broken", names)).toBe("tools t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more: broken");
  expect(nameUsers("broken", undefined)).toBe("broken");
});
