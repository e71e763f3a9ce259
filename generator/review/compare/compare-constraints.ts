/** Compares the constraints of policies on one argument, and the limits of its config. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ConstraintForm } from "@climax-gen/runtime/internal/constraint/constraint";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgLimits } from "@climax-gen/runtime/internal/tool/tool-spec";
import { LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { combineConstraints, CONSTRAINT_KEYS, formOfConstraint, UNCOMBINED } from "@climax-gen/runtime/internal/constraint/constraints";
import { isWholeSystem } from "@climax-gen/runtime/internal/policy/path-context";
import { escapeUnprintable } from "../../text/wording.ts";
import { compileLanguage, escapePattern, findInDifference, findInIntersection } from "../../patterns/language.ts";
import type { Language, Undecided, Witness } from "../../patterns/language.ts";
import type { Finding, Subject } from "../change.ts";
import { codeOfConstraint } from "../constraint-rules.ts";
import type { SharedParts } from "./finding.ts";
import { findDifference, findEffects, findSwitch, listValues, quoteLong, showValue } from "./finding.ts";

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

/** Returns all changes of the limits of a config, which are compared like the constraints of policies. */
export function compareLimits(old: ToolArg, now: ToolArg, subject: Subject): readonly Finding[] {
  const ofKeys = compareInConfig(old.keys ?? {}, now.keys ?? {}, subject);
  return [
    ...compareInConfig(limitsOfValues(old), limitsOfValues(now), subject),
    ...ofKeys.map((finding) => ({ ...finding, keys: ["keys", ...(finding.keys ?? [])], message: `of the keys: ${finding.message}` })),
  ];
}

function compareInConfig(old: ArgConstraint, now: ArgConstraint, subject: Subject): readonly Finding[] {
  return compareConstraints(old, now, subject).map((finding) => ({ ...finding, isPolicy: false }));
}

/**
 * Returns the limits of values. Each has the name of a constraint, with which it is compared: another name does not compile. The limit of
 * keys is compared separately.
 */
function limitsOfValues(limits: ArgLimits): Pick<ArgConstraint, Exclude<keyof ArgLimits, "keys">> {
  return Object.fromEntries(LIMIT_KEYS.flatMap((key) => (key === "keys" || limits[key] === undefined ? [] : [[key, limits[key]]])));
}

/** Returns all changes of the constraints. An added constraint tightens, a removed one loosens. */
function compareConstraints(old: ArgConstraint, now: ArgConstraint, subject: Subject): readonly Finding[] {
  return CONSTRAINT_KEYS.flatMap((key) => {
    // Safe cast: both limits are those of the key, whose form decides the comparison.
    const compare = COMPARISONS[formOfConstraint(key)] as Compare<unknown>;
    return old[key] === now[key] ? [] : compare({ key, subject, old: old[key], new: now[key] });
  });
}

/** A constraint whose limit changed. */
interface LimitChange<Limit> {
  readonly key: keyof ArgConstraint;
  readonly subject: Subject;
  readonly old: Limit | undefined;
  readonly new: Limit | undefined;
}

type Compare<Limit> = (change: LimitChange<Limit>) => readonly Finding[];

/** The comparison of each form of a constraint. A form without one does not compile. */
const COMPARISONS = {
  pattern: comparePatterns,
  "denied pattern": comparePatterns,
  values: compareMembers,
  length: compareBounds,
  minimum: compareBounds,
  maximum: compareBounds,
  directory: compareFolders,
  "single value": compareEquals,
  switch: ({ key, subject, ...values }: LimitChange<boolean>) =>
    findSwitch([codeOfConstraint(key, "added"), codeOfConstraint(key, "removed")], subject, { key, ...values }).map(ofPolicy),
  text: ({ key, subject, ...values }: LimitChange<string>) =>
    findDifference(codeOfConstraint(key, "changed"), subject, { key, ...values }).map(ofPolicy),
} satisfies Readonly<Record<ConstraintForm, Compare<never>>>;

function ofPolicy(finding: Finding): Finding {
  return { ...finding, isPolicy: true };
}

/** Returns the parts that all findings of a change have. */
function sharedBy({ key, ...change }: LimitChange<unknown>): SharedParts {
  return { ...change, isPolicy: true, keys: [key] };
}

/** Compares patterns. A denied pattern that matches fewer values accepts more, so its languages are compared in reverse. */
function comparePatterns(change: LimitChange<string>): readonly Finding[] {
  const { key, old, new: now } = change;
  const isDenied = formOfConstraint(key) === "denied pattern";
  const mode = isDenied ? "part" : "whole";
  const shared = sharedBy(change);
  if (now === undefined) return [{ ...shared, code: codeOfConstraint(key, "loosened"), message: `\`${key}\` was removed` }];
  if (old === undefined) return [{ ...shared, code: codeOfConstraint(key, "tightened"), message: `\`${key}\` was added` }];
  const [before, after] = [compileLanguage(old, mode), compileLanguage(now, mode)];
  const [added, removed] = [findInDifference(after, before), findInDifference(before, after)];
  const [loosened, tightened] = isDenied ? [removed, added] : [added, removed];
  const undecided = [loosened, tightened].find((witness) => witness.kind === "undecided");
  if (undecided !== undefined) {
    const message = `may accept values that it rejected, undecided because of ${escapeUnprintable(undecided.reason)}`;
    return [{ ...shared, code: codeOfConstraint(key, "undecided"), message }];
  }
  const accepted = isDenied ? loosened : preferRiskyWitness(before, after, loosened);
  const found = [
    ...nameWitness({ ...shared, code: codeOfConstraint(key, "loosened"), message: "accepts" }, accepted),
    ...nameWitness({ ...shared, code: codeOfConstraint(key, "tightened"), message: "rejects" }, tightened),
  ];
  return found.length > 0
    ? found
    : [{ ...shared, code: codeOfConstraint(key, "rewritten"), message: "was reworded and matches the same values" }];
}

/** Patterns of risky values, preferred as examples: a path that escapes a directory, an absolute path, an option. */
const RISKY_VALUES: readonly string[] = ["(?s:(.*/)?\\.\\.(/.*)?)", "(?s:/.*)", "(?s:-.*)"];

/** Returns a risky value that is newly accepted. Returns the given witness if no such value is found. */
function preferRiskyWitness(before: Language | Undecided, after: Language | Undecided, found: Witness): Witness {
  const risky = RISKY_VALUES.map((probe) => findInIntersection(after, compileLanguage(probe)));
  const isNew = (witness: Witness): boolean =>
    witness.kind === "found" && findInDifference(compileLanguage(escapePattern(witness.text)), before).kind === "found";
  return found.kind === "found" ? (risky.find(isNew) ?? found) : found;
}

function nameWitness(finding: Finding, witness: Witness): readonly Finding[] {
  if (witness.kind !== "found") return [];
  const isAccepted = finding.message === "accepts";
  return [
    {
      ...finding,
      message: `${finding.message} ${quoteLong(witness.text)}, which it ${isAccepted ? "rejected" : "accepted"}`,
      witness: { value: witness.text, accepted: isAccepted ? "new" : "old" },
    },
  ];
}

function compareMembers(change: LimitChange<readonly (string | number)[]>): readonly Finding[] {
  const { key, old, new: now } = change;
  const [loosened, tightened] = [codeOfConstraint(key, "loosened"), codeOfConstraint(key, "tightened")];
  if (now === undefined) return findEffects(sharedBy(change), [[loosened, `\`${key}\` was removed`]]);
  if (old === undefined) return findEffects(sharedBy(change), [[tightened, `\`${key}\` was added: ${listValues(now)}`]]);
  const [before, after] = [old.map(String), now.map(String)];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  return findEffects(sharedBy(change), [
    [loosened, added.length > 0 && `accepts ${listValues(added)}`],
    [tightened, removed.length > 0 && `rejects ${listValues(removed)}`],
  ]);
}

/** Compares single values. Another value allows one that was rejected, and rejects the one that was allowed. */
function compareEquals(change: LimitChange<string | number | boolean>): readonly Finding[] {
  return findBoth(change, { isLoosened: change.old !== undefined, isTightened: change.new !== undefined });
}

/** Compares directories by name only, because symbolic links can be resolved only on the server's machine. */
function compareFolders(change: LimitChange<string>): readonly Finding[] {
  const { old, new: now } = change;
  const isLoosened = now === undefined || (old !== undefined && !isFolderInside(now, old));
  const isTightened = old === undefined || (now !== undefined && !isFolderInside(old, now));
  return findBoth(change, { isLoosened, isTightened });
}

function findBoth(
  change: LimitChange<unknown>,
  { isLoosened, isTightened }: { readonly isLoosened: boolean; readonly isTightened: boolean },
): readonly Finding[] {
  const { key, old, new: now } = change;
  const message = `\`${key}\` was ${showValue(old)} and is ${showValue(now)}`;
  return findEffects(sharedBy(change), [
    [codeOfConstraint(key, "loosened"), isLoosened && message],
    [codeOfConstraint(key, "tightened"), isTightened && message],
  ]);
}

function compareBounds(change: LimitChange<number>): readonly Finding[] {
  const { key, old, new: now } = change;
  const isMinimum = formOfConstraint(key) === "minimum";
  const none = isMinimum ? -Infinity : Infinity;
  const isLower = (now ?? none) < (old ?? none);
  const code = codeOfConstraint(key, isLower === isMinimum ? "loosened" : "tightened");
  return [{ ...sharedBy(change), code, message: `\`${key}\` was ${old ?? "absent"} and is ${now ?? "absent"}` }];
}

/**
 * Reports whether the first directory is equal to or inside the second. Compares names only: symbolic links are not resolved, and variables
 * are part of a name. Returns false if a name contains `..`.
 */
export function isFolderInside(inner: string, outer: string): boolean {
  if (isWholeSystem(outer)) return true;
  const [path, folder] = [inner, outer].map((name) => name.split("/").filter((part) => part !== "" && part !== "."));
  if (path === undefined || folder === undefined || [...path, ...folder].includes("..")) return false;
  return inner.startsWith("/") === outer.startsWith("/") && folder.every((part, index) => path[index] === part);
}
