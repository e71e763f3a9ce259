/** Reads the entries of `x-allow` lists. */
import { matchesGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { acknowledgeableCodes } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import { isList, isMapping, type YamlMapping, type YamlValue } from "../load/values.ts";
import { type HazardPart, locatePart, type NamedPart } from "./hazard.ts";

const KEY = "x-allow";

/** Keys of an entry that limit it to some tools or arguments, as lists of names and globs. */
const SCOPES = ["tools", "args"] as const;

/** An entry of an `x-allow` list. */
export interface Acknowledgement extends HazardPart {
  /** Path of the part that contains the list. */
  readonly owner: YamlPath;
  readonly code: string;
  readonly reason: string;
  /** Names and globs of the tools that it applies to. Omitted if it applies to all. */
  readonly tools?: readonly string[];
  /** Names and globs of the arguments that it applies to. Omitted if it applies to all, and to tools as a whole. */
  readonly args?: readonly string[];
}

/** The entries of a file. Invalid entries have no effect. */
export interface AllowEntries {
  readonly entries: readonly Acknowledgement[];
  readonly mistakes: readonly Diagnostic[];
}

/** Reads the entries of every list of these files. */
export function readEntries(documents: readonly LoadedDocument[]): AllowEntries {
  const found = documents.flatMap(findEntries);
  return {
    entries: found.flatMap((entry) => ("code" in entry ? [entry] : [])),
    mistakes: found.flatMap((entry) => ("diagnostic" in entry ? [entry.diagnostic] : [])),
  };
}

/** Reports whether the lists of names in an entry contain the tool and the argument. */
export function isInScope({ tools, args }: Acknowledgement, { tool, arg }: NamedPart): boolean {
  const isListed = (globs: readonly string[] | undefined, name: string | undefined): boolean =>
    globs === undefined || (name !== undefined && globs.some((glob) => matchesGlob(glob, name)));
  return isListed(tools, tool) && isListed(args, arg);
}

/**
 * Returns the diagnostics of entries, and of names in them, that acknowledge nothing. The entries of an argument group count as one
 * entry, although each tool that uses the group has them.
 * @param isUsed whether an entry acknowledges anything
 * @param report code of the diagnostic of an entry
 */
export function findUnused(
  entries: readonly Acknowledgement[],
  isUsed: (entry: Acknowledgement) => boolean,
  report: "allow-unused" | "verify-allow-unused",
): readonly Diagnostic[] {
  const placeOf = (entry: Acknowledgement): string => {
    const { source, span } = locatePart(entry);
    return `${span?.start} ${source.path}`;
  };
  return [...groupEntries(entries.map((entry) => [placeOf(entry), entry])).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return same.some(isUsed) ? findUnusedNames(first, same, isUsed) : [diagnose(report, locatePart(first), { code: first.code })];
  });
}

function findUnusedNames(
  { code, document, path, ...scopes }: Acknowledgement,
  same: readonly Acknowledgement[],
  isUsed: (entry: Acknowledgement) => boolean,
): readonly Diagnostic[] {
  return SCOPES.flatMap((key) =>
    (scopes[key] ?? []).flatMap((name, index) =>
      same.some((entry) => isUsed({ ...entry, [key]: [name] }))
        ? []
        : [diagnose("allow-unused-name", locatePart({ document, path: [...path, key, index] }), { code, name, key })],
    ),
  );
}

type ReviewedEntry = Acknowledgement | { readonly diagnostic: Diagnostic };

/** Sections of a config whose content is read in the tools that it is inserted into. */
const EXPANDED: ReadonlySet<string> = new Set(["arg_groups", "defaults"]);

/**
 * Returns the entries of every list in a file. Skips other `x-` keys, which contain notes and anchors. The content of an anchor is read at
 * its aliases.
 */
function findEntries(document: LoadedDocument): readonly ReviewedEntry[] {
  const found: ReviewedEntry[] = [];
  // One mutable path for the whole walk, copied only for a list: a large file has many values and few lists.
  const path: (string | number)[] = [];
  const visit = (value: YamlValue): void => {
    if (isList(value)) return value.forEach((item, index) => visitAt(index, item));
    if (!isMapping(value)) return;
    for (const key of Object.keys(value)) {
      if (key === KEY) found.push(...readList(document, value[key] ?? null, [...path]));
      else if (!key.startsWith("x-") && key !== "inputSchema" && !(path.length === 0 && EXPANDED.has(key)))
        visitAt(key, value[key] ?? null);
    }
  };
  const visitAt = (segment: string | number, value: YamlValue): void => {
    if (typeof value !== "object") return;
    path.push(segment);
    visit(value);
    path.pop();
  };
  visit(document.value);
  return found;
}

function readList(document: LoadedDocument, list: YamlValue, owner: YamlPath): readonly ReviewedEntry[] {
  const path = [...owner, KEY];
  if (!isList(list) || list.length === 0) return [{ diagnostic: diagnose("allow-format", locatePart({ document, path })) }];
  return list.map((entry, index) => readEntry(entry, { document, path: [...path, index] }, owner));
}

function readEntry(entry: YamlValue, part: HazardPart, owner: YamlPath): ReviewedEntry {
  const { code, reason } = isMapping(entry) ? entry : {};
  if (!isMapping(entry) || typeof code !== "string" || typeof reason !== "string" || reason.trim() === "")
    return { diagnostic: diagnose("allow-format", locatePart(part)) };
  // A misspelled key would acknowledge the hazard in all tools.
  const misspelled = Object.keys(entry).find((key) => !isScope(key) && nearNames(key, SCOPES, 1).length > 0);
  const wrong = misspelled ?? SCOPES.find((key) => key in entry && !isListOfNames(entry[key] ?? null));
  if (wrong !== undefined) {
    const [near = wrong] = nearNames(wrong, SCOPES, 1);
    return { diagnostic: diagnose("allow-names", locatePart(part), { key: wrong, near }) };
  }
  const near = nearNames(code, acknowledgeableCodes, 1);
  if (!acknowledgeableCodes.includes(code))
    return { diagnostic: diagnose("allow-unknown-code", locatePart(part), { code, near, codes: acknowledgeableCodes }) };
  if (!SAYS_SOMETHING.test(reason)) return { diagnostic: diagnose("allow-reason", locatePart(part), { code, reason }) };
  return { ...part, owner, code, reason, ...scopesOf(entry) };
}

/** A reason is words, and not a placeholder such as dots, `TODO` or `reason`. */
const SAYS_SOMETHING = /^(?!\s*(?:todo|tbd|fixme|reason|why|x+)\s*\.*$).*\p{L}{2}/isu;

function isScope(key: string): boolean {
  return SCOPES.some((scope) => scope === key);
}

function isListOfNames(value: YamlValue): value is readonly string[] {
  return isList(value) && value.length > 0 && value.every((name) => typeof name === "string" && name !== "");
}

function scopesOf(entry: YamlMapping): Pick<Acknowledgement, "tools" | "args"> {
  return Object.fromEntries(
    SCOPES.flatMap((key) => {
      const names = entry[key] ?? null;
      return isListOfNames(names) ? [[key, names] as const] : [];
    }),
  );
}
