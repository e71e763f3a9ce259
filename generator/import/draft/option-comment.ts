/** Prints options that are not arguments as comments. */
import type { OptionFacts } from "../description.ts";
import type { OmittedOption } from "./choose-options.ts";
import { isForPeople } from "./rank.ts";
import { MAX_ARGUMENT_TEXT, shortenText } from "./short-text.ts";
import { commentText } from "./yaml-text.ts";

/** Returns the comment of an option: `# --format=<format>  Print in this format`. */
export function optionComment({ option, reason }: OmittedOption): string {
  const { text } = shortenText(option.description?.value ?? "", MAX_ARGUMENT_TEXT);
  const said = [...(reason === undefined ? [] : [`(${reason})`]), ...(text === "" ? [] : [text])].join(" ");
  return commentText(`# ${spell(option)}${said === "" ? "" : `  ${said}`}`);
}

/** Returns the spellings of an option with its placeholder: `-n, --max-count=<number>`. */
function spell({ names, kind, placeholder = "", valueForm, isPair }: OptionFacts): string {
  const shown = names.join(", ");
  if (kind === "switch" || kind === "unknown") return shown;
  if (isPair === true) return `${shown} <key> <value>`;
  const value = /^[<[{(]/.test(placeholder) ? placeholder : `<${placeholder === "" ? "value" : placeholder}>`;
  if (kind === "optional") return `${shown}[=${value}]`;
  // In the word of its option, also after a sign: `-T#`, `-splash:<image>`.
  if (valueForm === "colon") return `${shown}:${value}`;
  return valueForm === "attached"
    ? `${shown}${value}`
    : `${shown}${(names.at(-1) ?? "").startsWith("--") && valueForm !== "bare" ? "=" : " "}${value}`;
}

/** How comments show the options that are not arguments: only their names, or each in one line with its first sentence. */
export type CommentStyle = "names" | "sentences";

/** Returns the comments for the omitted options of a tool. */
export type PrintOmitted = (tool: string, omitted: readonly OmittedOption[]) => readonly string[];

/** Creates a printer for the tools of a draft, in their order. */
export function createCommentPrinter(style: CommentStyle): PrintOmitted {
  return style === "names" ? createNamePrinter() : createSentencePrinter();
}

/** Minimum number of names for which a tool refers to an earlier one. They fill more than a line. */
const MIN_REFERRED = 12;

/** Creates a printer of names. A tool does not repeat many names of an earlier one: `# left out: --all, and 64 as in git_diff`. */
function createNamePrinter(): PrintOmitted {
  const namedAt = new Map<string, ReadonlySet<string>>();
  return (tool, omitted) => {
    const isPlain = ({ option, reason }: OmittedOption): boolean => reason === undefined && groupOf(option) === undefined;
    const plain = new Map(omitted.filter(isPlain).map((one) => [shortSpelling(one.option), one]));
    const references: string[] = [];
    const referred = new Set<OmittedOption>();
    for (const [earlier, names] of plain.size < MIN_REFERRED ? [] : namedAt) {
      const known = [...plain].filter(([name]) => names.has(name));
      if (known.length < MIN_REFERRED) continue;
      references.push(`${known.length} as in ${earlier}`);
      for (const [name, one] of known) {
        plain.delete(name);
        referred.add(one);
      }
    }
    if (plain.size >= MIN_REFERRED) namedAt.set(tool, new Set(plain.keys()));
    const rest = omitted.filter((one) => !referred.has(one));
    return nameOptions(LEFT_OUT, rest, references);
  };
}

/** Name of the group of options that are left out without a reason. */
const LEFT_OUT = "left out";

/**
 * Returns a paragraph that names options, those with a reason first: `# can run a program: --exec=; left out: --all --label=`. A name that
 * ends with `=` takes a value.
 * @param title what the options without a reason have in common
 * @param references further options of this kind, by their number and the tool that names them
 */
export function nameOptions(title: string, omitted: readonly OmittedOption[], references: readonly string[] = []): readonly string[] {
  const groups = new Map<string, string[]>(references.length === 0 ? [] : [[title, []]]);
  for (const { option, reason } of omitted) {
    const group = reason ?? groupOf(option) ?? title;
    groups.set(group, [...(groups.get(group) ?? []), shortSpelling(option)]);
  }
  const rank = (group: string): number => [title, OWN_TOOLS, DEPRECATED, NOT_FOR_TOOLS].indexOf(group);
  const ordered = [...groups].toSorted(([one], [other]) => rank(one) - rank(other));
  const parts = ordered.map(([group, names]) => {
    const others = group === title && references.length > 0 ? references.join(", ") : "";
    const rest = others === "" ? names : names.length === 0 ? [others] : [...endWith(names, ","), `and ${others}`];
    return [`${group}:`, ...rest];
  });
  return wrapWords(parts.flatMap((words, index) => (index < parts.length - 1 ? endWith(words, ";") : words)));
}

/** Returns words with a mark after the last one. */
function endWith(words: readonly string[], mark: string): readonly string[] {
  return words.map((word, index) => (index === words.length - 1 ? `${word}${mark}` : word));
}

/** Name of the group of options that only change what a person at a terminal sees. */
const NOT_FOR_TOOLS = "not for tools";
/** Name of the group of options that are commands, which have their own tools. */
const OWN_TOOLS = "own tools";
/** Name of the group of options that a program will not have for long. */
const DEPRECATED = "deprecated";

/** Returns the name of the group of options that no tool needs. Undefined if a tool can need the option. */
function groupOf(option: OptionFacts): string | undefined {
  if (option.isAction === true) return OWN_TOOLS;
  return isForPeople(option) ? NOT_FOR_TOOLS : option.isDeprecated === true ? DEPRECATED : undefined;
}

/** Returns the longest name of an option, with `=` if it takes a value: `--format=`. */
function shortSpelling({ names, kind }: OptionFacts): string {
  const name = names.find((one) => one.startsWith("--")) ?? names.at(-1) ?? "";
  const mark = !name.startsWith("--") || kind === "switch" || kind === "unknown" ? "" : kind === "optional" ? "[=]" : "=";
  return commentText(`${name}${mark}`);
}

/** Minimum number of options of which only the names are repeated. */
const MIN_REPEATED = 3;

/** Creates a printer of one line for each option. A tool whose options an earlier tool has described only names them. */
function createSentencePrinter(): PrintOmitted {
  const describedAt = new Map<string, string>();
  return (tool, omitted) => {
    const isOther = ({ option, reason }: OmittedOption): boolean => reason === undefined && isForPeople(option);
    const others = omitted.filter(isOther).map(({ option }) => option.names.at(-1) ?? "");
    const lines = omitted.filter((one) => !isOther(one)).map((one) => ({ line: optionComment(one), name: one.option.names.at(-1) ?? "" }));
    const known = new Map<string, string[]>();
    for (const { line, name } of lines) {
      const owner = describedAt.get(line);
      if (owner !== undefined) known.set(owner, [...(known.get(owner) ?? []), name]);
    }
    const repeated = new Map([...known].filter(([, names]) => names.length >= MIN_REPEATED));
    const own = lines.filter(({ line }) => !repeated.has(describedAt.get(line) ?? ""));
    for (const { line } of own) if (!describedAt.has(line)) describedAt.set(line, tool);
    const last = others.length === 0 ? [] : wrapWords([...`${NOT_FOR_TOOLS}:`.split(" "), ...others]);
    return [
      ...own.map(({ line }) => line),
      ...last,
      ...[...repeated].flatMap(([owner, names]) => wrapWords(["as", "in", `${owner}:`, ...names])),
    ];
  };
}

/** Columns of a paragraph, without its indentation. */
const WIDTH = 320;

/** Returns words as the lines of a comment. A word can have spaces, such as a title, and stays in one line. Further lines are indented by two columns. */
function wrapWords(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = "#";
  for (const word of words) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "#  ";
    }
    line += ` ${word}`;
  }
  return line === "#" ? lines : [...lines, line];
}
