/** Merges the facts of several pages about the options of one command. */
import type { OptionFacts, OptionKind } from "../description.ts";

/** Kinds by descending priority. A page that shows a value overrides a page that omits it. */
const KINDS: readonly OptionKind[] = ["optional", "value", "switch", "unknown"];

/**
 * Merges lists of options, by descending priority. A later list adds options, and missing facts of earlier options. Options are the same if
 * they share a long name, or a short one and at most one of them has a long name.
 */
export function mergeOptions(lists: readonly (readonly OptionFacts[])[]): readonly OptionFacts[] {
  const merged: OptionFacts[] = [];
  const byName = new Map<string, number>();
  const shown = new Map<string, string>();
  for (const given of lists.flat()) {
    const place = findSame(given, merged, byName);
    const option = place === undefined ? given : withoutOwnValues(given, shown);
    for (const name of given.names) shown.set(`${given.source.page} ${name}`, given.placeholder ?? "");
    if (place === undefined) {
      const names = option.names.filter((name) => !byName.has(name));
      if (names.length === 0) continue;
      for (const name of spellings({ ...option, names })) byName.set(name, merged.length);
      merged.push({ ...option, names });
    } else {
      const known = merged[place];
      if (known === undefined) continue;
      const joined = mergeOption(known, { ...option, names: option.names.filter((name) => (byName.get(name) ?? place) === place) });
      for (const name of spellings(joined)) byName.set(name, byName.get(name) ?? place);
      merged[place] = joined;
    }
  }
  return joinNegations(merged);
}

/** Joins `--no-x` with the switch `--x` that it turns off. Keeps a spelling with a value, or with a short name. */
function joinNegations(options: readonly OptionFacts[]): readonly OptionFacts[] {
  const isSwitch = ({ kind, isAssignable = false }: OptionFacts): boolean => kind === "switch" && !isAssignable;
  const switches = new Map(options.filter(isSwitch).flatMap((option) => option.names.map((name) => [name, option] as const)));
  const joined = new Map<OptionFacts, OptionFacts>();
  for (const option of options) {
    const [name = "", ...others] = option.names;
    const positive = switches.get(name.replace(/^--no-/, "--"));
    if (others.length > 0 || positive === undefined || positive === option || !isSwitch(option)) continue;
    if (positive.negation === undefined || positive.negation === name) joined.set(option, positive);
  }
  return options.flatMap((option) => {
    if (joined.has(option)) return [];
    const [negative] = [...joined].find(([, positive]) => positive === option) ?? [];
    return negative === undefined ? [option] : [joinNegation(option, negative)];
  });
}

function joinNegation(option: OptionFacts, { names: [name], description, mentions }: OptionFacts): OptionFacts {
  const said = option.description ?? description;
  return { ...option, ...(name && { negation: name }), ...(said && { description: said }), mentions: option.mentions + mentions };
}

/**
 * Removes the values of an entry if an earlier entry of the page has another placeholder: `-z <statistics>` and `-z hosts`. `shown` has the
 * placeholders, by page and option.
 */
function withoutOwnValues(option: OptionFacts, shown: ReadonlyMap<string, string>): OptionFacts {
  const { values, ...others } = option;
  const before = option.names.map((name) => shown.get(`${option.source.page} ${name}`)).find((placeholder) => placeholder);
  const { placeholder = "" } = option;
  return values === undefined || before === undefined || before === placeholder || /[|{]/.test(placeholder) ? option : others;
}

const spellings = ({ names, negation }: OptionFacts): readonly string[] => (negation === undefined ? names : [...names, negation]);

const longNames = ({ names }: OptionFacts): readonly string[] => names.filter((name) => name.length > 2);

function findSame(option: OptionFacts, merged: readonly OptionFacts[], byName: ReadonlyMap<string, number>): number | undefined {
  const longs = longNames(option);
  for (const name of longs) {
    const place = byName.get(name);
    if (place !== undefined) return place;
  }
  for (const name of option.names) {
    const place = byName.get(name);
    const known = place === undefined ? undefined : merged[place];
    if (known !== undefined && (longs.length === 0 || longNames(known).length === 0)) return place;
  }
  return undefined;
}

function mergeOption(first: OptionFacts, second: OptionFacts): OptionFacts {
  if (first.negation !== undefined && second.names.every((name) => name === first.negation)) {
    return first.description === undefined && second.description ? { ...first, description: second.description } : first;
  }
  const kind = KINDS.find((one) => one === first.kind || one === second.kind) ?? first.kind;
  const defined = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined)) as unknown as OptionFacts;
  const values = longerList(first.values, second.values);
  return {
    ...second,
    ...defined,
    ...(values && { values }),
    names: [...new Set([...first.names, ...second.names])],
    kind,
    mentions: first.mentions + second.mentions,
    section: first.section || second.section,
  };
}

/** Returns the second list of values if it contains all values of the first, otherwise the first list. */
function longerList(first: OptionFacts["values"], second: OptionFacts["values"]): OptionFacts["values"] {
  if (first === undefined || second === undefined) return first ?? second;
  return first.value.words.every((word) => second.value.words.includes(word)) ? second : first;
}
