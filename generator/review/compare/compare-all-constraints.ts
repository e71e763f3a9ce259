/** Compares the constraints of one argument in all policies of both sides. */
import type { ArgConstraint } from "@climax-gen/runtime/compiler";
import { combineConstraints, UNCOMBINED } from "@climax-gen/runtime/compiler";
import type { Finding, Subject } from "../change.ts";
import { compareConstraints } from "./compare-constraints.ts";

/**
 * Returns all changes of the constraints. Limits and lists of values are combined first. Patterns, directories and single values cannot be
 * combined. Equal values of both sides are ignored, and the others are compared in order. So no change is missed, but a reported change may
 * have no effect because of another policy.
 */
export function compareAllConstraints(old: readonly ArgConstraint[], now: readonly ArgConstraint[], subject: Subject): readonly Finding[] {
  if (old.length < 2 && now.length < 2) return compareConstraints(old[0] ?? {}, now[0] ?? {}, subject);
  const [before, after] = [combineConstraints(old), combineConstraints(now)];
  return [
    ...compareConstraints(before, after, subject),
    ...UNCOMBINED.flatMap((key) => {
      const [left, right] = [listOnly(old, now, key), listOnly(now, old, key)];
      const indexes = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
      return indexes.flatMap((index) => compareConstraints(toConstraint(key, left[index]), toConstraint(key, right[index]), subject));
    }),
  ];
}

/** Returns the values of the first side that the second one does not have. */
function listOnly(of: readonly ArgConstraint[], others: readonly ArgConstraint[], key: keyof ArgConstraint): readonly unknown[] {
  const known = new Set(others.map((constraint) => constraint[key]));
  return [...new Set(of.flatMap((constraint) => constraint[key] ?? []))].filter((value) => !known.has(value));
}

function toConstraint(key: keyof ArgConstraint, value: unknown): ArgConstraint {
  return value === undefined ? {} : { [key]: value };
}
