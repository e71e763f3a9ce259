import { describe, expect, it } from "vitest";
import { combineExecution } from "../../../runtime/executor/this-machine.ts";
import type { AnyPolicySpec, DockerExecutor } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";

const CONFINING: AnyPolicySpec = { tools: { t: { args: { path: { within: "/data" }, name: { pattern: "a" } } }, other: {} } };
const docker = (more: Partial<DockerExecutor>): AnyPolicySpec => ({
  tools: {},
  executor: { type: "docker", image: "img", working_dir: "/data", ...more },
});

/** Returns the reason why a server with these policies does not start, or undefined. */
function problemOf(specs: readonly AnyPolicySpec[], variables: Readonly<Record<string, string>> = {}): string | undefined {
  const combined = combineExecution({ embedded: specs.map(toPolicy) }, variables);
  return combined.kind === "refused" ? combined.problem : undefined;
}

describe("a later policy with a container", () => {
  it.each<[string, Partial<DockerExecutor>]>([
    ["has the same directories", { volumes: ["/data:/data"] }],
    ["writes a directory in another way", { volumes: ["/data/:/data:ro"] }],
    ["names a directory by a variable", { volumes: ["$DATA:/data"] }],
    ["has an empty directory", { volumes: ["/data"] }],
  ])("may follow a policy with `within` if it %s", (_title, more) => {
    expect(problemOf([CONFINING, docker(more)], { DATA: "/data" })).toBeUndefined();
  });

  it.each<[string, Partial<DockerExecutor>, string]>([
    ["has another directory at a path", { volumes: ["/data:/data", "/other:/data2"] }, "executor.volumes: /other:/data2 must be mounted"],
    [
      "has another directory by a variable",
      { volumes: ["$OTHER:/data"] },
      "executor.volumes: $OTHER:/data must be mounted at its own path",
    ],
  ])("may not follow a policy with `within` if it %s", (_title, more, problem) => {
    expect(problemOf([CONFINING, docker(more)], { OTHER: "/other" })).toContain(problem);
  });

  it("may not follow a policy with `within` without a working directory", () => {
    const { executor } = docker({});
    const { working_dir: _, ...unset } = executor as DockerExecutor;
    expect(problemOf([CONFINING, { tools: {}, executor: unset }])).toContain("executor.working_dir must be set");
  });

  it("may have other directories if no earlier policy has `within`", () => {
    expect(problemOf([{ tools: { t: { args: { path: { pattern: "a" } } } } }, docker({ volumes: ["/other:/data"] })])).toBeUndefined();
  });

  it("may have other directories if only policies with a container have `within`", () => {
    const own = { ...docker({ volumes: ["/other:/data"] }), ...CONFINING };
    expect(problemOf([own])).toBeUndefined();
    expect(problemOf([own, docker({ volumes: ["/other:/data"] })])).toBeUndefined();
    expect(problemOf([CONFINING, own])).toContain("executor.volumes");
  });
});
