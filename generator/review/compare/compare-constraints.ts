/** Compares the constraints of two policies on one argument. */
import type { ArgConstraint } from "@climax-gen/runtime/compiler";
import { CONSTRAINT_KEYS } from "@climax-gen/runtime/compiler";
import { escapeUnprintable } from "../../text/wording.ts";
import { compileLanguage, escapePattern, findInDifference, findInIntersection } from "../../patterns/language.ts";
import type { Language, MatchMode, Undecided, Witness } from "../../patterns/language.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { findDifference, findSwitch, listValues, quoteLong, showValue } from "./finding.ts";
import { isFolderInside } from "./folder-inside.ts";

/** Returns all changes of the constraints. An added constraint tightens, a removed one loosens. */
export function compareConstraints(old: ArgConstraint, now: ArgConstraint, subject: Subject): readonly Finding[] {
  const about = { subject, isPolicy: true };
  // Safe cast: both limits are those of the comparison's key.
  return CONSTRAINT_KEYS.flatMap((key) => (COMPARISONS[key] as Compare<unknown>)(old[key], now[key], about));
}

type Compare<Limit> = (old: Limit | undefined, now: Limit | undefined, about: About) => readonly Finding[];

/** The comparison of each constraint. A constraint without one does not compile. */
const COMPARISONS: { readonly [Key in keyof ArgConstraint]-?: Compare<NonNullable<ArgConstraint[Key]>> } = {
  pattern: (old, now, about) => comparePatterns({ ...about, key: "pattern", mode: "whole", old, new: now }),
  deny_pattern: (old, now, about) => comparePatterns({ ...about, key: "deny_pattern", mode: "part", old, new: now }),
  one_of: compareMembers,
  max_length: (old, now, about) => compareBounds({ ...about, key: "max_length", old, new: now }),
  min: (old, now, about) => compareBounds({ ...about, key: "min", old, new: now }),
  max: (old, now, about) => compareBounds({ ...about, key: "max", old, new: now }),
  within: compareFolders,
  equals: compareEquals,
  forbid: (old, now, { subject }) =>
    findSwitch(["forbid-added", "forbid-removed"], subject, { key: "forbid", old, new: now }).map(ofPolicy),
  required: (old, now, { subject }) =>
    findSwitch(["required-added", "required-removed"], subject, { key: "required", old, new: now }).map(ofPolicy),
  message: (old, now, { subject }) => findDifference("message-changed", subject, { key: "message", old, new: now }).map(ofPolicy),
};

type About = Pick<Finding, "subject" | "isPolicy">;

interface PatternChange extends About {
  readonly key: "pattern" | "deny_pattern";
  readonly mode: MatchMode;
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** Compares patterns. A `deny_pattern` that matches fewer values accepts more, so its languages are compared in reverse. */
function comparePatterns({ mode, ...change }: PatternChange): readonly Finding[] {
  const { key, old, new: now } = change;
  if (old === now) return [];
  const prefix = key === "pattern" ? "pattern" : "deny-pattern";
  const shared = { subject: change.subject, isPolicy: true, keys: [key], old, new: now };
  if (now === undefined) return [{ ...shared, code: `${prefix}-loosened`, message: `\`${key}\` was removed` }];
  if (old === undefined) return [{ ...shared, code: `${prefix}-tightened`, message: `\`${key}\` was added` }];
  const [before, after] = [compileLanguage(old, mode), compileLanguage(now, mode)];
  const [added, removed] = [findInDifference(after, before), findInDifference(before, after)];
  const [loosened, tightened] = key === "pattern" ? [added, removed] : [removed, added];
  if (loosened.kind === "undecided" || tightened.kind === "undecided") {
    const reason = loosened.kind === "undecided" ? loosened.reason : tightened.kind === "undecided" ? tightened.reason : "";
    return [
      {
        ...shared,
        code: `${prefix}-undecided`,
        message: `may accept values that it rejected, undecided because of ${escapeUnprintable(reason)}`,
      },
    ];
  }
  const found = [
    ...nameWitness(
      { ...shared, code: `${prefix}-loosened`, message: "accepts" },
      key === "pattern" ? preferRiskyWitness(before, after, loosened) : loosened,
    ),
    ...nameWitness({ ...shared, code: `${prefix}-tightened`, message: "rejects" }, tightened),
  ];
  return found.length > 0 ? found : [{ ...shared, code: `${prefix}-rewritten`, message: "was reworded and matches the same values" }];
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

function compareMembers(old: ArgConstraint["one_of"], now: ArgConstraint["one_of"], about: About): readonly Finding[] {
  const shared = { ...about, keys: ["one_of"], old, new: now };
  if (old === undefined && now === undefined) return [];
  if (now === undefined) return [{ ...shared, code: "one-of-loosened", message: "`one_of` was removed" }];
  if (old === undefined) return [{ ...shared, code: "one-of-tightened", message: `\`one_of\` was added: ${listValues(now)}` }];
  const [before, after] = [old.map(String), now.map(String)];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  return [
    ...(added.length > 0 ? [{ ...shared, code: "one-of-loosened" as const, message: `accepts ${listValues(added)}` }] : []),
    ...(removed.length > 0 ? [{ ...shared, code: "one-of-tightened" as const, message: `rejects ${listValues(removed)}` }] : []),
  ];
}

function ofPolicy(finding: Finding): Finding {
  return { ...finding, isPolicy: true };
}

/**
 * Compares `equals`. A different value both loosens and tightens: it allows a value that was rejected, and rejects the value that was
 * allowed.
 */
function compareEquals(old: ArgConstraint["equals"], now: ArgConstraint["equals"], about: About): readonly Finding[] {
  if (old === now) return [];
  const shared = { ...about, keys: ["equals"], old, new: now, message: `\`equals\` was ${showValue(old)} and is ${showValue(now)}` };
  return [
    ...(old === undefined ? [] : [{ ...shared, code: "equals-loosened" as const }]),
    ...(now === undefined ? [] : [{ ...shared, code: "equals-tightened" as const }]),
  ];
}

interface BoundChange extends About {
  readonly key: "min" | "max" | "max_length";
  readonly old: number | undefined;
  readonly new: number | undefined;
}

function compareBounds({ key, old, new: now, ...about }: BoundChange): readonly Finding[] {
  if (old === now) return [];
  const none = key === "min" ? -Infinity : Infinity;
  const isLower = (now ?? none) < (old ?? none);
  const code = boundCode(key, isLower === (key === "min"));
  return [{ ...about, code, keys: [key], message: `\`${key}\` was ${old ?? "absent"} and is ${now ?? "absent"}`, old, new: now }];
}

function boundCode(key: BoundChange["key"], isLoosened: boolean): ChangeCode {
  const prefix = key === "max_length" ? "max-length" : key;
  return isLoosened ? `${prefix}-loosened` : `${prefix}-tightened`;
}

/** Compares `within` directories by name only, because symbolic links can be resolved only on the server's machine. */
function compareFolders(old: string | undefined, now: string | undefined, about: About): readonly Finding[] {
  if (old === now) return [];
  const shared = { ...about, keys: ["within"], old, new: now };
  const message = `\`within\` was ${showValue(old)} and is ${showValue(now)}`;
  const isLoosened = now === undefined || (old !== undefined && !isFolderInside(now, old));
  const isTightened = old === undefined || (now !== undefined && !isFolderInside(old, now));
  return [
    ...(isLoosened ? [{ ...shared, code: "within-loosened" as const, message }] : []),
    ...(isTightened ? [{ ...shared, code: "within-tightened" as const, message }] : []),
  ];
}
