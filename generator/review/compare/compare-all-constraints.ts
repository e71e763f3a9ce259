/** Compares the constraints of all policies of one side on one argument with those of the other side. */
import type { ArgConstraint } from "@climax-gen/runtime/compiler";
import type { Finding, Subject } from "../change.ts";
import { compareConstraints } from "./compare-constraints.ts";

/**
 * Every change of the constraints. Limits and lists of values are combined first. Patterns and folders cannot be: those of both sides
 * are left out, and the others are compared in their order. So a change is never missed, and one may be reported that the other
 * policies make harmless.
 */
export function compareAllConstraints(old: readonly ArgConstraint[], now: readonly ArgConstraint[], subject: Subject): readonly Finding[] {
  if (old.length < 2 && now.length < 2) return compareConstraints(old[0] ?? {}, now[0] ?? {}, subject);
  const [before, after] = [combineLimits(old), combineLimits(now)];
  return [
    ...compareConstraints(before, after, subject),
    ...UNCOMBINED.flatMap((key) => {
      const [left, right] = [listOnly(old, now, key), listOnly(now, old, key)];
      const places = Array.from({ length: Math.max(left.length, right.length) }, (_, place) => place);
      return places.flatMap((place) => compareConstraints(toConstraint(key, left[place]), toConstraint(key, right[place]), subject));
    }),
  ];
}

const UNCOMBINED = ["pattern", "deny_pattern", "within"] as const;
type Uncombined = (typeof UNCOMBINED)[number];

/** The values of the first side that the second one does not have. */
function listOnly(of: readonly ArgConstraint[], others: readonly ArgConstraint[], key: Uncombined): readonly string[] {
  const known = new Set(others.map((constraint) => constraint[key]));
  return [...new Set(of.flatMap((constraint) => constraint[key] ?? []))].filter((value) => !known.has(value));
}

function toConstraint(key: Uncombined, value: string | undefined): ArgConstraint {
  return value === undefined ? {} : { [key]: value };
}

function combineLimits(constraints: readonly ArgConstraint[]): ArgConstraint {
  const min = strictest(Math.max, (constraint) => constraint.min, constraints);
  const max = strictest(Math.min, (constraint) => constraint.max, constraints);
  const maxLength = strictest(Math.min, (constraint) => constraint.max_length, constraints);
  const lists = constraints.flatMap(({ one_of }) => (one_of === undefined ? [] : [one_of]));
  const [first, ...others] = lists;
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(first && { one_of: first.filter((value) => others.every((list) => list.map(String).includes(String(value)))) }),
  };
}

function strictest(
  choose: (...limits: number[]) => number,
  read: (constraint: ArgConstraint) => number | undefined,
  constraints: readonly ArgConstraint[],
): number | undefined {
  const limits = constraints.map(read).filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : choose(...limits);
}
