/** Joins entries of a page for the same option, and entries that share a description. */
import type { OpenEntry, OptionEntry } from "./option-entry.ts";
import type { OptionSpec } from "./option-spec.ts";

/** Copies a description to the names on the lines directly above it, which share it. */
export function shareDescriptions(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  const shared = [...entries];
  for (let at = shared.length - 2; at >= 0; at--) {
    const [entry, next] = [shared[at], shared[at + 1]];
    if (entry === undefined || next === undefined) continue;
    // A blank line between the names means that the first has no description.
    const isBare = entry.description.length === 0 && entry.specs.every(({ rest }) => rest === "");
    const isNeighbor = entry.indent === next.indent && entry.section === next.section && next.line - entry.line <= 2;
    if (isBare && isNeighbor && !next.startsInline) shared[at] = { ...entry, description: next.description };
  }
  return shared;
}

/** Joins neighboring entries with one name each that are spellings of one option. The second has the description. */
function joinNeighbors(
  entries: readonly OpenEntry[],
  areOne: (before: OpenEntry, entry: OpenEntry, at: number) => boolean,
): readonly OpenEntry[] {
  const joined: OpenEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const before = joined.at(-1);
    const [name, [spec]] = [onlyName(before), entry.specs];
    if (before === undefined || name === undefined || spec === undefined || !areOne(before, entry, at)) joined.push(entry);
    else {
      const value = spec.value ?? before.specs[0]?.value;
      const { description, startsInline } = entry;
      joined.splice(-1, 1, {
        ...before,
        description,
        startsInline,
        specs: [{ ...spec, names: [name, ...spec.names], ...(value && { value }) }],
      });
    }
  }
  return joined;
}

/** Joins a long name and the short one in the next line, if blank lines surround both: a paragraph of a man page written in POD. */
export function joinStacked(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  return joinNeighbors(entries, (before, entry, at) => {
    const isAfterBlank = entries[at - 2] === undefined || entries[at - 2]?.description.at(-1) === "";
    const isBare = before.description.length === 0 && before.specs.every(({ rest }) => rest === "");
    const isStack = isBare && before.indent === entry.indent && before.line === entry.line - 1 && isAfterBlank;
    return isStack && areSpellings(onlyName(entry), onlyName(before)) && entry.startsInline && entry.description.includes("");
  });
}

/** Minimum number of options with the same placeholder. A word with fewer can be part of a description. */
const MIN_SAME = 3;

/**
 * Reads a value that one space separates from a description, because the column is too narrow: `-compression-level n Compress more`. The
 * placeholder is known from other options.
 */
export function readNarrowValues(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  const counts = new Map<string, number>();
  for (const { value, rest } of entries.flatMap(({ specs }) => specs)) {
    if (value?.form === "bare" && rest === "") counts.set(value.text, (counts.get(value.text) ?? 0) + 1);
  }
  return entries.map((entry) => {
    const [spec, ...others] = entry.specs;
    const [text = "", ...lines] = entry.description;
    const [word = ""] = spec?.rest.split(" ") ?? [];
    const isKnown = (counts.get(word) ?? 0) >= MIN_SAME && text.startsWith(`${word} `) && entry.isPair === undefined;
    if (spec === undefined || others.length > 0 || spec.value !== undefined || !isKnown) return entry;
    const value = { text: word, isOptional: false, repeats: false, form: "bare" } as const;
    return { ...entry, specs: [{ ...spec, value }], description: [text.slice(word.length + 1), ...lines] };
  });
}

/** Joins a short and a long name on consecutive lines, if only they share a description. */
export function joinPairs(entries: readonly OpenEntry[]): readonly OpenEntry[] {
  return joinNeighbors(entries, (before, entry, at) => {
    const isPair = before.description === entry.description && areSpellings(onlyName(before), onlyName(entry));
    return isPair && ![entries[at - 2], entries[at + 1]].some((other) => other?.description === entry.description);
  });
}

function areSpellings(short = "", long = ""): boolean {
  return /^-[^-]$/.test(short) && long.startsWith("--");
}

function onlyName(entry: OpenEntry | undefined): string | undefined {
  const names = entry?.specs.flatMap((spec) => spec.names) ?? [];
  return names.length === 1 ? names[0] : undefined;
}

const LITERAL = /^[a-z][\w-]*$/;

/**
 * Collects the values of an option that several entries of a section define. A short name in one of them selects its value:
 * `-n  --paint=never`.
 */
export function shareLiterals(entries: readonly OptionEntry[]): readonly OptionEntry[] {
  const keyOf = ({ section, spec }: OptionEntry): string => `${section} ${spec.names.at(-1) ?? ""}`;
  const byKey = new Map<string, OptionEntry[]>();
  for (const entry of entries) {
    const same = byKey.get(keyOf(entry));
    if (same === undefined) byKey.set(keyOf(entry), [entry]);
    else same.push(entry);
  }
  return entries.map((entry) => {
    const same = byKey.get(keyOf(entry)) ?? [];
    // True if another entry shows another kind of value, or none: the values are then incomplete.
    const name = entry.spec.names.at(-1) ?? "";
    const isOpen = entries.some(({ section, spec }) => section === entry.section && !isLiteral(spec) && spec.names.includes(name));
    const literals = [...new Set(same.map(({ spec }) => spec.value?.text ?? ""))];
    const names = entry.spec.names.filter((one) => same.every(({ spec }) => spec.names.includes(one)));
    const isAlone = same.filter(({ spec }) => spec.names.length === names.length).length < 2;
    if (isOpen || isAlone || literals.length < 2) return entry;
    return { ...entry, spec: { ...entry.spec, names }, literals };
  });
}

/** Removes entries that explain a value of another option, in its word: `-o5` next to `-o <level>`. */
export function withoutLevels(entries: readonly OptionEntry[]): readonly OptionEntry[] {
  const valued = new Set(entries.flatMap(({ spec }) => (spec.value === undefined ? [] : spec.names)));
  const isLevel = (name: string): boolean => valued.has(/^(-[A-Za-z]+)\d[\d-]*$/.exec(name)?.[1] ?? "");
  // An arrow between the option and what it stands for is no value: `-o5 <=> -f0`.
  return entries.filter(({ spec }) => /[A-Za-z]/.test(spec.value?.text ?? "") || !spec.names.every(isLevel));
}

function isLiteral({ value }: OptionSpec): boolean {
  return value?.form === "glued" && LITERAL.test(value.text);
}
