/** Compares what two policies say about the values of one argument. */
import type { ArgConstraint } from "@climax-gen/runtime";
import { escapeUnprintable, quote } from "../../diagnostics/wording.ts";
import { compileLanguage, findInDifference, findInIntersection } from "../../patterns/language.ts";
import type { Language, MatchMode, Undecided, Witness } from "../../patterns/language.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { listValues, showValue } from "./finding.ts";

/** Every change of the constraints; a constraint that is new or gone is one that tightens or loosens. */
export function compareConstraints(old: ArgConstraint, now: ArgConstraint, subject: Subject): readonly Finding[] {
  const about = { subject, isPolicy: true };
  return [
    ...comparePatterns({ ...about, key: "pattern", mode: "whole", old: old.pattern, new: now.pattern }),
    ...comparePatterns({ ...about, key: "deny_pattern", mode: "part", old: old.deny_pattern, new: now.deny_pattern }),
    ...compareMembers(old.one_of, now.one_of, about),
    ...compareBounds({ ...about, key: "min", old: old.min, new: now.min }),
    ...compareBounds({ ...about, key: "max", old: old.max, new: now.max }),
    ...compareBounds({ ...about, key: "max_length", old: old.max_length, new: now.max_length }),
    ...compareFolders(old.within, now.within, about),
  ];
}

type About = Pick<Finding, "subject" | "isPolicy">;

interface PatternChange extends About {
  readonly key: "pattern" | "deny_pattern";
  readonly mode: MatchMode;
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** A `deny_pattern` that matches less lets more pass: what it matches is compared the other way round. */
function comparePatterns({ mode, ...change }: PatternChange): readonly Finding[] {
  const { key, old, new: now } = change;
  if (old === now) return [];
  const prefix = key === "pattern" ? "pattern" : "deny-pattern";
  const said = { subject: change.subject, isPolicy: true, keys: [key], old, new: now };
  if (now === undefined) return [{ ...said, code: `${prefix}-loosened`, message: `\`${key}\` is gone` }];
  if (old === undefined) return [{ ...said, code: `${prefix}-tightened`, message: `\`${key}\` is new` }];
  const [before, after] = [compileLanguage(old, mode), compileLanguage(now, mode)];
  const [fresh, gone] = [findInDifference(after, before), findInDifference(before, after)];
  const [loosened, tightened] = key === "pattern" ? [fresh, gone] : [gone, fresh];
  if (loosened.kind === "undecided" || tightened.kind === "undecided") {
    const reason = loosened.kind === "undecided" ? loosened.reason : tightened.kind === "undecided" ? tightened.reason : "";
    return [
      {
        ...said,
        code: `${prefix}-undecided`,
        message: `may accept what it refused, which cannot be decided because of ${escapeUnprintable(reason)}`,
      },
    ];
  }
  const found = [
    ...nameWitness(
      { ...said, code: `${prefix}-loosened`, message: "accepts" },
      key === "pattern" ? findTelling(before, after, loosened) : loosened,
    ),
    ...nameWitness({ ...said, code: `${prefix}-tightened`, message: "refuses" }, tightened),
  ];
  return found.length > 0 ? found : [{ ...said, code: `${prefix}-rewritten`, message: "means the same as before" }];
}

/** Values that a reviewer must know of, if they are among those that are new: a way out of a folder, an absolute path, an option. */
const TELLING: readonly string[] = ["(?s:(.*/)?\\.\\.(/.*)?)", "(?s:/.*)", "(?s:-.*)"];

/** A witness that shows what may go wrong, where a shortest one of that kind is new; else the one that was found. */
function findTelling(before: Language | Undecided, after: Language | Undecided, found: Witness): Witness {
  const telling = TELLING.map((probe) => findInIntersection(after, compileLanguage(probe)));
  const isNew = (witness: Witness): boolean =>
    witness.kind === "found" && findInDifference(compileLanguage(escapePattern(witness.text)), before).kind === "found";
  return found.kind === "found" ? (telling.find(isNew) ?? found) : found;
}

/** A pattern that matches this text alone. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}

function nameWitness(finding: Finding, witness: Witness): readonly Finding[] {
  if (witness.kind !== "found") return [];
  const before = finding.message === "accepts" ? "refused" : "accepted";
  return [{ ...finding, message: `${finding.message} ${quote(witness.text)}, which it ${before}` }];
}

function compareMembers(old: ArgConstraint["one_of"], now: ArgConstraint["one_of"], about: About): readonly Finding[] {
  const said = { ...about, keys: ["one_of"], old, new: now };
  if (old === undefined && now === undefined) return [];
  if (now === undefined) return [{ ...said, code: "one-of-loosened", message: "`one_of` is gone" }];
  if (old === undefined) return [{ ...said, code: "one-of-tightened", message: `\`one_of\` is new: ${listValues(now)}` }];
  const [before, after] = [old.map(String), now.map(String)];
  const gone = before.filter((value) => !after.includes(value));
  const fresh = after.filter((value) => !before.includes(value));
  return [
    ...(fresh.length > 0 ? [{ ...said, code: "one-of-loosened" as const, message: `accepts ${listValues(fresh)}` }] : []),
    ...(gone.length > 0 ? [{ ...said, code: "one-of-tightened" as const, message: `refuses ${listValues(gone)}` }] : []),
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

/** By their names alone: what links make of them shows only where the server runs. */
function compareFolders(old: string | undefined, now: string | undefined, about: About): readonly Finding[] {
  if (old === now) return [];
  const said = { ...about, keys: ["within"], old, new: now };
  const message = `\`within\` was ${showValue(old)} and is ${showValue(now)}`;
  const isLoosened = now === undefined || (old !== undefined && !isFolderInside(now, old));
  const isTightened = old === undefined || (now !== undefined && !isFolderInside(old, now));
  return [
    ...(isLoosened ? [{ ...said, code: "within-loosened" as const, message }] : []),
    ...(isTightened ? [{ ...said, code: "within-tightened" as const, message }] : []),
  ];
}

/** Whether the first folder is the second or lies in it; with `..` in a name nothing is known to. */
export function isFolderInside(inner: string, outer: string): boolean {
  const [path, folder] = [inner, outer].map((name) => name.split("/").filter((part) => part !== "" && part !== "."));
  if (path === undefined || folder === undefined || [...path, ...folder].includes("..")) return false;
  return inner.startsWith("/") === outer.startsWith("/") && folder.every((part, index) => path[index] === part);
}
