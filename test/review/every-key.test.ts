/** Changes each key of configs, Directive definitions and policies, one at a time: `climax-gen diff` must report each change. */
import { expect, it } from "vitest";
import type * as z from "zod";
import type { argSchema } from "../../generator/check/keys/arg-schema.ts";
import type { configSchema } from "../../generator/check/keys/config-schema.ts";
import type { toolSchema } from "../../generator/check/keys/tool-schema.ts";
import type { directiveSchema, directiveToolSchema } from "../../generator/check/keys/directive-schema.ts";
import type { executorSchema, limitsSchema } from "../../generator/check/keys/execution-schema.ts";
import type { approvalSchema, constraintSchema, policySchema, toolPolicySchema } from "../../generator/check/keys/policy-schema.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { toSide } from "./sides.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Two values of a key, and other keys that it needs. `undefined` stands for a mapping without the key. */
type Sample = readonly [old: unknown, now: unknown, rest?: Fields];

/** One sample per key of a mapping: a missing key does not compile. `undefined` marks a key without a separate effect. */
type Samples<Schema extends z.ZodObject> = Readonly<Record<keyof Schema["shape"], Sample | undefined>>;

const ARGS: Samples<typeof argSchema> = {
  name: ["a", "b"],
  description: ["One", "Two"],
  type: ["string", "integer"],
  required: [undefined, true],
  default: ["x", "y"],
  requires: [undefined, ["other"]],
  flag: ["-a", "-b"],
  positional: [undefined, true],
  cwd: [undefined, true],
  stdin: [undefined, true],
  env: [undefined, "A"],
  file: [undefined, true],
  repeat: [undefined, true],
  join: [undefined, ","],
  value: [undefined, "x{}"],
  spellings: [undefined, ["-b"], { flag: "--bee" }],
  negatable: [undefined, true, { type: "boolean", flag: "--a" }],
  optional_value: [undefined, true, { flag: "--a=" }],
  enum: [["x"], ["x", "y"]],
  min: [1, 2, { type: "integer" }],
  max: [1, 2, { type: "integer" }],
  max_length: [1, 2],
  pattern: ["a", "b"],
  keys: [{ pattern: "a" }, { pattern: "b" }, { type: "map" }],
  allow_leading_dash: [undefined, true, { positional: true }],
  secret: [undefined, true],
};

const TOOLS: Samples<typeof toolSchema> = {
  name: ["tool", "renamed"],
  title: ["One", "Two"],
  description: ["One", "Two"],
  command: ["one", "two"],
  program: [undefined, "other"],
  env: [undefined, { A: "1" }],
  working_dir: [undefined, "/srv"],
  order: [undefined, "as_written", { args: [{ name: "other" }, { name: "a", positional: true }] }],
  args: [[], [{ name: "a" }]],
  timeout: [1, 2],
  risk: ["read", "write"],
  network: [undefined, true],
  idempotent: [undefined, true],
  runs_code: [undefined, true],
  confirm_message: [undefined, "Sure?"],
  resolve: [{ x: { command: "one" } }, { x: { command: "two" } }, { confirm_message: "{x}" }],
  success_exit_codes: [undefined, [0, 1]],
  exit_codes: [undefined, { 1: "none found" }],
  timeout_is_success: [undefined, true],
  stderr: [undefined, "on_failure"],
  reply_prefix: ["Times are UTC", "Times are local"],
  output: [undefined, "json"],
  os: [["linux"], ["linux", "macos"]],
  end_of_options: [undefined, true, { args: [{ name: "a", positional: true }] }],
  at_most_one: [undefined, [["a", "other"]]],
  exactly_one: [undefined, [["a", "other"]]],
  at_least_one: [undefined, [["a", "other"]]],
  examples: [undefined, [{ args: {} }]],
  keywords: [undefined, ["word"]],
  weak_keywords: [undefined, ["word"]],
};

const CONFIGS: Samples<typeof configSchema> = {
  kind: undefined,
  name: ["one", "two"],
  description: ["One", "Two"],
  command: ["one", "two"],
  env: [undefined, { A: "1" }],
  working_dir: [undefined, "/srv"],
  category: ["one", "two"],
  tags: [["one"], ["two"]],
  global_args: [undefined, [{ name: "g", default: "x" }]],
  end_of_options: [undefined, true, { tools: [{ name: "tool", description: "One", args: [{ name: "a", positional: true }] }] }],
  network: [undefined, true],
  idempotent: [undefined, true],
  runs_code: [undefined, true],
  unknown_args: [undefined, "refuse"],
  when_missing: ["warn", "hide"],
  os: ["linux", ["linux", "macos"]],
  defaults: [{ timeout: 1 }, { timeout: 2 }],
  // Has an effect only through `use`; its arguments are compared as those of the tools.
  arg_groups: undefined,
  include: undefined,
  program_version: [">=1", ">=2"],
  version_command: ["-v", "-V", { program_version: ">=1" }],
  tools: [[], [{ name: "added", description: "Added" }]],
};

const DIRECTIVES: Samples<typeof directiveSchema> = {
  kind: undefined,
  name: ["one", "two"],
  description: ["One", "Two"],
  root: ["one", "two"],
  tools: [[], [{ name: "added", description: "Added", handler: "file.get", inputSchema: { type: "object" } }]],
};

const DIRECTIVE_TOOLS: Samples<typeof directiveToolSchema> = {
  name: ["get", "renamed"],
  title: ["One", "Two"],
  description: ["One", "Two"],
  inputSchema: [{ type: "object" }, { type: "object", properties: { path: { type: "string" } } }],
  handler: ["file.get", "files.list"],
  method: [undefined, "x.get"],
};

const POLICIES: Samples<typeof policySchema> = {
  kind: undefined,
  include: undefined,
  executor: [undefined, { type: "bubblewrap" }],
  env: [undefined, { inherit: "minimal" }],
  limits: [{ max_timeout: 1 }, { max_timeout: 2 }],
  approval: [undefined, { global: "write" }],
  default: ["enabled", "disabled"],
  unknown_args: [undefined, "refuse"],
  tools: [{ tool: {} }, { tool: { confirm: true } }],
  functions: [{ weather: {} }, { weather: { confirm: true } }],
};

const EXECUTORS: Samples<typeof executorSchema> = {
  type: ["bubblewrap", "local"],
  image: ["one", "two", { type: "docker" }],
  volumes: [["/a:/a"], ["/b:/b"], { type: "docker", image: "one" }],
  working_dir: ["/a", "/b", { type: "docker", image: "one" }],
  network: ["none", "host", { type: "docker", image: "one" }],
  user: ["1", "2", { type: "docker", image: "one" }],
  memory: ["1m", "2m", { type: "docker", image: "one" }],
  pids: [1, 2, { type: "docker", image: "one" }],
  read_only: [undefined, true, { type: "docker", image: "one" }],
  writable: [["/a"], ["/b"], { type: "bubblewrap" }],
};

const LIMITS: Samples<typeof limitsSchema> = {
  max_output_bytes: [10_000, 20_000],
  max_concurrency: [1, 2],
  max_queue: [1, 2],
  max_timeout: [1, 2],
  memory: ["100m", "200m"],
  cpu_seconds: [1, 2],
  processes: [1, 2],
  max_reply_bytes: [10_000, 20_000],
  max_capture_bytes: [10_000, 20_000],
  reply_after: [10, 20],
};

const APPROVALS: Samples<typeof approvalSchema> = {
  global: ["none", "write"],
  headless: ["deny", "approve", { global: "write" }],
  tools: [undefined, { tool: true }],
};

const TOOL_POLICIES: Samples<typeof toolPolicySchema> = {
  enabled: [undefined, false],
  description: [undefined, "Other"],
  confirm: [undefined, true],
  scopes: [undefined, ["deploy"]],
  require_approval: [undefined, true],
  executor: [undefined, { type: "bubblewrap" }],
  args: [undefined, { a: { forbid: true } }],
};

const CONSTRAINTS: Samples<typeof constraintSchema> = {
  pattern: ["a", "b"],
  deny_pattern: ["a", "b"],
  one_of: [["x"], ["x", "y"]],
  max_length: [1, 2],
  min: [1, 2],
  max: [1, 2],
  within: ["/a", "/b"],
  equals: ["x", "y"],
  forbid: [undefined, true],
  required: [undefined, true],
  message: ["One", "Two", { max_length: 1 }],
};

type Texts = readonly [config: string, policy?: string];

const OTHER = { name: "other" };
const TOOL = { name: "tool", description: "One", command: "one", args: [{ name: "a" }, OTHER] };
const CONFIG = { name: "one", command: "one", tools: [TOOL] };
const POLICY = { kind: "policy", default: "enabled", tools: {} };

const configOf = (changed: Fields): Texts => [JSON.stringify({ ...CONFIG, ...changed })];
const toolOf = (changed: Fields): Texts => configOf({ tools: [{ ...TOOL, ...changed }] });
const argOf = (changed: Fields): Texts => toolOf({ args: [{ name: "a", ...changed }, OTHER] });
const directiveOf = (changed: Fields): Texts => {
  const tool = { name: "get", description: "One", handler: "file.get", inputSchema: { type: "object" } };
  return [JSON.stringify({ kind: "directive", tools: [tool], ...changed })];
};
const directiveToolOf = (changed: Fields): Texts =>
  directiveOf({ tools: [{ name: "get", description: "One", handler: "file.get", inputSchema: { type: "object" }, ...changed }] });
const policyOf = (changed: Fields): Texts => [JSON.stringify(CONFIG), JSON.stringify({ ...POLICY, ...changed })];
const constraintOf = (changed: Fields): Texts => {
  const type = "min" in changed || "max" in changed ? "integer" : "string";
  const [config] = argOf({ type });
  return [config, JSON.stringify({ ...POLICY, tools: { tool: { args: { a: changed } } } })];
};

const MAPPINGS: readonly (readonly [
  mapping: string,
  samples: Readonly<Record<string, Sample | undefined>>,
  toTexts: (fields: Fields) => Texts,
])[] = [
  ["argument", ARGS, argOf],
  ["tool", TOOLS, toolOf],
  ["config", CONFIGS, configOf],
  ["Directive definition", DIRECTIVES, directiveOf],
  ["Directive tool", DIRECTIVE_TOOLS, directiveToolOf],
  ["policy", POLICIES, policyOf],
  ["executor", EXECUTORS, (executor) => policyOf({ executor })],
  ["limits", LIMITS, (limits) => policyOf({ limits, executor: { type: "docker", image: "one" } })],
  ["approval", APPROVALS, (approval) => policyOf({ approval })],
  ["tool of a policy", TOOL_POLICIES, (tool) => policyOf({ tools: { tool } })],
  ["constraint", CONSTRAINTS, constraintOf],
];

const CASES = MAPPINGS.flatMap(([mapping, samples, toTexts]) =>
  Object.entries(samples).flatMap(([key, sample]) => {
    if (sample === undefined) return [];
    const [old, now, rest = {}] = sample;
    const textsOf = (value: unknown): Texts => toTexts({ ...rest, ...(value !== undefined && { [key]: value }) });
    return [{ mapping, key, old: textsOf(old), now: textsOf(now) }];
  }),
);

it.each(CASES)("climax-gen diff reports a change of the key $key of a $mapping, and the reverse change", async ({ old, now }) => {
  const sides = { old: await toSide("old", ...old), new: await toSide("new", ...now) };
  expect(compareSides(sides)).not.toEqual([]);
  expect(compareSides({ old: sides.new, new: sides.old })).not.toEqual([]);
});
