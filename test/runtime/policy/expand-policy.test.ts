import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyTarget } from "../../../runtime/policy/expand-policy.ts";
import { coversGlob, expandPolicy, matchesGlob, mostSpecific } from "../../../runtime/policy/expand-policy.ts";
import { inOrder, joinPolicies } from "../../../runtime/policy/join-policies.ts";
import type { AnyPolicySpec, ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { isEnabled, needsConfirmation, rulesFor, toPolicy } from "../../../runtime/policy/policy.ts";

const args = [{ name: "path" }, { name: "count" }];
const TOOLS: readonly PolicyTarget[] = [
  { name: "git_log", risk: "read", args },
  { name: "git_push", risk: "destructive", args: [] },
  { name: "git_tag", args: [{ name: "path" }] },
];

it("applies `approval` of a policy that a program builds without `tools`", () => {
  const spec = { default: "enabled", approval: { global: "destructive" } } as unknown as AnyPolicySpec;
  expect(expandPolicy(spec, TOOLS)).toEqual([{ default: "enabled", tools: { git_push: { confirm: true } } }]);
});

describe("a glob", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["git_*", ["git_log", "git_"], ["git", "xgit_log", "GIT_log"]],
    ["*_log", ["git_log", "_log", "a_log_log"], ["git_logs"]],
    ["a*b*c", ["abc", "axbxbc"], ["ab", "acb", "abcd"]],
    ["?", ["a", "😀"], ["", "ab"]],
    ["git_???", ["git_log"], ["git_push", "git_lo"]],
    ["*", ["", "a"], []],
    ["a*a", ["aa", "aba"], ["a"]],
    ["a.b*", ["a.b"], ["axb"]],
  ])("%s matches whole names", (glob, matching, others) => {
    expect([...matching, ...others].filter((name) => matchesGlob(glob, name))).toEqual(matching);
  });

  it("matches as a regular expression does", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 6 });
    const globs = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 6 });
    const property = fc.property(globs, letters, (glob, name) => {
      const expression = new RegExp(`^${glob.replaceAll("?", ".").replaceAll("*", ".*")}$`, "su");
      expect(matchesGlob(glob, name)).toBe(expression.test(name));
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe("a glob that covers another one", () => {
  it("matches every name that the other one matches", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 6 });
    const globs = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 5 });
    const property = fc.property(globs, globs, fc.array(letters, { maxLength: 8 }), (glob, other, texts) => {
      if (coversGlob(glob, other)) expect(texts.filter((text) => matchesGlob(other, text) && !matchesGlob(glob, text))).toEqual([]);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it("is not among the most specific ones", () => {
    expect(mostSpecific(["*", "git_*", "git_l?g", "git_l*", "*_log"])).toEqual(["git_l?g", "*_log"]);
    expect(mostSpecific(["a*", "a*", "a**"])).toEqual(["a*", "a*", "a**"]);
    expect(mostSpecific(["a?", "a*"])).toEqual(["a?"]);
  });
});

describe("the executor of a tool", () => {
  const inSandbox = (folder: string): ExecutorSpec => ({ type: "bubblewrap", writable: [folder] });
  const [one, two, three] = [inSandbox("/1"), inSandbox("/2"), inSandbox("/3")];
  const executorsIn = (tools: AnyPolicySpec["tools"]): readonly unknown[] =>
    expandPolicy({ executor: three, tools }, TOOLS).map((spec) => [spec.executor, spec.tools["git_log"]?.executor]);

  it.each<[string, AnyPolicySpec["tools"], readonly unknown[]]>([
    ["is that of its entry", { "git_*": { executor: one }, git_log: { executor: two } }, [[three, two]]],
    ["is that of the most specific glob", { "git_l*": { executor: two }, "git_*": { executor: one } }, [[three, two]]],
    ["is that of two globs with the same one", { "*_log": { executor: one }, "git_*": { executor: one } }, [[three, one]]],
    ["is undefined if only other tools have one", { "*_tag": { executor: one }, "git_*": {} }, [[three, undefined]]],
    [
      "is that of each glob, in a policy of its own, if none is more specific",
      { "*_log": { executor: one }, "git_*": { executor: two } },
      [
        [three, one],
        [undefined, two],
      ],
    ],
  ])("%s", (_title, tools, want) => {
    expect(executorsIn(tools)).toEqual(want);
  });
});

describe("expandPolicy", () => {
  const expand = (spec: AnyPolicySpec): readonly AnyPolicySpec["tools"][] => expandPolicy(spec, TOOLS).map(({ tools }) => tools);

  it("returns a policy without globs unchanged", () => {
    const spec: AnyPolicySpec = { approval: { headless: "approve" }, tools: { git_log: {} } };
    expect(expandPolicy(spec, TOOLS)).toEqual([spec]);
    expect(expandPolicy(spec, TOOLS)[0]).toBe(spec);
  });

  it("names the tools that a glob matches, and its constraints on arguments that they have", () => {
    const rules = { args: { path: { within: "." }, count: { max: 3 } } };
    expect(expand({ tools: { "git_*": rules } })).toEqual([{ git_log: rules, git_push: {}, git_tag: { args: { path: { within: "." } } } }]);
  });

  it("replaces keys of a glob with those of the name, in constraints too", () => {
    const tools: AnyPolicySpec["tools"] = {
      "git_*": { confirm: true, description: "of the glob", args: { count: { min: 1, max: 3, message: "of the glob" } } },
      git_log: { confirm: false, description: "of the name", args: { count: { max: 9 } } },
    };
    expect(expand({ tools })[0]).toMatchObject({ git_push: { confirm: true, description: "of the glob" } });
    // A message applies to the keys of its own constraint, so it gets a separate layer.
    expect(expand({ tools }).map(({ git_log }) => git_log)).toEqual([
      { description: "of the name", args: { count: { max: 9 } } },
      { args: { count: { min: 1, message: "of the glob" } } },
    ]);
  });

  it("keeps nothing of a glob's constraint if the name replaces all of its keys", () => {
    const tools: AnyPolicySpec["tools"] = {
      "git_l*": { args: { count: { max: 3, message: "of the glob" } } },
      git_log: { args: { count: { max: 9 } } },
    };
    expect(expand({ tools })).toEqual([{ git_log: { args: { count: { max: 9 } } } }]);
  });

  it("applies the constraints of all globs, with the same key in several layers", () => {
    const tools: AnyPolicySpec["tools"] = {
      "git_*": { args: { path: { pattern: "a.*" } } },
      "*_log": { args: { path: { pattern: ".*b", max_length: 3 } } },
    };
    expect(expand({ tools })).toEqual([
      { git_log: { args: { path: { pattern: "a.*" } } }, git_push: {}, git_tag: { args: { path: { pattern: "a.*" } } } },
      { git_log: { args: { path: { pattern: ".*b", max_length: 3 } } } },
    ]);
  });

  it.each<[string, object, object]>([
    ["the first", { max_length: 3, message: "short" }, { pattern: "a.*" }],
    ["the second", { pattern: "a.*" }, { max_length: 3, message: "short" }],
  ])("keeps the constraints of two globs apart if %s has a message", (_title, first, second) => {
    const tools = { "git_l*": { args: { path: first } }, "*_log": { args: { path: second } } };
    expect(expand({ tools })).toEqual([{ git_log: { args: { path: first } } }, { git_log: { args: { path: second } } }]);
  });

  it.each<[string, AnyPolicySpec["tools"], readonly string[]]>([
    ["one glob disables it", { "*": {}, "*_push": { enabled: false } }, ["git_push"]],
    ["a glob disables it, and the name enables it", { "git_*": { enabled: false }, git_log: { enabled: true } }, ["git_push", "git_tag"]],
    [
      "a glob disables it, and the entry of the name has no `enabled`",
      { "git_*": { enabled: false }, git_log: {} },
      ["git_log", "git_push", "git_tag"],
    ],
    ["the name disables it", { "*": { enabled: true }, git_tag: { enabled: false } }, ["git_tag"]],
  ])("disables a tool if %s", (_title, tools, disabled) => {
    const [table = {}] = expand({ tools });
    expect(Object.keys(table).filter((name) => table[name]?.enabled === false)).toEqual(disabled);
  });

  it.each<[string, Partial<AnyPolicySpec>, readonly string[]]>([
    ["none", { approval: { global: "none" } }, []],
    ["destructive", { approval: { global: "destructive" } }, ["git_push"]],
    ["write, with tools without a risk", { approval: { global: "write" } }, ["git_push", "git_tag"]],
    ["all", { approval: { global: "all" } }, ["git_log", "git_push", "git_tag"]],
    ["exceptions", { approval: { global: "write", tools: { git_log: true, git_tag: false } } }, ["git_log", "git_push"]],
    ["a name before an exception", { approval: { tools: { git_log: true } }, tools: { git_log: { confirm: false } } }, []],
    [
      "a glob before an exception",
      { approval: { global: "all", tools: { git_log: true } }, tools: { "*_log": { confirm: false } } },
      ["git_push", "git_tag"],
    ],
  ])("confirms calls by level: %s", (_title, spec, confirmed) => {
    const [table = {}] = expand({ default: "enabled", tools: {}, ...spec });
    expect(Object.keys(table).filter((name) => table[name]?.confirm)).toEqual(confirmed);
  });

  it("must precede toPolicy, which throws for globs and approval", () => {
    expect(() => toPolicy({ tools: { "git_*": {} } })).toThrow(/glob/);
    expect(() => toPolicy({ tools: {}, approval: { global: "all" } })).toThrow(/approval/);
    expect(() => toPolicy({ tools: {}, approval: { tools: { git_log: true } } })).toThrow(/approval/);
  });
});

describe("joinPolicies", () => {
  it("puts included policies first, each without a decision about tools that no file names", () => {
    const files: readonly AnyPolicySpec[] = [
      { limits: { max_queue: 1 }, tools: { git_log: { confirm: true } } },
      { executor: { type: "bubblewrap" }, tools: { "*_tag": { args: { path: { within: "." } } } } },
    ];
    expect(inOrder(joinPolicies(files, TOOLS))).toEqual([
      { executor: { type: "bubblewrap" }, default: "enabled", tools: { git_tag: { args: { path: { within: "." } } } } },
      { limits: { max_queue: 1 }, tools: { git_log: { confirm: true }, git_tag: {} } },
    ]);
  });
});

describe("the functions of a policy", () => {
  const WEATHER: PolicyTarget = { name: "weather", args: [{ name: "city" }] };
  const strict = { confirm: true, args: { city: { max_length: 3 } } };
  const policiesOf = (specs: readonly AnyPolicySpec[]) => specs.map(toPolicy);
  const rulesOf = (specs: readonly AnyPolicySpec[]) => {
    const policies = policiesOf(specs);
    return {
      isEnabled: isEnabled("weather", policies),
      confirms: needsConfirmation("weather", policies),
      limits: rulesFor("weather", "city", policies).map(({ max_length }) => max_length),
    };
  };
  const RULES = { isEnabled: true, confirms: true, limits: [3] };

  it.each<[string, AnyPolicySpec]>([
    ["a glob of all tools", { tools: { "*": {} }, functions: { weather: strict } }],
    ["a glob that waives the confirmation", { tools: { "w*": { confirm: false } }, functions: { weather: strict } }],
    ["an entry in `tools`", { tools: { weather: {} }, functions: { weather: strict } }],
    [
      "an entry in `tools`, and levels of `approval`",
      { approval: { global: "all" }, tools: { weather: {} }, functions: { weather: strict } },
    ],
  ])("keep their rules next to %s", (_, spec) => {
    expect(rulesOf(expandPolicy(spec, [...TOOLS, WEATHER]))).toEqual(RULES);
  });

  it("stay disabled next to a glob of all tools", () => {
    const spec: AnyPolicySpec = { tools: { "*": {} }, functions: { weather: { enabled: false } } };
    expect(rulesOf(expandPolicy(spec, [...TOOLS, WEATHER]))).toMatchObject({ isEnabled: false });
  });

  it.each<[string, AnyPolicySpec, AnyPolicySpec]>([
    ["including policy", { tools: {}, functions: { weather: strict } }, { tools: { weather: {} } }],
    ["including policy, next to a glob", { tools: {}, functions: { weather: strict } }, { tools: { "*": {} } }],
    ["included policy", { tools: { weather: {} } }, { tools: {}, functions: { weather: strict } }],
  ])("keep the rules of the %s", (_, including, included) => {
    expect(rulesOf(inOrder(joinPolicies([including, included], [...TOOLS, WEATHER])))).toEqual(RULES);
  });
});
