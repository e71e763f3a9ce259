/** Compares policy.json: the tools that a policy enables, their descriptions, and the calls that it rejects. */
import { validateArguments, withDefaults } from "../../runtime/arguments/arguments.ts";
import { findViolations } from "../../runtime/policy/find-violations.ts";
import type { ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import type { Policy } from "../../runtime/policy/policy.ts";
import { describedBy, isEnabled, rulesFor, toPolicy } from "../../runtime/policy/policy.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { readPolicySpec } from "./vector-policies.ts";
import { toTool } from "./vector-tools.ts";
import type { VectorTool } from "./vector-tools.ts";
import { describeConformance, untag } from "./vectors.ts";
import type { Comparison, Vector } from "./vectors.ts";

interface Call {
  readonly tool: string;
  readonly arguments_json: string;
}

interface Input {
  readonly policy_yaml: string;
  readonly tools: readonly VectorTool[];
  readonly calls?: readonly Call[];
}

type CallAnswer = { readonly errors: readonly string[] } | { readonly not_enabled: true } | { readonly raises: unknown };

interface Expected {
  readonly load_error?: unknown;
  readonly enabled: readonly string[];
  readonly description_overrides: unknown;
  readonly descriptions: unknown;
  readonly constraints: unknown;
  readonly executor: unknown;
  readonly calls: readonly CallAnswer[];
}

describeConformance<Input, Expected>({
  file: "policy",
  skip: ({ expected }) => (expected.load_error === undefined ? undefined : "whether a policy is accepted is the compiler's to say"),
  compare,
});

async function compare({ input, expected }: Vector<Input, Expected>): Promise<Comparison> {
  const spec = readPolicySpec(input.policy_yaml);
  const policy = toPolicy(spec);
  const tools = input.tools.map((tool) => toTool("run", tool, [])).filter((tool) => tool !== undefined);
  const enabled = tools.filter(({ name }) => isEnabled(name, [policy]));
  const { description_overrides, descriptions, constraints, executor } = expected;
  return {
    got: {
      enabled: enabled.map(({ name }) => name),
      description_overrides: tableOf(enabled, ({ name }) => policy.tools.get(name)?.description ?? null),
      descriptions: tableOf(enabled, (tool) => describedBy(tool, [policy])),
      constraints: tableOf(enabled, (tool) => constraintsOn(tool, policy)),
      executor: toExecutor(policy.executor),
      calls: await Promise.all((input.calls ?? []).map((call, place) => answer(call, expected.calls[place], tools, policy))),
    },
    want: untag({
      enabled: expected.enabled,
      description_overrides,
      descriptions,
      constraints,
      executor,
      calls: expected.calls,
    }),
  };
}

function tableOf<Value>(tools: readonly Tool[], read: (tool: Tool) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, read(tool)]));
}

/** The reference drops constraints on arguments that the tool does not have. Here they have no effect. */
function constraintsOn({ name, args }: Tool, policy: Policy): unknown {
  const constrained = args
    .map((arg) => [arg.name, rulesFor(name, arg.name, [policy])[0]] as const)
    .filter(([, rules]) => rules !== undefined);
  return Object.fromEntries(
    constrained.map(([arg, rules]) => [arg, { pattern: rules?.pattern?.source ?? null, min: rules?.min ?? null, max: rules?.max ?? null }]),
  );
}

/** Returns the keys of an executor that the reference knows. It ignores other keys, which the check stage rejects. */
function toExecutor(executor: ExecutorSpec = { type: "local" }): unknown {
  const known = { type: "local", image: null, volumes: [], working_dir: null, network: null };
  return { ...known, ...Object.fromEntries(Object.entries(executor).filter(([key]) => Object.hasOwn(known, key))) };
}

/**
 * The reference checks arguments as received, this implementation as passed to the program (docs/compatibility.md). If the reference
 * raised an exception, the test only requires that the call fails.
 */
async function answer(
  { tool: name, arguments_json }: Call,
  want: CallAnswer | undefined,
  tools: readonly Tool[],
  policy: Policy,
): Promise<unknown> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined || !isEnabled(name, [policy])) return { not_enabled: true };
  const { values, problems } = validateArguments(tool.args, JSON.parse(arguments_json) as Readonly<Record<string, unknown>>);
  if (problems.length > 0) return { invalid: problems.map(({ message }) => message) };
  const violations = await findViolations(tool, { values: withDefaults(tool.args, values), policies: [policy], workingDirectory: "/" });
  if (want !== undefined && "raises" in want) return violations.length > 0 ? want : "allowed";
  return { errors: violations.map(({ message }) => message), violations: violations.map(({ arg, constraint }) => [arg, constraint]) };
}
