/**
 * Compares the policies of config_errors.json and policy.json with the reference: the values of accepted policies, and the error locations
 * of the others. policy.json also names tools, which the policies are checked against. policy.test.ts tests the replies to calls.
 */
import { deepStrictEqual } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyPolicySpec } from "../../runtime/index.ts";
import { checkPolicy } from "../../generator/check/policy/check-policy.ts";
import { checkPolicyAgainst } from "../../generator/check/policy/policy-against.ts";
import type { CheckedFile, CommandTool } from "../../generator/check/files/checked-file.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { loadDocument, type LoadedDocument } from "../../generator/load/document.ts";
import type { YamlPath } from "../../generator/load/locate.ts";
import { policyExceptions } from "./exceptions-policy-errors.ts";
import { readVectors, untag, type Vector } from "./vectors.ts";

type LoadError =
  | { readonly kind: "yaml" | "other" }
  | { readonly kind: "validation"; readonly errors: readonly { readonly loc: readonly (string | number)[] }[] };

/** A policy, and its result in the reference, in one form for both files. */
interface PolicyCase {
  readonly id: string;
  readonly title: string;
  readonly yaml: string;
  readonly tools: readonly Partial<CommandTool>[];
  readonly expected:
    | { readonly kind: "refused"; readonly error: LoadError }
    /** The parts that the file shows. */
    | { readonly kind: "accepted"; readonly meaning: Readonly<Record<string, unknown>> };
}

interface Answer {
  readonly document?: LoadedDocument;
  /** Omitted if the policy is rejected. */
  readonly spec?: AnyPolicySpec;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

const { cases, quirks } = readAll();
const answers = new Map<string, Answer>();
const answerOf = ({ id }: PolicyCase): Answer => answers.get(id) ?? { errors: [], warnings: [] };

beforeAll(async () => {
  for (const one of [...cases, ...quirks]) answers.set(one.id, await answer(one));
});

describe("policies: every case agrees with the reference, or is listed as an exception", () => {
  for (const one of cases) {
    const exception = policyExceptions.get(one.id);
    if (exception === undefined) it(one.title, () => expectAgreement(one));
    else {
      it(`${one.id} is ${exception.answer} by ${exception.because}: ${exception.reason}`, () => {
        expect(agrees(one), `${one.id} agrees now: remove it from exceptions-policy-errors.ts`).toBe(false);
        const { spec, errors } = answerOf(one);
        expect(spec === undefined ? "refused" : "other").toBe(exception.answer);
        if (exception.answer === "refused") expect(errors.map(({ code }) => code)).toContain(exception.because);
      });
    }
  }

  it("has no exception for a case that does not exist", () => {
    const known = new Set(cases.map(({ id }) => id));
    expect([...policyExceptions.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it("counts the quirks that agree", () => {
    const agreeing = quirks.filter(agrees);
    console.log(`policies: ${agreeing.length} of ${quirks.length} quirks agree`);
    expect(agreeing.length).toBeGreaterThan(0);
  });
});

function expectAgreement(one: PolicyCase): void {
  const { document, spec, errors, warnings } = answerOf(one);
  if (one.expected.kind === "accepted") {
    expect(errors.map(({ message }) => message)).toEqual([]);
    deepStrictEqual(meaningOf(one, spec ?? { tools: {} }, warnings), one.expected.meaning);
    return;
  }
  expect(spec).toBeUndefined();
  expect(errors.length).toBeGreaterThan(0);
  const { error } = one.expected;
  if (error.kind !== "validation") return;
  for (const { loc } of error.errors) expectPlace(loc, document, errors);
  expect(errors.map(({ message }) => message)).toHaveLength(error.errors.length);
}

/** Expects an error at the key of the path, or in its value. */
function expectPlace(path: YamlPath, document: LoadedDocument | undefined, errors: readonly Diagnostic[]): void {
  const { key, value } = document?.locate(path) ?? {};
  const isThere = ({ span }: Diagnostic): boolean =>
    span !== undefined && [key, value].some((place) => place !== undefined && place.start <= span.start && span.end <= place.end);
  expect(errors.some(isThere), path.join(".")).toBe(true);
}

function agrees(one: PolicyCase): boolean {
  const { spec, warnings } = answerOf(one);
  if (one.expected.kind === "refused") return spec === undefined;
  return spec !== undefined && isDeepStrictEqual(meaningOf(one, spec, warnings), one.expected.meaning);
}

async function answer({ id, yaml, tools }: PolicyCase): Promise<Answer> {
  const loaded = loadDocument({ path: id, bytes: new TextEncoder().encode(yaml) });
  const { document } = loaded;
  const checked = document === undefined ? { diagnostics: [] } : await checkPolicy(document);
  const configs = tools.length === 0 ? [] : [toConfig(tools)];
  const against = checked.policy === undefined ? [] : await checkPolicyAgainst(checked.policy, configs);
  const diagnostics = [...loaded.diagnostics, ...checked.diagnostics];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const { policy } = checked;
  return {
    errors,
    // Names that the tools lack are reported when a server is generated, not when a policy is read.
    warnings: against.filter(({ severity, code }) => severity === "warning" || NAME_FAULTS.has(code)),
    ...(document && { document }),
    ...(policy && errors.length === 0 && { spec: policy.spec }),
  };
}

function toConfig(tools: readonly Partial<CommandTool>[]): CheckedFile {
  const commands = tools.map((tool): CommandTool => ({
    name: "",
    description: "",
    command: "",
    ...tool,
    // Vectors omit the type of some arguments.
    args: (tool.args ?? []).map((arg) => ({ ...arg, type: arg.type ?? "string" })),
  }));
  const source = { path: "c.yaml", text: "" };
  const document = { source, value: {}, locate: () => undefined, release: () => undefined };
  return { kind: "cli", document, name: "c", description: "", command: "c", global_args: [], tools: commands };
}

/** Converts a policy to the shape of the reference: its keys only, and null for an absent key. */
function meaningOf({ id, tools }: PolicyCase, spec: AnyPolicySpec, warnings: readonly Diagnostic[]): unknown {
  const { executor = { type: "local" } } = spec;
  const parts = { volumes: [], working_dir: null, network: null, image: null, ...executor };
  const policies = new Map(Object.entries(spec.tools));
  if (id.startsWith("config_errors")) {
    const toolsOf = Array.from(policies, ([name, { description, args = {} }]) => {
      return [name, { description: description ?? null, args: toConstraints(args) }] as const;
    });
    return { executor: parts, default: spec.default, tools: Object.fromEntries(toolsOf) };
  }
  const enabled = tools.map(({ name = "" }) => name).filter((name) => spec.default === "enabled" || policies.has(name));
  const argsOf = (name: string): ReadonlySet<string> => new Set(tools.find((tool) => tool.name === name)?.args?.map((arg) => arg.name));
  return {
    enabled,
    constraints: Object.fromEntries(
      enabled.map((name) => {
        const args = Object.entries(policies.get(name)?.args ?? {}).filter(([arg]) => argsOf(name).has(arg));
        return [name, toConstraints(Object.fromEntries(args))];
      }),
    ),
    executor: parts,
    warnings: warnings.flatMap(toReferenceWarning),
  };
}

function toConstraints(args: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(args).map(([name, rules]) => [name, { pattern: null, min: null, max: null, ...rules }]));
}

/** Codes for faults of names, by those of the reference, which only warns of them. Two of them are errors here. */
const NAME_FAULTS: ReadonlyMap<string, string> = new Map([
  ["policy-unknown-tool", "policy_unknown_tool"],
  ["policy-misspelt-tool", "policy_unknown_tool"],
  ["policy-unknown-argument", "policy_unknown_arg"],
]);

/** The reference warns of names only. */
function toReferenceWarning({ code, source, span }: Diagnostic): readonly string[] {
  const key = source?.text.slice(span?.start, span?.end).replaceAll(/^['"]|['"]$/g, "");
  const fault = NAME_FAULTS.get(code);
  return fault === undefined ? [] : [`${fault} ${key}`];
}

function readAll(): { readonly cases: readonly PolicyCase[]; readonly quirks: readonly PolicyCase[] } {
  const ofConfigs = readVectors<ConfigInput, ConfigExpected>("config_errors");
  const ofPolicies = readVectors<PolicyInput, PolicyExpected>("policy");
  const isPolicy = ({ input }: Vector<ConfigInput, ConfigExpected>): boolean => input.target === "policy";
  return {
    cases: [...ofConfigs.cases.filter(isPolicy).map(fromConfigVector), ...ofPolicies.cases.map(fromPolicyVector)],
    quirks: [...ofConfigs.quirks.filter(isPolicy).map(fromConfigVector), ...ofPolicies.quirks.map(fromPolicyVector)],
  };
}

interface ConfigInput {
  readonly target: "config" | "policy";
  readonly yaml: string;
}

type ConfigExpected = { readonly ok: true; readonly config: Readonly<Record<string, unknown>> } | ({ readonly ok: false } & LoadError);

function fromConfigVector({ id, note, input, expected }: Vector<ConfigInput, ConfigExpected>): PolicyCase {
  return {
    id,
    title: note === undefined ? id : `${id}: ${note}`,
    yaml: input.yaml,
    tools: [],
    expected: expected.ok
      ? { kind: "accepted", meaning: untag(expected.config) as Readonly<Record<string, unknown>> }
      : { kind: "refused", error: expected },
  };
}

interface PolicyInput {
  readonly policy_yaml: string;
  readonly tools: readonly Partial<CommandTool>[];
}

type PolicyExpected =
  | { readonly load_error: LoadError }
  | {
      readonly load_error?: undefined;
      readonly enabled: readonly string[];
      readonly constraints: object;
      readonly executor: object;
      readonly warnings: readonly { readonly kind: string; readonly tool: string; readonly arg?: string }[];
    };

function fromPolicyVector({ id, note, input, expected }: Vector<PolicyInput, PolicyExpected>): PolicyCase {
  const shared = { id, title: note === undefined ? id : `${id}: ${note}`, yaml: input.policy_yaml, tools: input.tools };
  if (expected.load_error !== undefined) return { ...shared, expected: { kind: "refused", error: expected.load_error } };
  const warnings = expected.warnings.map(({ kind, tool, arg }) => `${kind} ${arg ?? tool}`);
  const { enabled, constraints, executor } = expected;
  return {
    ...shared,
    expected: { kind: "accepted", meaning: untag({ enabled, constraints, executor, warnings }) as Readonly<Record<string, unknown>> },
  };
}
