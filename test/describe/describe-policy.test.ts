import { describe, expect, it } from "vitest";
import { describeConstraints, describeSurroundings, toolPolicies } from "../../generator/describe/describe-policy.ts";
import type { ArgConstraint } from "../../runtime/constraint/arg-constraint.ts";
import type { AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";

describe("describeConstraints says", () => {
  it.each<[string, ArgConstraint, string]>([
    ["nothing for an empty policy", {}, ""],
    ["both ends of a range", { min: 0, max: 5 }, "0 to 5"],
    ["one end of a range", { min: -1 }, "at least -1"],
    ["the other end of a range", { max: 0.5 }, "at most 0.5"],
    [
      "every constraint",
      { pattern: "a+", deny_pattern: "b", one_of: ["a", 1], max_length: 3, within: "/srv" },
      "matches a+, no part matches b, one of a, 1, at most 3 characters, inside /srv",
    ],
  ])("%s", (_title, rules, want) => {
    expect(describeConstraints([rules])).toBe(want);
  });
});

describe("describeSurroundings says", () => {
  it.each<[string, Omit<AnyPolicySpec, "tools">, readonly string[]]>([
    ["nothing for an empty policy", {}, []],
    ["that commands run on the machine", { executor: { type: "local" } }, ["Commands run on the server's machine"]],
    [
      "that commands run in containers of an image",
      { executor: { type: "docker", image: "i" } },
      ["Commands run in docker containers of i"],
    ],
    [
      "that commands run in a bubblewrap sandbox",
      { executor: { type: "bubblewrap", network: "host" } },
      ["Commands run in a bubblewrap sandbox: the machine's network; no directory is writable"],
    ],
    [
      "the hosts of a network",
      { executor: { type: "bubblewrap", network: { hosts: ["a.example", "*.b.example"] } } },
      ["Commands run in a bubblewrap sandbox: a network of the hosts a.example, *.b.example only; no directory is writable"],
    ],
    ["that all variables are inherited", { env: { inherit: "all" } }, ["Commands see all environment variables of the server"]],
    [
      "that containers inherit no variables",
      { executor: { type: "docker", image: "alpine" }, env: { inherit: ["PATH"] } },
      [
        "Commands run in docker containers of alpine",
        "Containers see only the variables of the config; the docker client sees these environment variables of the server: PATH",
      ],
    ],
    ["that no variables are inherited", { env: { inherit: [] } }, ["Commands see no environment variable of the server"]],
    ["limits", { limits: { max_queue: 0, max_timeout: 5 } }, ["Limits: 0 waiting calls, 5 s for each call"]],
    [
      "every limit",
      {
        limits: {
          max_output_bytes: 1024,
          max_concurrency: 2,
          max_queue: 3000,
          max_timeout: 4,
          memory: 1024,
          cpu_seconds: 5,
          processes: 6,
          max_reply_bytes: 2048,
          max_capture_bytes: 4096,
          reply_after: 7,
        },
      },
      [
        "Limits: 1 KiB of each output, 2 commands at once, 3,000 waiting calls, 4 s for each call, 1 KiB of memory, 5 s of processor time, " +
          "6 processes, 2 KiB of each reply, 4 KiB kept of each longer output, a first reply after 7 s",
      ],
    ],
  ])("%s", (_title, policy, want) => {
    expect(describeSurroundings([{ ...policy, tools: {} }])).toEqual(want);
  });
});

it("names of object members are not tools", () => {
  expect(toolPolicies([{ tools: {} }]).get("constructor")).toBeUndefined();
  expect(toolPolicies([]).size).toBe(0);
});

it("describeSurroundings says which scopes callers need, once for tools with the same", () => {
  const policies: readonly AnyPolicySpec[] = [
    { tools: { a: { scopes: ["deploy"] }, b: { scopes: ["ops"] }, c: { scopes: ["deploy"] }, d: { enabled: false, scopes: ["ops"] } } },
    { default: "enabled", tools: { b: { scopes: ["ops", "audit"] } } },
  ];
  expect(describeSurroundings(policies)).toEqual([
    "Callers of a and c over HTTP need a token with the scope deploy",
    "Callers of b over HTTP need a token with the scopes ops and audit",
  ]);
});
