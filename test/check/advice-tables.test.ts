/** Aliases and words of every key: the advice is applied as it is written, and no error is left. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type * as z from "zod";
import { checkInputs } from "../../generator/check-inputs.ts";
import { argSchema, configSchema, toolSchema } from "../../generator/check/keys/config-schema.ts";
import { factsOf, fieldsOf, findByAlias } from "../../generator/check/keys/key-facts.ts";
import { directiveSchema, directiveToolSchema } from "../../generator/check/keys/directive-schema.ts";
import {
  constraintSchema,
  executorSchema,
  inheritedEnvSchema,
  limitsSchema,
  policySchema,
  toolPolicySchema,
} from "../../generator/check/keys/policy-schema.ts";

type Mapping = Record<string, unknown>;

const encode = (path: string, value: unknown): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

async function errorsOf(config: unknown, policy?: unknown): Promise<readonly string[]> {
  const given = policy === undefined ? {} : { policies: [encode("policy.yaml", policy)] };
  const { diagnostics } = await checkInputs([encode("git.yaml", config)], given);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ message, help }) => help ?? message);
}

/** Applies a help text: returns the mapping with each suggested key, or with the suggested entries. */
function apply(help: string, mapping: Mapping, key: string): readonly Mapping[] {
  const { [key]: value, ...rest } = mapping;
  const names = /did you mean (.*)\?$/.exec(help)?.[1];
  if (names !== undefined) return Array.from(names.matchAll(/"([^"]+)"/g), ([, name = ""]) => ({ ...rest, [name]: value }));
  const entry = /write `(.+?)`/.exec(help)?.[1];
  if (entry === undefined) throw new Error(`no advice in: ${help}`);
  return [{ ...rest, ...(parse(`{ ${entry} }`) as Mapping) }];
}

interface Context {
  /** The schema of the mapping. */
  readonly schema: z.ZodObject;
  /** Entries that the mapping needs beside the one in question. */
  readonly base: Mapping;
  /** The documents with this mapping in its place. */
  readonly wrap: (mapping: Mapping) => readonly [config: unknown, policy?: unknown];
}

async function expectAdvice(context: Pick<Context, "base" | "wrap">, key: string, value: unknown): Promise<void> {
  const { [key]: _replaced, ...base } = context.base;
  const mapping = { ...base, [key]: value };
  const [help = "", ...others] = await errorsOf(...context.wrap(mapping));
  // A required key that is written as a foreign key is also reported as missing.
  expect(others.filter((other) => !other.startsWith("add "))).toEqual([]);
  for (const right of apply(help, mapping, key))
    expect({ help, right, errors: await errorsOf(...context.wrap(right)) }).toMatchObject({ errors: [] });
}

/** Each alias of each key, in each mapping that has the key, with each value that people write there. */
function listRows(
  contexts: readonly Context[],
  samples: Readonly<Record<string, readonly unknown[]>>,
): [key: string, text: string, context: Context, value: unknown][] {
  return contexts.flatMap((context) => {
    const fields = fieldsOf(context.schema);
    const aliases = [...new Set(Array.from(fields.keys()).flatMap((key) => factsOf(context.schema, key).aliases ?? []))];
    return aliases.flatMap((alias) => {
      const [target = ""] = findByAlias(context.schema, alias);
      if (fields.has(alias)) return [];
      const values = samples[target];
      if (values === undefined) throw new Error(`no sample for ${target}`);
      return values.map((value): [string, string, Context, unknown] => [alias, JSON.stringify(value), context, value]);
    });
  });
}

const tool = { name: "t", description: "d" };
const configContexts: readonly Context[] = [
  { schema: configSchema, base: { command: "git", tools: [tool] }, wrap: (config) => [config] },
  { schema: toolSchema, base: tool, wrap: (mapping) => [{ command: "git", tools: [mapping] }] },
  { schema: argSchema, base: { name: "a" }, wrap: (mapping) => [{ command: "git", tools: [{ ...tool, args: [mapping] }] }] },
];

describe("the foreign keys of a config", () => {
  const samples = {
    args: [[{ name: "x" }], { x: { positional: true } }],
    global_args: [[{ name: "x", default: "y" }], { x: { default: "y" } }],
    enum: [["a", "b"], "a|b"],
    description: ["Show it"],
    command: ["log", ["log", "-n"]],
    tools: [[tool], { t: { description: "d" } }],
    env: [{ A: "b" }],
    working_dir: ["/srv"],
    tags: [["vcs"], "vcs", "vcs, git"],
    title: ["A title"],
    flag: ["-n"],
    repeat: [true],
    required: [true],
    secret: [true],
    success_exit_codes: [[0, 1], 1, "0, 1"],
    timeout: [5, "5", "5s"],
    name: ["n"],
  };
  it.each(listRows(configContexts, samples))("%s: %s", async (key, _text, context, value) => {
    await expectAdvice(context, key, value);
  });

  it.each([
    ["short", "n", "-n"],
    ["long", "max-count", "--max-count"],
  ])("%s: %s becomes a flag with dashes", async (key, value, flag) => {
    const [message] = await errorsOf({ command: "git", tools: [{ ...tool, args: [{ name: "a", [key]: value }] }] });
    expect(message).toBe(`write \`flag: ${flag}\``);
  });
});

describe("the foreign values of a config", () => {
  const types = [
    "str",
    "text",
    "path",
    "file",
    "enum",
    "int",
    "long",
    "float",
    "double",
    "decimal",
    "bool",
    "flag",
    "switch",
    "array",
    "list",
  ];
  const risks = ["readonly", "read-only", "safe", "none", "modify", "danger", "dangerous", "delete"];
  it.each([...types.map((value) => ["type", value] as const), ...risks.map((value) => ["risk", value] as const)])(
    "%s: %s",
    async (key, value) => {
      const inPlace = (entry: Mapping): unknown =>
        key === "risk"
          ? { command: "git", tools: [{ ...tool, ...entry }] }
          : { command: "git", tools: [{ ...tool, args: [{ name: "a", ...entry }] }] };
      const [message = ""] = await errorsOf(inPlace({ [key]: value }));
      const meant = /did you mean "(\w+)"\?$/.exec(message)?.[1];
      const right = meant === undefined ? { type: "string", repeat: true } : { [key]: meant };
      expect(message).toMatch(/did you mean ("\w+"|the type of one value with `repeat: true`)\?$/);
      expect(await errorsOf(inPlace(right))).toEqual([]);
    },
  );
});

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
    pattern: ["a+"],
    deny_pattern: ["a+", ["a.b", "c"]],
    one_of: [["x"], "x", "x|y"],
    max_length: [5, "5"],
    min: [5],
    max: [5],
    within: ["/srv"],
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
  };
  const rows = listRows(policyContexts, samples).filter(([key, , { base, schema }]) => {
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
    if (["minimum", "maximum"].includes(key)) return;
    await expectAdvice(context, key, value);
  });

  it.each(["minimum", "maximum"])("%s of a number", async (key) => {
    const wrap = (rules: Mapping): [unknown, unknown] => [config, { tools: { t: { args: { n: rules } } } }];
    await expectAdvice({ base: {}, wrap }, key, 5);
  });
});

describe("the foreign keys of a definition", () => {
  const base = { name: "list", description: "d", inputSchema: { type: "object" }, handler: "files.list" };
  const contexts: readonly Context[] = [
    { schema: directiveSchema, base: { kind: "directive", tools: [base] }, wrap: (definition) => [definition] },
    { schema: directiveToolSchema, base, wrap: (mapping) => [{ kind: "directive", tools: [mapping] }] },
  ];
  const samples = {
    inputSchema: [{ type: "object" }],
    description: ["d"],
    title: ["t"],
    root: ["notes"],
    handler: ["files.list"],
    method: ["my.list"],
    name: ["n"],
  };
  it.each(listRows(contexts, samples))("%s: %s", async (key, _text, context, value) => {
    const target = findByAlias(context.schema, key)[0] ?? "";
    const { [target]: _replaced, ...rest } = context.base;
    await expectAdvice({ ...context, base: rest }, key, value);
  });
});
