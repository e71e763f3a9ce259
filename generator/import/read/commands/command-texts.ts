/** Finds the texts about subcommands that only usage lines list, in the body of a page: many helps are man pages. */
import type { Fact, Source } from "../../description.ts";
import { indentOf, takeLines, toText, unmark } from "../lines/plain-lines.ts";
import { listsCommands, readHeading } from "../lines/sections.ts";

/** Maximum number of lines between the words of a command and its text. */
const MAX_USAGE_LINES = 6;

/** A line that is not as wide as this with the first word of the next one ends a paragraph. */
const MIN_WIDTH = 70;

/** Other names of a command, in manuals that describe only one of them. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["delete", "del"],
  ["show", "list"],
]);

/** The name of a command in a section of commands, alone or before its usage. */
const ROW = /^([a-z][\w-]*)(?= [[<(-]|$)/;

/** An item of a list in the text of a page: `- dir: Show the cache directory.` */
const LIST_ITEM = /^[-*] ([a-z][\w-]*): (\S.*)$/;

/** The name of a command before its usage, in any section: `create [options] <file>`. */
const USAGE_ROW = /^([a-z][\w-]*)(?= [[<])/;

/** A command with a list of its subcommands, above their texts in the page of the program: `radio {all | wifi} [ARGUMENTS...]`. */
const GROUP = /^([a-z][\w-]*(?: [a-z][\w-]*)*) \{( ?[a-z][\w-]*(?: ?\| ?[a-z][\w-]*)* ?)\}/;

/** Names of commands before their usage: `on, off`. */
const NAMES = /^[a-z][\w-]*(?:, [a-z][\w-]*)*(?= |$)/;

/** A command and the names of its subcommands. */
interface Group {
  readonly words: string;
  readonly names: ReadonlySet<string>;
}

/** Reads the list of subcommands after the words of a command, which can continue on the next lines. */
function readGroup(after: string, below: readonly string[]): Group | undefined {
  const [, words, list] = (after.includes("{") ? GROUP.exec([after, ...below.map((line) => line.trim())].join(" ")) : undefined) ?? [];
  return words === undefined ? undefined : { words, names: new Set(list?.split("|").map((name) => name.trim())) };
}

/** Returns the keys of the subcommands of a group at the start of a text. */
function namesIn({ words, names }: Group, text: string): readonly string[] {
  const found = NAMES.exec(text)?.[0].split(", ") ?? [];
  return found.every((name) => names.has(name)) ? found.map((name) => `${words} ${name}`) : [];
}

/**
 * Returns the first sentence about each command that a page describes. In a section of commands, the text is below the name and its usage,
 * and more indented, and in other sections below the usage; elsewhere, it is below or beside the words of the command: `tool list - list entries`, or in a list. Below a line
 * such as `tool pool {list | drop}`, the names are `pool list` and `pool drop`. `command`: the words of the page's command.
 */
export function findCommandTexts(lines: readonly string[], where: Source, command: string): ReadonlyMap<string, Fact<string>> {
  const found = new Map<string, Fact<string>>();
  let inSection = false;
  let base: number | undefined;
  let group: Group | undefined;
  for (const [at, marked] of lines.entries()) {
    const line = unmark(marked);
    if (/^\S/.test(line)) {
      inSection = listsCommands(readHeading(line) ?? "");
      base = undefined;
      group = undefined;
      continue;
    }
    const text = line.trim();
    if (text === "") continue;
    base ??= indentOf(line);
    const after = text.startsWith(`${command} `) ? text.slice(command.length + 1) : "";
    group = (inSection ? readGroup(after, lines.slice(at + 1, at + 4)) : undefined) ?? group;
    const [, name = "", own] = /^([a-z][\w-]*)(?:\s+- (\S.*))?$/.exec(after) ?? [];
    const row = indentOf(line) === base ? (inSection ? ROW : USAGE_ROW).exec(text)?.[1] : undefined;
    const [, listed = "", beside] = LIST_ITEM.exec(text) ?? [];
    const ofGroup = group !== undefined && indentOf(line) === base ? namesIn(group, text) : [];
    const keys = ofGroup.length > 0 ? ofGroup : [row ?? (listed || name)].filter((key) => key !== "");
    const said = keys.length === 0 ? "" : (beside ?? own ?? readBelow(lines, at));
    for (const key of said === "" ? [] : keys) {
      if (!found.has(key)) found.set(key, { ...where, line: at + 1, value: firstSentence(said) });
    }
  }
  for (const [name, other] of SYNONYMS) {
    const text = found.get(name);
    if (text !== undefined && !found.has(other)) found.set(other, text);
  }
  return found;
}

/** Returns the more indented paragraph below a name and the lines of its usage. */
function readBelow(lines: readonly string[], at: number): string {
  const base = indentOf(lines[at] ?? "");
  const start = lines.findIndex((line, index) => index > at && (line.trim() === "" || indentOf(line) > base));
  if (start === -1 || start - at > MAX_USAGE_LINES || lines[start]?.trim() === "") return "";
  const paragraph = takeLines(lines, start, (line) => line.trim() === "" || indentOf(line) <= base);
  const cut = paragraph.findIndex((line, index) => `${line} ${paragraph[index + 1]?.trim().split(" ")[0] ?? ""}`.length < MIN_WIDTH);
  return toText(paragraph.slice(0, cut === -1 ? undefined : cut + 1));
}

/** Returns the first sentence of a text, without the words of a manual about itself: `Used to create a bundle.` */
function firstSentence(text: string): string {
  const own = text.replace(/^Used to ([a-z])/, (_start, letter: string) => letter.toUpperCase());
  return /^.*?[^.]\.(?= [A-Z])/.exec(own)?.[0] ?? own;
}
