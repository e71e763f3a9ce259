/** Reads the table of constraints: what a constraint applies to, and the checks and words of all constraints of an argument. */
import { toLinearPattern } from "../text/linear-pattern.ts";
import type { ArgType, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg, ValueLimits } from "../tool/tool.ts";
import type { ArgConstraint, ArgRules } from "./arg-constraint.ts";
import { CONSTRAINTS, name } from "./constraint-table.ts";
import type { Combine, ConstrainedType, ConstraintForm, ConstraintMachine, PresenceConstraint, ValueConstraint } from "./constraint.ts";

/** A violation of one constraint, with the message of the policy. */
export type Violation = readonly [constraint: keyof ArgConstraint, problem: string];

/** A constraint in words: the phrase, the values that follow it, and their unit. */
export interface ConstraintWords {
  readonly key: keyof ArgConstraint;
  readonly phrase: string;
  readonly values: readonly ScalarValue[];
  readonly unit?: string;
}

/** The names of all constraints, in the order of their table. */
export const CONSTRAINT_KEYS = Object.keys(CONSTRAINTS) as readonly (keyof ArgConstraint)[];

/** Returns the form of a constraint. */
export function formOfConstraint(key: keyof ArgConstraint): ConstraintForm {
  return CONSTRAINTS[key].form;
}

/** Prepares the constraints of an argument for the checks of calls. Ignores keys that are undefined. */
export function toArgRules(constraint: ArgConstraint): ArgRules {
  const rules = CONSTRAINT_KEYS.flatMap((key) => {
    const limit = constraint[key];
    return limit === undefined ? [] : [[key, compileLimit(formOfConstraint(key), limit)] as const];
  });
  // Only the patterns have another type in the rules.
  return Object.fromEntries(rules);
}

function compileLimit(form: ConstraintForm, limit: unknown): unknown {
  switch (form) {
    case "pattern":
      return toLinearPattern(String(limit));
    case "denied pattern":
      return toLinearPattern(String(limit), "deny");
    default:
      return limit;
  }
}

/** A record whose limit is not known to the type system. `pairs` passes each record the limit of its own key. */
type AnyRecord = ValueConstraint<unknown, unknown> | PresenceConstraint<unknown>;

/** The constraints that are set, with their records. A presence constraint is set if it is `true`. */
function pairs(rules: ArgRules | ArgConstraint): readonly (readonly [key: keyof ArgConstraint, record: AnyRecord, limit: unknown])[] {
  return CONSTRAINT_KEYS.flatMap((key) => {
    const record = CONSTRAINTS[key];
    const limit = rules[key];
    if (record.kind === "message" || limit === undefined || (record.kind === "presence" && limit !== true)) return [];
    // Safe cast: `limit` is the limit of the same key as the record.
    return [[key, record as AnyRecord, limit] as const];
  });
}

/** Returns the values that the constraints of an argument list. Returns undefined if they allow others. */
export function listedValues(rules: ArgConstraint | ArgRules): readonly ScalarValue[] | undefined {
  const set = pairs(rules);
  const ofForm = (form: ConstraintForm): (typeof set)[number] | undefined => set.find(([, record]) => record.form === form);
  const found = ofForm("single value") ?? ofForm("values");
  return found && found[1].valuesOf(found[2]);
}

/** Returns the constraints on values that can be set for arguments of a type, in the order of the table. */
export function constraintsOfType(type: ArgType): readonly (keyof ArgConstraint)[] {
  return CONSTRAINT_KEYS.filter((key) => {
    const record = CONSTRAINTS[key];
    return record.kind === "value" && (record.types as readonly ArgType[]).includes(type);
  });
}

/** Reports whether a constraint concerns values. Others concern the presence of the argument, or all its constraints. */
export function isValueConstraint(key: keyof ArgConstraint): boolean {
  return CONSTRAINTS[key].kind === "value";
}

/** The constraints of which no single value expresses several. */
export const UNCOMBINED = CONSTRAINT_KEYS.filter((key) => CONSTRAINTS[key].combine === "each");

/** Combines the constraints of several policies into one, except `UNCOMBINED`. */
export function combineConstraints(constraints: readonly ArgConstraint[]): ArgConstraint {
  const combined = CONSTRAINT_KEYS.flatMap((key) => {
    // Safe cast: the limits are those of the same key as the record.
    const combine = CONSTRAINTS[key].combine as Combine<unknown>;
    const limits = constraints.map((constraint) => constraint[key]).filter((limit) => limit !== undefined);
    return combine === "each" || limits.length === 0 ? [] : [[key, combine(limits)] as const];
  });
  return Object.fromEntries(combined);
}

/**
 * Returns the violations of the constraints on values. First those of constraints that do not apply to the type of the value: it is
 * rejected, because ignoring the constraint would allow any value of another type.
 */
export async function checkValue(rules: ArgRules, value: ScalarValue, machine: ConstraintMachine): Promise<readonly Violation[]> {
  const set = pairs(rules).flatMap(([key, record, limit]) => (record.kind === "value" ? [{ key, record, limit }] : []));
  const type = typeof value as ConstrainedType;
  const misfits = set
    .filter(({ record }) => !record.checks.includes(type))
    .map(({ key }): Violation => [key, `${name(value)} is a ${type}, to which constraint '${key}' does not apply`]);
  const found: Violation[] = [];
  for (const { key, record, limit } of set) {
    const problem = record.checks.includes(type) ? await record.check(limit, value, machine) : undefined;
    if (problem !== undefined) found.push([key, problem]);
  }
  return [...misfits, ...found];
}

/** Returns the first violation of the constraints on the presence of an argument. */
export function checkGiven(rules: ArgRules, isGiven: boolean): Violation | undefined {
  for (const [key, record] of pairs(rules)) {
    const problem = record.kind === "presence" ? record.check(isGiven) : undefined;
    if (problem !== undefined) return [key, problem];
  }
  return undefined;
}

/** Returns the part of each constraint that an input schema can express for the argument, in the order of the table. */
export function narrowByEach(rules: ArgRules, arg: ToolArg): readonly ValueLimits[] {
  return pairs(rules).map(([, record, limit]) => (record.kind === "value" ? record.narrow(limit, arg) : record.narrow()));
}

/** Reports whether a constraint rejects every boolean, because it does not apply to booleans. */
export function rejectsBooleans(rules: ArgRules): boolean {
  return pairs(rules).some(([, record]) => record.kind === "value" && !record.checks.includes("boolean"));
}

/** Returns the constraints that are set, in words. */
export function describeConstraint(constraint: ArgConstraint): readonly ConstraintWords[] {
  return pairs(constraint).map(([key, { phrase, valuesOf, unit }, limit]) => ({
    key,
    phrase,
    values: valuesOf(limit),
    ...(unit !== undefined && { unit }),
  }));
}
