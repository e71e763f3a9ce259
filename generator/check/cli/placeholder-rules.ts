/** Finds placeholders of templates, shells and manuals in commands, which are never substituted. */
import type { Place } from "@climax-gen/runtime/internal/argument/form";
import { flagOf, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { readSegments, splitCommand, unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import type { SourceLocation, Span } from "../../diagnostics/diagnostic.ts";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { ForeignVariable } from "../../text/foreign-variable.ts";
import { findForeignVariable, foreignVariableFix } from "../../text/foreign-variable.ts";
import { quote } from "../../text/wording.ts";
import { locateText } from "../../load/document.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { formKeysOf } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

type GivenArg = Partial<ParsedArg>;

/** A command, and what its placeholders can mean. */
export interface CommandContext {
  readonly path: YamlPath;
  /** Arguments that a placeholder of the command can refer to. */
  readonly args: readonly GivenArg[];
  /** True if the server expands variables here, as in the command of a config. */
  readonly isExpanded: boolean;
  readonly report: Report;
}

/** A word of a command, quotes included. */
interface PlacedWord {
  readonly word: string;
  readonly span: Span;
  /** Word before it. Empty for the first one. */
  readonly before: string;
}

/** The part of a word that looks like a placeholder. */
interface Hole {
  readonly text: string;
  /** Name inside it. Empty if it has none, as in `{}` and `$1`. */
  readonly name: string;
  /** Text of the word before it. */
  readonly head: string;
}

/**
 * `{{name}}`, `{name}`, `{}`, `<name>`. Not `stash@{0}`, `HEAD^{tree}`, `%{http_code}` and `${NAME}`, which programs or the server read.
 */
const BRACES = /(?<![$@^%{])(?:\{\{\s*([A-Za-z][\w-]*)\s*\}\}|\{([A-Za-z][\w-]*)?\}(?!\}))|<([A-Za-z][\w.|-]*)>/;

/** `${name}`, `$name`, `$1`, `$@`. */
const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*)|\d|[@*#](?!\w))/;

/** `$1`, `$@`: the placeholders that remain if the server expands variables. */
const POSITION = /\$(?:\d|[@*#](?!\w))/;

/** Options that take a format string, in which `%s` is not a placeholder. */
const FORMAT_OPTION = /^(?:-[cft]|--?\w*(?:format|pretty|print)\w*)$/i;

/** Options and programs that replace `{}` themselves. */
const REPLACER =
  /^(?:-(?:exec|execdir|ok|okdir|I.*|i|x|X)|--(?:replace|exec|exec-batch|max-args)(?:=.*)?|(?:.*\/)?(?:xargs|parallel|fd|fdfind))$/;

/** Reports the placeholders of a command. Quoted text is literal. */
export function checkPlaceholders(command: string, context: CommandContext): void {
  const words = readWords(command);
  const isReplaced = words.some(({ word }) => REPLACER.test(word)) || REPLACER.test(readProgram(context.report));
  for (const placed of words) {
    const hole = findHole(placed, context.isExpanded);
    const foreign = findForeign(placed, context.isExpanded);
    if (foreign !== undefined) reportForeign(foreign, placed, { ...context, command });
    else if (hole !== undefined && !(hole.text === "{}" && isReplaced)) reportHole(hole, placed, { ...context, command });
    else if (!context.isExpanded && /^~(?=\/|$)/.test(placed.word)) reportVariable("~", placed, { ...context, command });
  }
}

function readProgram(report: Report): string {
  const { command } = report.document.value;
  return typeof command === "string" ? (command.split(/\s/, 1)[0] ?? "") : "";
}

function readWords(command: string): readonly PlacedWord[] {
  const split = splitCommand(command);
  if (split.kind !== "words") return [];
  let offset = 0;
  return split.words.map((word, index) => {
    const start = command.indexOf(word, offset);
    offset = start + word.length;
    return { word, span: { start, end: offset }, before: split.words[index - 1] ?? "" };
  });
}

function findHole({ word, before }: PlacedWord, isExpanded: boolean): Hole | undefined {
  if (/^%[sd]$/.test(word) && !FORMAT_OPTION.test(before)) return { text: word, name: "", head: "" };
  if (word === "..." || /^\[-{1,2}[A-Za-z][^[]*\](?:\.\.\.)?$/.test(word)) return { text: word, name: "", head: "" };
  let head = "";
  for (const { quote: kind, text } of readSegments(word)) {
    const found = kind === "none" ? (BRACES.exec(text) ?? (isExpanded ? POSITION : VARIABLE).exec(text)) : null;
    if (found !== null) {
      const name = found.slice(1).find((group) => group !== undefined) ?? "";
      return { text: found[0], name, head: head + text.slice(0, found.index) };
    }
    head += text;
  }
  return undefined;
}

interface CommandToCheck extends CommandContext {
  readonly command: string;
}

function reportHole(hole: Hole, placed: PlacedWord, context: CommandToCheck): void {
  const inner = hole.text.replace(/^\[|\](?:\.\.\.)?$/g, "");
  const arg = context.args.find(({ name = "" }) => name !== "" && (isSameName(name, hole.name) || flagOf({ name }) === inner));
  const byFlag = context.args.find(({ flag }) => flag === inner);
  const meant = arg ?? byFlag;
  if (meant === undefined && /^\$\{?[A-Z_]/.test(hole.text)) return reportVariable(hole.text, placed, context);
  const location = locateIn(context, placed.span);
  if (meant === undefined) {
    context.report.addHazard(
      "possible-placeholder",
      { path: context.path, location },
      { text: hole.text, fix: suggestArgument(hole, placed) },
    );
  } else {
    context.report.add(diagnose("placeholder", location, { text: hole.text, fix: suggestPassing(hole, placed, meant) }));
  }
}

/** Returns a variable in the notation of a shell or of a client's file. Double quotes make a word literal only if nothing is expanded. */
function findForeign({ word }: PlacedWord, isExpanded: boolean): ForeignVariable | undefined {
  const segments = readSegments(word).filter(({ quote: kind }) => kind === "none" || (kind === "double" && isExpanded));
  return segments.map(({ text }) => findForeignVariable(text)).find((found) => found !== undefined);
}

function reportForeign(found: ForeignVariable, { span }: PlacedWord, context: CommandToCheck): void {
  const fix = context.isExpanded ? foreignVariableFix(found) : "write the full value";
  const literal = `${fix}, or enclose it in single quotes if the text is literal`;
  context.report.add(
    diagnose("literal-path", locateIn(context, span), { key: String(context.path.at(-1)), text: found.text, fix: literal }),
  );
}

function isSameName(name: string, written: string): boolean {
  return name.replaceAll("-", "_").toLowerCase() === written.replaceAll("-", "_").toLowerCase();
}

/** Reports a home directory or an environment variable. */
function reportVariable(text: string, { span }: PlacedWord, context: CommandToCheck): void {
  const fix = "write the full value, or enclose it in single quotes if the text is literal";
  context.report.add(diagnose("literal-path", locateIn(context, span), { key: "command", text, fix }));
}

/** Returns the location of a part of the command. */
function locateIn({ command, path, report }: CommandToCheck, part: Span): SourceLocation {
  return locateText(report.document, path, { text: command, part });
}

function suggestArgument({ text, head }: Hole, { word, before }: PlacedWord): string {
  const isUsage = text === "..." || text.startsWith("[");
  const flag = isUsage ? undefined : flagBefore(head, before);
  const key = flag === undefined ? "positional: true" : `flag: ${flag.text}`;
  const removed = flag?.isWord === true ? `${before} ${word}` : word;
  const way = isUsage ? "an argument for it" : `an argument with \`${key}\``;
  return `remove ${quote(removed)} and add ${way}, or enclose ${quote(text)} in single quotes if the text is literal`;
}

/** Returns the flag before the placeholder. `isWord` is true if the flag is a separate word. */
function flagBefore(head: string, before: string): { readonly text: string; readonly isWord: boolean } | undefined {
  if (head !== "") return { text: head, isWord: false };
  return /^--?[A-Za-z][\w-]*$/.test(before) ? { text: before, isWord: true } : undefined;
}

/** The keys that already pass the value without a flag. */
const PASSED_ELSEWHERE: ReadonlySet<Place> = new Set(["operand", "stdin", "directory", "variable"]);

/** Suggests how to replace a placeholder for an argument that exists. */
function suggestPassing({ head }: Hole, { word, before }: PlacedWord, arg: GivenArg): string {
  const { name = "" } = arg;
  const flag = flagBefore(head, before);
  const removed = flag?.isWord === true ? `${before} ${word}` : word;
  if (typeof arg.flag === "string" && arg.flag !== "") {
    const isRepeated = flag?.isWord === true && flag.text === arg.flag;
    return `remove ${quote(isRepeated ? removed : word)}: the argument ${quote(name)} adds ${quote(arg.flag)} and its value`;
  }
  if (PASSED_ELSEWHERE.has(placeOf(formKeysOf(arg)))) return `remove ${quote(word)}: the argument ${quote(name)} adds its value`;
  if (flag === undefined) {
    if (word.startsWith("[-")) return `remove ${quote(word)}: the argument ${quote(name)} adds its flag`;
    return `remove ${quote(word)} and write \`positional: true\` in the argument ${quote(name)}`;
  }
  const other = flag.isWord ? ` (or remove only ${quote(word)} and write \`positional: true\` if ${quote(flag.text)} takes no value)` : "";
  return `remove ${quote(removed)} and write \`flag: ${flag.text}\` in the argument ${quote(name)}${other}`;
}

/** Finds words of a tool's command that repeat the end of the config's command. Ignores quoted words. */
export function findRepeatedWords(base: string, command: string): { readonly words: string; readonly rest: string } | undefined {
  const [program, own] = [splitCommand(base), splitCommand(command)];
  if (program.kind !== "words" || own.kind !== "words") return undefined;
  const before = unquoteWords(program.words);
  const isSame = (word: string, index: number, at: number): boolean => {
    const name = before[at + index];
    return name !== undefined && !word.startsWith("-") && (word === name || (at + index === 0 && word === name.replace(/^.*\//, "")));
  };
  for (let at = 0; at < before.length; at += 1) {
    const count = before.length - at;
    const repeated = own.words.slice(0, count);
    if (repeated.length === count && repeated.every((word, index) => isSame(word, index, at)))
      return { words: repeated.join(" "), rest: own.words.slice(count).join(" ") };
  }
  const [first = ""] = own.words;
  return isSame(first, 0, 0) ? { words: first, rest: own.words.slice(1).join(" ") } : undefined;
}
