/** Compares the limits that a config sets for the values of an argument. */
import type { ArgConstraint, ArgLimits, ToolArg } from "@climax-gen/runtime/compiler";
import { LIMIT_KEYS } from "@climax-gen/runtime/compiler";
import type { Finding, Subject } from "../change.ts";
import { compareConstraints } from "./compare-constraints.ts";

/** Returns all changes of `min`, `max`, `max_length`, `pattern` and `keys`. They are compared like the constraints of policies. */
export function compareLimits(old: ToolArg, now: ToolArg, subject: Subject): readonly Finding[] {
  const ofKeys = compareInConfig(old.keys ?? {}, now.keys ?? {}, subject);
  return [
    ...compareInConfig(toConstraint(old), toConstraint(now), subject),
    ...ofKeys.map((finding) => ({ ...finding, keys: ["keys", ...(finding.keys ?? [])], message: `of the keys: ${finding.message}` })),
  ];
}

function compareInConfig(old: ArgConstraint, now: ArgConstraint, subject: Subject): readonly Finding[] {
  return compareConstraints(old, now, subject).map((finding) => ({ ...finding, isPolicy: false }));
}

/** Returns the limits of values, each of which has the name of a constraint. The limit of keys is compared separately. */
function toConstraint(limits: ArgLimits): Omit<ArgLimits, "keys"> {
  return Object.fromEntries(LIMIT_KEYS.flatMap((key) => (key === "keys" || limits[key] === undefined ? [] : [[key, limits[key]]])));
}
