/** Reads the positional values of a page. */
import type { Fact, PositionalFacts, UnreadText } from "../description.ts";
import { listsActions, listsCommands } from "./lines/sections.ts";
import { unmark } from "./lines/plain-lines.ts";
import type { PageText } from "./page-text.ts";
import { findKeywords, findPlainWord, readListedPositionals, readPositionals } from "./usage/positionals.ts";
import { isOption, type UsageNode } from "./usage/usage-tree.ts";
import { isOptionName, toName } from "./usage/usage-words.ts";
import { findDescribedValues } from "./usage/value-sections.ts";

/** Returns the values that the usage lines show or, without one, those that a section lists. */
export function readValues({ program, page, lines, usage, nodes, at }: PageText): readonly PositionalFacts[] {
  const described = findDescribedValues(lines).values;
  const shown = firstPositionals(
    usage.map(({ text, line }, index) =>
      isOfProgram(unmark(text), program, page.path) ? [] : readPositionals(nodes[index] ?? [], at(line), described),
    ),
  );
  // A word after an option outside of brackets is its value.
  const hasOnlyOptions = nodes.every((line) => line.every((node, index) => isOption(node) || isOptionWord(line[index - 1])));
  return readListedPositionals({ shown, hasOnlyOptions }, described, at);
}

/** Reports whether the page of a subcommand shows the usage of the program, whose values are the command: `tool [option ...] command [arg ...]`. */
function isOfProgram(usage: string, program: string, path: readonly string[]): boolean {
  const [first, command, ...others] = usage.replace(/\[[^[\]]*\]/g, " ").split(/\s+/);
  const isShown = first === program && /^(?:<command>|command|COMMAND)$/.test(command ?? "");
  return path.length > 0 && isShown && !others.some((word) => path.includes(word));
}

function isOptionWord(node: UsageNode | undefined): boolean {
  return node?.kind === "word" && isOption(node);
}

/** Removes the values that stand for a command, and those of programs such as gpg and dpkg, whose commands and actions are options. */
export function withoutCommands(
  positionals: readonly PositionalFacts[],
  commands: readonly string[],
  { entries }: PageText,
): readonly PositionalFacts[] {
  const names = new Set(commands);
  const hasCommands = entries.some(({ section }) => listsCommands(section));
  const hasActions = entries.some(({ section }) => listsActions(section));
  // `[set-url]` of a group with one command.
  const commandNames = new Set(commands.map(toName));
  return positionals.filter(({ name, values = [], isRequired }) => {
    if (!isRequired && values.length === 0 && commandNames.has(name)) return false;
    const namesOption = (/^commands?$/.test(name) && hasCommands) || (name === "action" && hasActions);
    return !namesOption && (values.length === 0 || !values.every((value) => names.has(value)));
  });
}

/**
 * Returns what usage lines show and no value describes: a placeholder directly after the options, if no value of the page could be read,
 * words before values in brackets, and a plain word. Also returns what a section of values lists and no usage line shows.
 */
export function findUnreadValues(positionals: readonly PositionalFacts[], page: PageText): readonly Fact<UnreadText>[] {
  const { usage, nodes, at } = page;
  const keywords = nodes.flatMap((line, index) => {
    const [found, ...more] = findKeywords(line);
    const text = more.length === 0 ? found : `${found}, and ${more.length} more`;
    return text === undefined ? [] : [{ ...at(usage[index]?.line ?? 1), value: { kind: "positional" as const, text } }];
  });
  return [
    ...keywords,
    ...findUnreadPlaceholder(positionals, page),
    ...findUnreadWord(positionals, page),
    ...findUnreadRows(positionals, page),
  ];
}

/**
 * Returns the rows of sections of values that are not read, and those that no usage line shows. Ignores a part of a value, such as
 * `SCHEMA[:PATH]`, and kinds of a value, such as `Either a KEY or DIR`.
 */
function findUnreadRows(positionals: readonly PositionalFacts[], { lines, usage, entries, at }: PageText): readonly Fact<UnreadText>[] {
  const { values, unread } = findDescribedValues(lines);
  const known = new Set([...positionals.map(({ name }) => name), ...entries.map(({ spec }) => toName(spec.value?.text ?? ""))]);
  const listed = [...values].filter(([, { isPositional }]) => isPositional);
  const parts = usage.flatMap(({ text }) => unmark(text).match(/(?<=\w\[?[:=@/,])[A-Z][A-Z0-9_-]+/g) ?? []);
  const kinds = listed.flatMap(([, { facts }]) => {
    const words = facts.description?.match(/\b[A-Z][A-Z0-9_-]+\b/g) ?? [];
    return words.length > 1 ? words : [];
  });
  for (const word of [...parts, ...kinds]) known.add(toName(word));
  // The usage can have another name for a value.
  const lost = listed.length > positionals.length ? listed.filter(([name]) => !known.has(name)) : [];
  const rows = unread.filter(({ text }) => !known.has(toName(text.split(/ {2,}/)[0] ?? "")));
  return [...rows, ...lost.map(([, { line }]) => ({ line, text: (lines[line - 1] ?? "").trim() }))].map(({ line, text }) => ({
    ...at(line),
    value: { kind: "positional", text },
  }));
}

type UsageParts = Pick<PageText, "usage" | "nodes" | "at">;

/** Returns the plain word of the only usage line that no value describes. */
function findUnreadWord(
  positionals: readonly PositionalFacts[],
  { usage: [first, ...others], nodes, at }: UsageParts,
): readonly Fact<UnreadText>[] {
  const word = others.length === 0 ? findPlainWord(nodes[0] ?? []) : undefined;
  const isKnown = word === undefined || positionals.some(({ name }) => name === toName(word));
  return isKnown || first === undefined ? [] : [{ ...at(first.line), value: { kind: "positional", text: word } }];
}

function findUnreadPlaceholder(positionals: readonly PositionalFacts[], { usage, nodes, at }: UsageParts): readonly Fact<UnreadText>[] {
  const place = nodes.findIndex((line) => {
    // The value of an option follows it without brackets: `--name <name>`.
    const first = line.find((node, index) => !isOption(node) && !isOptionWord(line[index - 1]));
    return first?.kind === "word" && first.isMarked && !isOptionName(toName(first.text));
  });
  const line = usage[place];
  if (positionals.length > 0 || line === undefined) return [];
  return [{ ...at(line.line), value: { kind: "positional", text: unmark(line.text) } }];
}

/** Returns the positionals of the first usage that has some. They are optional if an earlier usage has none. */
function firstPositionals(usages: readonly (readonly PositionalFacts[])[]): readonly PositionalFacts[] {
  const at = usages.findIndex((positionals) => positionals.length > 0);
  const found = usages[at] ?? [];
  return at > 0 ? found.map((one) => ({ ...one, isRequired: false })) : found;
}

/** Reports whether a value precedes the subcommand, so that the listed commands are values: `tool DEVICE COMMAND`. */
export function followsValue(positionals: readonly PositionalFacts[]): boolean {
  const at = positionals.findIndex(({ name }) => name === "command");
  return positionals.slice(0, Math.max(at, 0)).some(({ prefix }) => prefix === undefined);
}
