/** Compares the constraints of one argument in all policies of both sides. */
import type { ArgConstraint, ScalarValue } from "@climax-gen/runtime/compiler";
import { omitAbsent } from "../../check/files/omit-absent.ts";
import type { Finding, Subject } from "../change.ts";
import { compareConstraints } from "./compare-constraints.ts";

/**
 * Returns all changes of the constraints. Limits and lists of values are combined first. Patterns, directories and single values cannot be
 * combined. Equal values of both sides are ignored, and the others are compared in order. So no change is missed, but a reported change may
 * have no effect because of another policy.
 */
export function compareAllConstraints(old: readonly ArgConstraint[], now: readonly ArgConstraint[], subject: Subject): readonly Finding[] {
  if (old.length < 2 && now.length < 2) return compareConstraints(old[0] ?? {}, now[0] ?? {}, subject);
  const [before, after] = [combineLimits(old), combineLimits(now)];
  return [
    ...compareConstraints(before, after, subject),
    ...UNCOMBINED.flatMap((key) => {
      const [left, right] = [listOnly(old, now, key), listOnly(now, old, key)];
      const indexes = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
      return indexes.flatMap((index) => compareConstraints(toConstraint(key, left[index]), toConstraint(key, right[index]), subject));
    }),
  ];
}

const UNCOMBINED = ["pattern", "deny_pattern", "within", "equals", "message"] as const;
type Uncombined = (typeof UNCOMBINED)[number];

/** Returns the values of the first side that the second one does not have. */
function listOnly(of: readonly ArgConstraint[], others: readonly ArgConstraint[], key: Uncombined): readonly ScalarValue[] {
  const known = new Set(others.map((constraint) => constraint[key]));
  return [...new Set(of.flatMap((constraint) => constraint[key] ?? []))].filter((value) => !known.has(value));
}

function toConstraint(key: Uncombined, value: ScalarValue | undefined): ArgConstraint {
  return value === undefined ? {} : { [key]: value };
}

function combineLimits(constraints: readonly ArgConstraint[]): ArgConstraint {
  const lists = constraints.flatMap(({ one_of }) => (one_of === undefined ? [] : [one_of]));
  const [first, ...others] = lists;
  return omitAbsent<Omit<ArgConstraint, Uncombined>>({
    min: strictest(Math.max, (constraint) => constraint.min, constraints),
    max: strictest(Math.min, (constraint) => constraint.max, constraints),
    max_length: strictest(Math.min, (constraint) => constraint.max_length, constraints),
    forbid: constraints.some(({ forbid }) => forbid) || undefined,
    required: constraints.some(({ required }) => required) || undefined,
    one_of: first?.filter((value) => others.every((list) => list.map(String).includes(String(value)))),
  });
}

function strictest(
  choose: (...limits: number[]) => number,
  read: (constraint: ArgConstraint) => number | undefined,
  constraints: readonly ArgConstraint[],
): number | undefined {
  const limits = constraints.map(read).filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : choose(...limits);
}
