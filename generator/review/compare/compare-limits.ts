/** Compares the limits that a config sets for the values of an argument. */
import type { ArgConstraint, ToolArg } from "@climax-gen/runtime/compiler";
import { omitAbsent } from "../../check/files/omit-absent.ts";
import type { Finding, Subject } from "../change.ts";
import { compareConstraints } from "./compare-constraints.ts";

/** Returns all changes of `min`, `max`, `max_length`, `pattern` and `keys`. They are compared like the constraints of policies. */
export function compareLimits(old: ToolArg, now: ToolArg, subject: Subject): readonly Finding[] {
  const ofKeys = compareInConfig({ pattern: old.keys?.pattern }, { pattern: now.keys?.pattern }, subject);
  return [
    ...compareInConfig(old, now, subject),
    ...ofKeys.map((finding) => ({ ...finding, keys: ["keys", ...(finding.keys ?? [])], message: `of the keys: ${finding.message}` })),
  ];
}

type Limits = { readonly [Key in "min" | "max" | "max_length" | "pattern"]?: ArgConstraint[Key] | undefined };

function compareInConfig(old: Limits, now: Limits, subject: Subject): readonly Finding[] {
  return compareConstraints(toConstraint(old), toConstraint(now), subject).map((finding) => ({ ...finding, isPolicy: false }));
}

function toConstraint({ min, max, max_length, pattern }: Limits): ArgConstraint {
  return omitAbsent<Pick<ArgConstraint, keyof Limits>>({ min, max, max_length, pattern });
}
