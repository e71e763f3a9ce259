/** Reads the positional arguments of a usage line. */
import type { PositionalFacts, Source } from "../../description.ts";
import { OWN_RULES } from "../layouts/own-rules.ts";
import { findClosedValues } from "../values/closed-values.ts";
import { namesKind } from "../values/value-words.ts";
import { type ListedValue, numberedName } from "./value-sections.ts";
import { isBracketed, isOption, isOptionList, type UsageGroup, type UsageNode, type UsageWord } from "./usage-tree.ts";
import {
  isLiteral,
  isOptionName,
  isPlaceholder,
  isPlural,
  isValue,
  isValueWord,
  type Style,
  toName,
  withoutNumbers,
} from "./usage-words.ts";

/** Maximum number of positionals that are read. */
const MAX_POSITIONALS = 6;

/** Name of an argument whose values the usage line lists: `[on|off]`. */
const CHOICE = "choice";

type Found = Omit<PositionalFacts, "source">;

/** Returns the positionals of a usage line. `described` has the values that sections of the page describe, by name. */
export function readPositionals(
  nodes: readonly UsageNode[],
  source: Source,
  described: ReadonlyMap<string, ListedValue> = new Map(),
): readonly PositionalFacts[] {
  const all = listWords(nodes).filter(({ text }) => !isOptionName(toName(text)));
  const style = {
    hasCapitals: all.some(({ text }) => /^[A-Z]/.test(text)),
    hasMarks: all.some(({ isMarked }) => isMarked),
    repeated: new Set(all.filter(({ repeats }) => repeats).map(({ text }) => withoutNumbers(text))),
    isDescribed: (name: string): boolean => described.has(name),
  };
  const found: Found[] = [];
  for (const read of joinNumbered(readSequence(nodes, style, "line"))) {
    const next = numberedName(read.name, new Set(found.map(({ name }) => name)));
    const one = described.has(next) ? { ...read, name: next } : read;
    const known = found.findIndex(({ name, values }) => name === one.name && values === one.values);
    const same = found[known];
    if (same !== undefined) found[known] = { ...same, repeat: true };
    else if (found.length < MAX_POSITIONALS) found.push(one);
  }
  return found.map((one) => ({ ...one, ...described.get(one.name)?.facts, source }));
}

/**
 * Returns the values of a section such as "Positional arguments:" if the usage lines show none, or only a placeholder for all of them:
 * `[ARGS...]`. The section shows which values are required only by angle brackets, and which are lists only by dots.
 */
export function readListedPositionals(
  { shown, hasOnlyOptions }: { readonly shown: readonly PositionalFacts[]; readonly hasOnlyOptions: boolean },
  described: ReadonlyMap<string, ListedValue>,
  at: (line: number) => Source,
): readonly PositionalFacts[] {
  const listed = [...described].filter(([, { isPositional }]) => isPositional);
  const [only, ...others] = shown;
  const standsForAll = others.length === 0 && (only === undefined ? hasOnlyOptions : /^(?:args|arguments|params)$/.test(only.name));
  if (!standsForAll || listed.length === 0 || described.has(only?.name ?? "")) return shown;
  const repeat = listed.length === 1 && only?.repeat === true;
  return listed
    .slice(0, MAX_POSITIONALS)
    .map(([name, { facts, line, isMarked }]) => ({ name, isRequired: isMarked, repeat, ...facts, source: at(line) }));
}

function listWords(nodes: readonly UsageNode[]): readonly UsageWord[] {
  return nodes.flatMap((node) => {
    if (isOption(node)) return [];
    return node.kind === "word" ? [node] : node.alternatives.flatMap(listWords);
  });
}

/** Reads the parts of a line, or of an alternative in brackets. In brackets, the words after an option are its values. */
function readSequence(nodes: readonly UsageNode[], style: Style, where: "line" | "brackets"): readonly Found[] {
  const found: Found[] = [];
  let isAfterEnd = false;
  // After the placeholder of the options, plain words are values if no word is written as a placeholder.
  const isPlainLine = where === "line" && !style.hasCapitals && !style.hasMarks;
  const optionsAt = isPlainLine ? nodes.findIndex(isOptionList) : -1;
  for (const [at, node] of nodes.entries()) {
    if (isOptionList(node)) continue;
    if (isOption(node)) {
      if (where === "line" || isBracketed(node)) continue;
      break;
    }
    if (where === "line" && startsProse(node, nodes[at + 1])) break;
    isAfterEnd ||= isEndOfOptions(node);
    if (isEndOfOptions(node) || isBound(nodes[at - 1], node, style)) continue;
    // A line that starts with plain words describes subcommands.
    if (at === 0 && where === "line" && startsWithCommand(node, style)) break;
    const [first, ...others] =
      node.kind === "group"
        ? readGroup(node, { ...style, hasMarks: style.hasMarks && found.length === 0 })
        : isValue(node, style, where) || (optionsAt !== -1 && at > optionsAt && /^[a-z]/.test(node.text))
          ? [toPositional(node)]
          : [];
    if (first === undefined) continue;
    found.push({ ...first, ...(isAfterEnd && { isAfterEnd }) }, ...others);
    isAfterEnd = false;
  }
  return found.filter(({ name, description }) => name !== "" && (description !== undefined || !isOptionName(name)));
}

function startsWithCommand(node: UsageNode, style: Style): boolean {
  if (node.kind === "word") return !isValue(node, style, "line");
  const words = node.alternatives.map(([word]) => word);
  const hasHelp = words.some((word) => word?.text === "help");
  return (style.hasCapitals || hasHelp) && words.every((word) => word !== undefined && isLiteral(word));
}

function isEndOfOptions(node: UsageNode): boolean {
  return node.text === "--";
}

/** Reports whether a sentence or another usage starts: `or`, `Use tool help for more`. */
function startsProse(node: UsageNode, next: UsageNode | undefined): boolean {
  if (node.kind === "group" || node.isMarked) return false;
  return node.text === "or" || (/^[A-Z][a-z]+,?$/.test(node.text) && next?.kind === "word" && /^[a-z]+$/.test(next.text));
}

/** Reports whether a part is the value of the option or the plain word before it: `--depth <n>`, `dev IFNAME`. */
function isBound(before: UsageNode | undefined, node: UsageNode, style: Style): boolean {
  if (before === undefined || isEndOfOptions(before)) return false;
  if (before.kind === "group") {
    const last = before.alternatives.at(-1)?.at(-1);
    const isPair = before.bracket === "|" || (before.bracket === "(" && /^-\w ?\| ?--[\w-]+$/.test(before.text));
    return isPair && node.kind === "word" && isPlaceholder(node) && last !== undefined && isOption(last);
  }
  if (isOption(before)) {
    if (before.text.includes("=")) return false;
    return node.kind === "group" ? /[{<]/.test(node.bracket) : isPlaceholder(node) || isValueWord(node.text);
  }
  if (isValue(before, style, "line")) return false;
  return node.kind === "group" ? node.bracket === "{" : isPlaceholder(node) && !node.isMarked;
}

function readGroup(group: UsageGroup, style: Style): readonly Found[] {
  const { bracket, alternatives, repeats, text } = group;
  // The subcommands or choices of argparse: `{add,remove} ...`.
  if (bracket === "{" && /^[\w.-]+(?:,[\w.-]+)+$/.test(text)) return readChoices(text.split(","), repeats);
  if (isRemark(group)) return [];
  const listed = readPhrase(group) ?? readLiterals(group);
  if (listed !== undefined) return [listed];
  const read = alternatives.map((nodes) => (isKeyword(nodes) ? [] : readSequence(nodes, style, "brackets")));
  const [first = [], ...others] = read.filter((found) => found.length > 0);
  const isChoice = first.length === 1 && others.length > 0 && others.every((found) => found.length === 1);
  // A second value is optional if another alternative has only one. All values are optional if an alternative is an option.
  const hasOption = alternatives.some(([start]) => start !== undefined && isOption(start) && !isOptionList(start));
  const least = hasOption ? 0 : Math.min(first.length, ...others.map((found) => found.length));
  return first.map((one, index) => ({
    ...one,
    isRequired: bracket !== "[" && one.isRequired && index < least,
    repeat: one.repeat || (repeats && index === first.length - 1) || (isChoice && others.some(([other]) => other?.repeat)),
    ...(isChoice && { description: showAlternatives(alternatives) }),
  }));
}

/** Reports whether a plain word precedes its value: `[port <number>]`, `[auto yes|no]`. */
function isKeyword([word, value, ...more]: readonly UsageNode[]): boolean {
  if (word?.kind !== "word" || word.isMarked || !/^[a-z][a-z-]*$/.test(word.text)) return false;
  const isList = value?.kind === "group" && value.bracket === "|" && more.length === 0;
  return isList ? value.alternatives.every(([one]) => one !== undefined && isLiteral(one)) : value?.kind === "word" && value.isMarked;
}

/** Returns the brackets of a usage line in which a plain word precedes its value. They are no positionals. */
export function findKeywords(nodes: readonly UsageNode[]): readonly string[] {
  return nodes.flatMap((node) => (node.kind === "group" && node.alternatives.some(isKeyword) ? [`[${node.text}]`] : []));
}

/** Returns the plain word between the options and the optional values of a usage line, if it has some: `action` in `tool [-a] action [number]`. */
export function findPlainWord(nodes: readonly UsageNode[]): string | undefined {
  const [node, ...others] = nodes.slice(nodes.findLastIndex(isOption) + 1);
  const isPlain = node?.kind === "word" && !node.isMarked && /^[a-z][a-z-]*$/.test(node.text);
  return isPlain && others.every(isBracketed) ? node.text : undefined;
}

function readChoices(values: readonly string[], areSubcommands: boolean): readonly Found[] {
  return areSubcommands ? [] : [{ name: CHOICE, isRequired: true, repeat: false, values }];
}

/** The last word of a name: `[migration name]`, `[snapshot ID]`, `[entry points]`. */
const NAME_END = / (?:name|path|file|dir|directory|ID|URL|\w+[a-rt-z]s)$/;

/** Reads words that are the name of one value: `{target place}`, `[Scan Types]`, `[input bitcode]...`, `[files in any order]`. */
function readPhrase({ bracket, text, alternatives, repeats }: UsageGroup): Found | undefined {
  const [words = []] = alternatives;
  const isPlain = words.every((word) => word.kind === "word" && /^[A-Za-z][\w-]*$/.test(word.text));
  if (alternatives.length !== 1 || !isPlain || (bracket !== "{" && words.length < 2)) return undefined;
  const isTitle = /^[A-Z][a-z]+(?: [A-Z]?[a-z]+)+$/.test(text);
  const isName = /^[a-z]/.test(text) && (NAME_END.test(text) || words.length > 3 || repeats);
  if (bracket !== "{" && !isTitle && !isName) return undefined;
  // typer writes required values in braces: `{src}...`.
  if (bracket === "{" && words.length === 1 && text.split("-").length < 4) return { name: toName(text), isRequired: true, repeat: repeats };
  const isList = !isTitle && words.some((word) => word.repeats || /[a-rt-z]s$/.test(word.kind === "word" ? word.text : ""));
  return { name: toName(text), isRequired: false, repeat: repeats || isList };
}

/** Reads alternatives that are values: `[on|off]`. Kinds of values, as in `[name|id|all]`, become the description. */
function readLiterals({ bracket, alternatives }: UsageGroup): Found | undefined {
  const plain = alternatives.flatMap(([word, ...more]) => (word?.kind === "word" && more.length === 0 ? [word] : []));
  const listed =
    bracket === "[" && plain.length === alternatives.length && plain.every(({ text, isMarked }) => !isMarked && /^[a-z][a-z-]*$/.test(text))
      ? findClosedValues(plain.map(({ text }) => text).join("|"), [])?.words
      : undefined;
  if (listed !== undefined) return { name: CHOICE, isRequired: false, repeat: false, values: listed };
  const shown = plain.map(({ text }) => plainText(text));
  const switched =
    shown.length === alternatives.length &&
    (shown.some((word) => SWITCHED.test(word)) || (bracket === "<" && shown.filter((word) => ACTIONS.has(word)).length >= MIN_ACTIONS)) &&
    shown.every((word) => /^[a-z0-9-]+$/.test(word) && !namesKind(word))
      ? findClosedValues(shown.join("|"), [])?.words
      : undefined;
  if (switched !== undefined) return { name: CHOICE, isRequired: bracket !== "[", repeat: false, values: switched };
  const words = plain.filter(isLiteral).map(({ text }) => text);
  if (words.length < 2 || words.length < alternatives.length) return undefined;
  const values =
    bracket === "|" ? undefined : words.every((word) => word.length === 1) ? words : findClosedValues(words.join("|"), [])?.words;
  const found = { isRequired: bracket !== "[", repeat: false };
  if (values !== undefined) return { ...found, name: CHOICE, values };
  return { ...found, name: toName(words[0] ?? ""), description: words.join(" | ") };
}

/** Words that only stand for themselves: `true|false`, `1|0|toggle`. */
const SWITCHED = /^(?:true|false|on|off|yes|no|0|1)$/;

/** Words for what to do, which stand for themselves in `<add|remove|import>`. Other words there are kinds of values: `<volume|snapshot>`. */
const ACTIONS = new Set(
  "add remove set unset get list show create delete enable disable start stop import export assign unassign open close lock unlock".split(
    " ",
  ),
);

/** Minimum number of such words. One can also be a kind of value: `<share|export>`. */
const MIN_ACTIONS = 2;

/** Reports whether a group is a remark about the line: `(same as tool list)`. */
function isRemark({ bracket, text, alternatives }: UsageGroup): boolean {
  if (OWN_RULES.invokeTasks.pattern.test(text)) return true;
  const [words = []] = alternatives;
  const isPlain = words.every((word) => word.kind === "word" && /^[A-Za-z`'"]/.test(word.text) && !/^[A-Z]{2}/.test(word.text));
  return (
    bracket === "(" && alternatives.length === 1 && words.length > 1 && (isPlain || /^(?:see|same|for|if|to)$/i.test(words[0]?.text ?? ""))
  );
}

function showAlternatives(alternatives: readonly (readonly UsageNode[])[]): string {
  const values = alternatives.filter(([first]) => first !== undefined && !isOption(first));
  return values.map((nodes) => nodes.map(({ text }) => plainText(text)).join(" ")).join(" | ");
}

function toPositional({ text: word, repeats }: UsageWord): Found {
  const text = word.replace(/^\+/, "");
  const name = toName(text);
  return {
    name,
    ...(text !== word && { prefix: "+" }),
    isRequired: true,
    repeat: repeats || isPlural(name),
    ...(/\w.*[:=@,/#[]|[\]:@/].*\w|^[A-Za-z]+\.[A-Za-z]+$/.test(text) && { description: plainText(text) }),
  };
}

/** Joins `KEY_1=VAL_1 ... KEY_N=VAL_N` and `file1 [file2 ...]`. */
function joinNumbered(found: readonly Found[]): readonly Found[] {
  const joined: Found[] = [];
  for (const one of found) {
    const last = joined.at(-1);
    const name = withoutNumbers(one.name);
    const isNext = last !== undefined && name !== one.name && withoutNumbers(last.name) === name && last.name !== one.name;
    if (!isNext || !(last.repeat || one.repeat || one.name.endsWith("n"))) joined.push(one);
    else joined.splice(-1, 1, { ...last, name, repeat: true, ...(last.description && { description: withoutNumbers(last.description) }) });
  }
  return joined;
}

function plainText(text: string): string {
  return text.replace(/[<>]/g, "");
}
