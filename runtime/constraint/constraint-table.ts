/**
 * The record of each constraint of a policy: what it applies to, how a call is checked, how it narrows the input schema, how several
 * policies combine, and its words for readers. A constraint without a record does not compile.
 */
import type { CompiledPattern, LinearPattern } from "../text/linear-pattern.ts";
import { countCodePoints } from "../text/code-points.ts";
import { toSchemaPattern } from "../text/pattern-syntax.ts";
import { renderValue } from "../text/render-value.ts";
import type { ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { canStandAlone } from "../tool/tool.ts";
import type { ArgConstraint } from "./arg-constraint.ts";
import type { ConstraintRecord } from "./constraint.ts";

/** The constraints in the order in which violations are reported (vectors policy.combo). */
export const CONSTRAINTS = {
  pattern: {
    kind: "value",
    form: "pattern",
    types: ["string", "map"],
    checks: ["string"],
    phrase: "matches",
    valuesOf: (pattern) => [pattern],
    check: (pattern, text) => applyPattern(pattern, ({ matchesAll }) => !matchesAll(String(text)), `${name(text)} does not match pattern`),
    narrow: ({ source }, { type }) => {
      const pattern = isText(type) ? toSchemaPattern(source) : undefined;
      return pattern === undefined ? {} : { patterns: [pattern] };
    },
    combine: "each",
  },
  deny_pattern: {
    kind: "value",
    form: "denied pattern",
    types: ["string", "map"],
    checks: ["string"],
    phrase: "no part matches",
    valuesOf: (pattern) => [pattern],
    check: (pattern, text) => applyPattern(pattern, ({ matchesPart }) => matchesPart(String(text)), `${name(text)} matches denied pattern`),
    narrow: () => ({}),
    combine: "each",
  },
  one_of: {
    kind: "value",
    form: "values",
    types: ["string", "integer", "number", "map"],
    checks: ["string", "number"],
    phrase: "one of",
    valuesOf: (members) => members,
    // Compares as strings, because `one_of: [1, 2]` in YAML can be meant as numbers or as strings.
    check: (members, value) =>
      members.some((member) => String(member) === String(value)) ? undefined : `${name(value)} is not one of: ${members.join(", ")}`,
    narrow: (members, { type }) => {
      if (type === "boolean") return {};
      return { values: [...new Set<string | number>(isText(type) ? members.map(String) : members.map(Number).filter(isJsonNumber))] };
    },
    combine: ([first = [], ...others]) => first.filter((member) => others.every((members) => members.map(String).includes(String(member)))),
  },
  max_length: {
    kind: "value",
    form: "length",
    types: ["string", "map"],
    checks: ["string"],
    phrase: "at most",
    unit: "characters",
    valuesOf: (most) => [most],
    check: (most, text) => (countCodePoints(String(text)) <= most ? undefined : `${name(text)} exceeds maximum length ${most}`),
    narrow: (maxLength, { type }) => (isText(type) ? { maxLength } : {}),
    combine: (limits) => Math.min(...limits),
  },
  min: {
    kind: "value",
    form: "minimum",
    types: ["integer", "number"],
    checks: ["number"],
    phrase: "at least",
    valuesOf: (least) => [least],
    // Compared this way around, so that a limit of NaN rejects every value.
    check: (least, value) => (Number(value) >= least ? undefined : `${name(value)} is below minimum ${least}`),
    narrow: (minimum, { type }) => (isNumeric(type) && isJsonNumber(minimum) ? { minimum } : {}),
    combine: (limits) => Math.max(...limits),
  },
  max: {
    kind: "value",
    form: "maximum",
    types: ["integer", "number"],
    checks: ["number"],
    phrase: "at most",
    valuesOf: (most) => [most],
    check: (most, value) => (Number(value) <= most ? undefined : `${name(value)} exceeds maximum ${most}`),
    narrow: (maximum, { type }) => (isNumeric(type) && isJsonNumber(maximum) ? { maximum } : {}),
    combine: (limits) => Math.min(...limits),
  },
  within: {
    kind: "value",
    form: "directory",
    types: ["string", "map"],
    checks: ["string"],
    phrase: "inside",
    valuesOf: (folder) => [folder],
    check: async (folder, path, { findEscape }) => {
      const problem = await findEscape(String(path), folder);
      return problem && `${name(path)} ${problem}`;
    },
    narrow: () => ({}),
    combine: "each",
  },
  equals: {
    kind: "value",
    form: "single value",
    types: ["string", "integer", "number", "boolean"],
    checks: ["string", "number", "boolean"],
    phrase: "only",
    valuesOf: (expected) => [expected],
    // Compares as strings, as `one_of` does.
    check: (expected, value) =>
      String(expected) === String(value)
        ? undefined
        : `${name(value)} must be ${typeof expected === "string" ? `'${renderValue(expected)}'` : expected}`,
    narrow: (expected, arg) => {
      const value = toTypeOf(arg, expected);
      return value === undefined ? {} : { values: [value] };
    },
    combine: "each",
  },
  forbid: {
    kind: "presence",
    form: "switch",
    phrase: "not allowed",
    valuesOf: () => [],
    check: (isGiven) => (isGiven ? "the policy forbids this argument: omit it" : undefined),
    narrow: () => ({ forbidden: true }),
    combine: (flags) => flags.includes(true),
  },
  required: {
    kind: "presence",
    form: "switch",
    phrase: "required",
    valuesOf: () => [],
    check: (isGiven) => (isGiven ? undefined : "the policy requires this argument: add it"),
    narrow: () => ({ required: true }),
    combine: (flags) => flags.includes(true),
  },
  message: { kind: "message", form: "text", combine: "each" },
} as const satisfies { readonly [Key in keyof Required<ArgConstraint>]: ConstraintRecord<Key> };

/** Returns a value as the messages of violations name it. */
export function name(value: ScalarValue): string {
  return typeof value === "string" ? `value '${renderValue(value)}'` : `value ${value}`;
}

/** Applies a pattern. One that cannot be compiled rejects every value; only a policy that was not generated can contain it. */
async function applyPattern(
  pattern: LinearPattern,
  isViolated: (ready: CompiledPattern & { readonly kind: "ready" }) => boolean,
  problem: string,
): Promise<string | undefined> {
  const compiled = await pattern.compile();
  if (compiled.kind === "invalid") return `the pattern '${pattern.source}' of the policy cannot be used: ${compiled.problem}`;
  return isViolated(compiled) ? `${problem} '${pattern.source}'` : undefined;
}

/** Converts a value to the argument's type. Returns `undefined` if JSON has no such value. */
function toTypeOf(arg: ToolArg, value: ScalarValue): ScalarValue | undefined {
  const { type } = arg;
  if (canStandAlone(arg) && typeof value === "boolean") return value;
  if (isText(type)) return String(value);
  if (isNumeric(type)) return isJsonNumber(Number(value)) ? Number(value) : undefined;
  return String(value) === "true" || String(value) === "false" ? String(value) === "true" : undefined;
}

function isText(type: ToolArg["type"]): boolean {
  return type === "string" || type === "map";
}

function isNumeric(type: ToolArg["type"]): boolean {
  return type === "integer" || type === "number";
}

/** Reports whether a limit can be written in JSON, which has no infinities and no NaN. */
function isJsonNumber(limit: number): boolean {
  return Number.isFinite(limit);
}
