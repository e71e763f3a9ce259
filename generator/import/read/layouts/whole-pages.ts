/** Rewrites all lines of pages whose framework has its own notation, before anything is read from them. Lines keep their numbers. */
import { ARGPARSE_USAGE, rewriteArgparse } from "./argparse-page.ts";
import { ITEM_SPELLING, keepItemSpellings } from "./item-spellings.ts";
import { type LineLayout, type Rewrite, rewriteLines } from "./line-layouts.ts";

/** The first line of a page of knack. */
const KNACK_START = /^(?:Group|Command)$/;
/** A row of knack: the names, their tags, and a text. */
const KNACK_ROW = /^( {4}\S.*?)((?: \[[A-Z]\w+\])*)( *) : (.*)$/;
/** The name of a command, and its summary, below the heading `COMMAND`. */
const FF_NAME = /^COMMAND\n {2}[\w.-]+ -- \S/m;
/** A switch of `@effect/cli`. Each of its pages has one. */
const EFFECT_SWITCH = /^ {2}A true or false value\.$/;
/** Lines of `@effect/cli` that repeat what the names show. */
const EFFECT_TYPE = new RegExp(
  [
    String.raw`^ {2}(?:A true or false value|An? [a-z][\w -]*|One of the following: .*`,
    String.raw`|This setting is optional|This (?:argument|option) must be repeated .*)\.?$`,
  ].join(""),
);

export const WHOLE_PAGE_LAYOUTS: readonly LineLayout[] = [
  {
    name: "colon after a gap",
    from: ["knack"],
    reason: "a colon between spaces precedes all texts, and tags such as `[Required]` are before it",
    pattern: /^(?:Group|Command)$/m,
    rewriteIn: (page) => (page.some((line) => KNACK_START.test(line)) ? createKnackRewrite() : undefined),
    example: [
      "Command\n    tool add : Add it.\n\nArguments\n    --id   [Required] : Number.\n    --rate            : Share.  Default: 0.5.",
      "Name:\n    tool add - Add it.\n\nOptions:\n    --id                [required] Number.\n    --rate              Share. [default: 0.5]",
    ],
  },
  {
    name: "plain words after the option for help",
    from: ["argparse"],
    reason: "elsewhere, plain words in a usage are commands",
    pattern: new RegExp(ARGPARSE_USAGE.source, "m"),
    rewriteIn: rewriteArgparse,
    example: [
      "usage: tool [-h] [{low,high} ...] my file action ...\n\npositional arguments:\n  {low,high}\n  my file     File\n  action\n    add       Add\n\n  -h, --help  show this help message and exit",
      "usage: tool [-h] [<choice> ...] <my_file> <command> ...\n\npositional arguments:\n  choice  [possible values: low, high]\n  my_file     File\n  commands:\n    add       Add\n\n  -h, --help  show this help message and exit",
    ],
  },
  {
    name: "spelling with a plus sign for an item of a list",
    from: ["jsonargparse"],
    reason: "the spelling without the sign takes a whole list, as JSON",
    pattern: new RegExp(ITEM_SPELLING.source, "m"),
    rewriteIn: keepItemSpellings,
    example: [
      "usage: tool [--tag TAG] --src [ITEM,...]\n\n  --src [ITEM,...], --src+ [ITEM,...]\n  --tag TAG, --tag+ TAG  Attach it",
      "usage: tool [--tag+ <TAG>...] --src+ <ITEM>...\n\n  --src+ <ITEM>...\n  --tag+ <TAG>...  Attach it",
    ],
  },
  {
    name: "command as the name of a page",
    from: ["ff"],
    reason: "elsewhere, the heading precedes a list of commands",
    pattern: FF_NAME,
    rewriteIn: (page) => (page.some((line, at) => FF_NAME.test(`${line}\n${page[at + 1] ?? ""}`)) ? renameCommand : undefined),
    example: ["COMMAND\n  add -- Add files", "NAME\n  add -- Add files"],
  },
  {
    name: "paragraphs of an option",
    from: ["effect"],
    reason: "blank lines separate the type, the text and the remarks of an option, and names are in brackets",
    pattern: new RegExp(EFFECT_SWITCH.source, "m"),
    rewriteIn: (page) => (page.some((line) => EFFECT_SWITCH.test(line)) ? createEffectRewrite(page) : undefined),
    example: [
      "$ add [(-o, --output file)] <src>...\n(-o, --output file)\n\n  A file.\n\n  Result\n\n--json\n\n  A true or false value.",
      "  add [--output <file>] <src>...\n  -o, --output <file>\n\n\n\n      Result\n\n  --json\n\n",
    ],
  },
];

/** Rewrites the lines of a page to the notation that the readers know. */
export function toCommonPage(lines: readonly string[]): readonly string[] {
  return rewriteLines(lines, WHOLE_PAGE_LAYOUTS);
}

function renameCommand(line: string): string {
  return line === "COMMAND" ? "NAME" : line;
}

function createKnackRewrite(): Rewrite {
  let heading = "";
  return (line) => {
    if (/^\S/.test(line)) heading = line.replace(/:$/, "");
    if (KNACK_START.test(line)) return "Name:";
    const title = KNACK_TITLES.get(line);
    if (title !== undefined) return title;
    const text = line
      .replace(/ {2}Allowed values: ([^:]+)\.(?= |$)/, " [allowed values: $1]")
      .replace(/ *\bDefault: (\S+)\.$/, " [default: $1]");
    const [, names = "", tags = "", gap = "", after = ""] = KNACK_ROW.exec(text) ?? [];
    if (names === "") return text;
    if (KNACK_START.test(heading)) return `${names} - ${after}`;
    const required = tags.includes("[Required]") ? "[required] " : "";
    return `${names}${" ".repeat(tags.length)}${gap}   ${required}${after}`;
  };
}

const KNACK_TITLES: ReadonlyMap<string, string> = new Map([
  ["Arguments", "Options:"],
  ["Global Arguments", "Global options:"],
  ["Positional", "Positional arguments:"],
]);

/** A list of values between bars, after an option. */
const SPACED_LIST = /(--[\w-]+) ([\w.+-]+(?: \| [\w.+-]+)+)(?=\]|$)/g;

/** Options of each program follow those of the command. */
function createEffectRewrite(page: readonly string[]): Rewrite {
  const builtIn = page.findIndex((line) => line.startsWith("--completions "));
  let at = 0;
  return (line) => (++at === builtIn ? "Global options:" : rewriteEffect(line));
}

function rewriteEffect(line: string): string {
  if (EFFECT_TYPE.test(line)) return "";
  if (/^ {2}This option may be repeated zero or more times\.$/.test(line)) return "      (repeatable)";
  const plain = line.replace(SPACED_LIST, (_all, name: string, list: string) => `${name} {${list.replaceAll(" ", "")}}`);
  const [usage] = /^(?:\$| {2}-) .*/.exec(plain) ?? [];
  if (usage !== undefined)
    return `  ${usage.replace(/^\$ | {2}- /, "").replace(/\(-\w, (--[\w-]+)(?: ([^()]*))?\)(\.{3})?/g, showLongName)}`;
  const [, names = "", value, dots = ""] = /^\(?(-{1,2}[^ (),]+(?:, --[^ (),]+)*)(?: ([^()]+))?\)?(\.{3})?$/.exec(plain) ?? [];
  if (names !== "") return `  ${names}${value === undefined ? "" : ` ${markValue(value)}`}${dots}`;
  const [, positional] = /^(<\S+>)(?: \d+\+)?$/.exec(plain) ?? [];
  if (positional !== undefined) return `  ${positional}`;
  return plain.replace(/^ {2}(?=\S)/, "      ");
}

/** An option that can be repeated can be left out, too. */
function showLongName(_all: string, name: string, value?: string, dots?: string): string {
  const shown = value === undefined ? name : `${name} ${markValue(value)}`;
  return dots === undefined ? shown : `[${shown}]${dots}`;
}

function markValue(value: string): string {
  return value.startsWith("{") ? value : `<${value}>`;
}
