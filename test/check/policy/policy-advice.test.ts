/** Applies the advice for every alias and word of a policy literally: no error remains. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { factsOf, findByAlias } from "../../../generator/check/keys/key-facts.ts";
import { executorSchema, inheritedEnvSchema, limitsSchema } from "../../../generator/check/keys/execution-schema.ts";
import { approvalSchema, constraintSchema, policySchema, toolPolicySchema } from "../../../generator/check/keys/policy-schema.ts";
import { type Context, errorsOf, expectAdvice, listRows, type Mapping } from "../advice.ts";

const tool = { name: "t", description: "d" };
const args = [{ name: "a" }, { name: "n", type: "integer" }];
const config = {
  command: "git",
  tools: [
    { ...tool, args },
    { ...tool, name: "u" },
  ],
};
const policyContexts: readonly Context[] = [
  { schema: policySchema, base: { tools: { t: {} } }, wrap: (policy) => [config, policy] },
  {
    schema: executorSchema,
    base: { type: "docker", image: "alpine:3" },
    wrap: (executor) => [config, { executor, tools: { t: {} } }],
  },
  { schema: executorSchema, base: { type: "bubblewrap" }, wrap: (executor) => [config, { executor, tools: { t: {} } }] },
  { schema: inheritedEnvSchema, base: {}, wrap: (env) => [config, { env, tools: { t: {} } }] },
  { schema: limitsSchema, base: {}, wrap: (limits) => [config, { limits, tools: { t: {} } }] },
  { schema: approvalSchema, base: {}, wrap: (approval) => [config, { approval, tools: { t: {} } }] },
  { schema: toolPolicySchema, base: {}, wrap: (rules) => [config, { tools: { t: rules } }] },
  { schema: constraintSchema, base: {}, wrap: (rules) => [config, { tools: { t: { args: { a: rules } } } }] },
];

describe("the foreign keys of a policy", () => {
  const ofDocker = new Set(["image", "volumes", "user", "memory", "pids", "read_only"]);
  const samples = {
    executor: [{ type: "bubblewrap" }],
    image: ["alpine:3"],
    env: [{ inherit: ["PATH"] }],
    limits: [{ max_queue: 5 }],
    tools: [{ t: {} }, ["t"], "t"],
    default: ["disabled"],
    args: [{ a: { max_length: 5 } }],
    description: ["Show it"],
    confirm: [true],
    scopes: [["deploy"]],
    pattern: ["a+"],
    deny_pattern: ["a+", ["a.b", "c"]],
    one_of: [["x"], "x", "x|y"],
    max_length: [5, "5"],
    min: [5],
    max: [5],
    within: ["/srv"],
    equals: ["x"],
    forbid: [true],
    required: [true],
    approval: [{ global: "all" }],
    global: ["all"],
    headless: ["deny"],
    cpu_seconds: [5, "5s"],
    processes: [5],
    working_dir: ["/srv"],
    volumes: [["/srv:/srv"], "/srv:/srv"],
    writable: [["/srv"], "/srv"],
    network: ["none"],
    memory: ["512m"],
    pids: [5],
    max_timeout: [5, "5s"],
    max_concurrency: [5],
    max_output_bytes: [5, "1MiB"],
    max_reply_bytes: [65536, "1MiB"],
    max_capture_bytes: [5, "1MiB"],
    reply_after: [5, "5s"],
  };
  // The sample value of a constraint is for text: the test below has one for numbers.
  const ofNumbers = ["minimum", "maximum"];
  const rows = listRows(policyContexts, samples).filter(([key, , { base, schema }]) => {
    if (ofNumbers.includes(key)) return false;
    const [target = ""] = findByAlias(schema, key);
    return base["type"] !== "bubblewrap" || !ofDocker.has(target);
  });
  it.each(rows)("%s: %s", async (key, _text, context, value) => {
    if (["mounts", "binds"].includes(key)) {
      // Docker has volumes, bubblewrap writable folders: the message names both.
      const name = context.base["type"] === "docker" ? "volumes" : "writable";
      const [message] = await errorsOf(...context.wrap({ ...context.base, [key]: [value].flat() }));
      expect(message).toContain('did you mean "volumes" or "writable"?');
      expect(await errorsOf(...context.wrap({ ...context.base, [name]: [value].flat() }))).toEqual([]);
      return;
    }
    await expectAdvice(context, key, value);
  });

  it.each(ofNumbers)("%s of a number", async (key) => {
    const wrap = (rules: Mapping): [unknown, unknown] => [config, { tools: { t: { args: { n: rules } } } }];
    await expectAdvice({ base: {}, wrap }, key, 5);
  });
});

describe("the foreign values of a policy", () => {
  const wordsOf = (schema: typeof executorSchema | typeof policySchema, key: string): readonly string[] =>
    Array.from(factsOf(schema, key).words?.keys() ?? []);
  const executors = [...wordsOf(executorSchema, "type"), "Docker", "dokcer", "bubblewarp"];

  /** Applies "did you mean …?" and "write `…`" to the entry. */
  function applyTo(help: string, key: string): Mapping {
    const quoted = /^did you mean "([^"]+)"\?$/.exec(help)?.[1];
    if (quoted !== undefined) return { [key]: quoted };
    const written = /^(?:did you mean|write) `([^`]+)`\??$/.exec(help)?.[1] ?? "";
    return parse(written.startsWith("{") ? written : `{ ${written} }`) as Mapping;
  }

  it.each(executors)("executor: { type: %s }", async (type) => {
    const [help = "", ...others] = await errorsOf(config, { executor: { type }, tools: { t: {} } });
    expect(others).toEqual([]);
    const right = applyTo(help, "type");
    expect({ help, errors: await errorsOf(config, { executor: right, tools: { t: {} } }) }).toMatchObject({ errors: [] });
  });

  it("names only the type if the executor has an image", async () => {
    const policy = { executor: { type: "podman", image: "alpine:3" }, tools: { t: {} } };
    expect(await errorsOf(config, policy)).toEqual(['did you mean "docker"?']);
  });

  it.each(executors)("executor: %s", async (executor) => {
    const [help = "", ...others] = await errorsOf(config, { executor, tools: { t: {} } });
    expect(others).toEqual([]);
    expect({ help, errors: await errorsOf(config, { executor: applyTo(help, ""), tools: { t: {} } }) }).toMatchObject({ errors: [] });
  });

  it.each([...wordsOf(policySchema, "default"), "Enabled", "disabld"])("default: %s", async (word) => {
    const [help = "", ...others] = await errorsOf(config, { default: word, tools: { t: {} } });
    expect(others).toEqual([]);
    expect(await errorsOf(config, { ...applyTo(help, "default"), tools: { t: {} } })).toEqual([]);
  });

  it.each(["PATH", "PATH, HOME", ["PATH"], "all", "minimal"])("env: %j", async (env) => {
    const [help = "", ...others] = await errorsOf(config, { env, tools: { t: {} } });
    expect(others).toEqual([]);
    expect({ help, errors: await errorsOf(config, { env: applyTo(help, ""), tools: { t: {} } }) }).toMatchObject({ errors: [] });
  });

  it.each(["All", "minimum", "mininal", "none", "PATH", "PATH, HOME"])("env: { inherit: %s }", async (inherit) => {
    const [help = "", ...others] = await errorsOf(config, { env: { inherit }, tools: { t: {} } });
    expect(others).toEqual([]);
    const choices = Array.from(help.matchAll(/"([^"]+)"/g), ([, choice]): unknown => choice);
    const lists = Array.from(help.matchAll(/`(\[[^`]*\])`/g), ([, list = ""]) => parse(list) as unknown);
    expect([...choices, ...lists]).not.toEqual([]);
    for (const right of [...choices, ...lists])
      expect({ help, errors: await errorsOf(config, { env: { inherit: right }, tools: { t: {} } }) }).toMatchObject({ errors: [] });
  });

  const entries: readonly [Mapping, string][] = [
    [{ confirm: "yes" }, "confirm"],
    [{ confirm: 1 }, "confirm"],
    [{ confirm: "ask" }, "confirm"],
    [{ description: 5 }, "description"],
    [{ args: { a: { max_length: "5" } } }, "max_length"],
    [{ args: { a: { one_of: "x" } } }, "one_of"],
    [{ args: { a: { one_of: "x|y" } } }, "one_of"],
    [{ args: { a: { pattern: ["x", "y"] } } }, "pattern"],
    [{ args: { a: { pattern: 5 } } }, "pattern"],
    [{ args: { a: { within: 5 } } }, "within"],
    [{ args: { n: { min: "5" } } }, "min"],
    [{ args: { n: { min: "5", max: "9" } } }, "min"],
    [{ args: { n: "1-5" } }, "n"],
    [{ args: { n: [1, 2] } }, "n"],
    [{ args: { n: 5 } }, "n"],
    [{ args: { n: "5" } }, "n"],
    [{ args: { a: 5 } }, "a"],
    [{ args: { a: "5" } }, "a"],
    [{ args: { a: "1-5" } }, "a"],
    [{ args: { a: [1, 2] } }, "a"],
    [{ args: { a: "x" } }, "a"],
    [{ args: ["a"] }, "args"],
    [{ args: "a" }, "args"],
  ];
  it.each(entries)("tools: { t: %j }", async (rules, key) => {
    const [help = "", ...others] = await errorsOf(config, { tools: { t: rules } });
    expect(help).not.toBe("");
    const byType = (key === "a" ? /`([^`]+)` for text$/ : /^write `([^`]+)` for a number/).exec(help);
    const value = byType?.[1] ?? /^write `([^`]+)`$/.exec(help)?.[1] ?? /^enclose it in quotes: (.+)$/.exec(help)?.[1];
    // The help names several values, or none.
    if (value === undefined) return;
    const right = replaceIn(rules, key, parse(value) as unknown);
    const left = (await errorsOf(config, { tools: { t: right } })).filter((other) => !others.includes(other));
    expect({ help, right, left }).toMatchObject({ left: [] });
  });

  function replaceIn(mapping: Mapping, key: string, value: unknown): Mapping {
    const entriesOf = Object.entries(mapping).map(([name, entry]): [string, unknown] => {
      if (name === key) return [name, value];
      const isInner = typeof entry === "object" && entry !== null && !Array.isArray(entry);
      return [name, isInner ? replaceIn(entry as Mapping, key, value) : entry];
    });
    return Object.fromEntries(entriesOf);
  }
});
