/** Compares drafted configs with the flags that programs are known to have. */
import { parse } from "yaml";
import type { GoldFlag, SavedProgram } from "./import-corpus.ts";

interface DraftArg {
  readonly name: string;
  readonly flag?: string;
  readonly type?: string;
  readonly description?: string;
  /** A mapping for switches that are written with their value, such as `-lock=false`. */
  readonly enum?: readonly string[] | Readonly<Record<string, string>>;
  readonly positional?: boolean;
  /** Constant words, such as `--`. */
  readonly words?: readonly string[];
  readonly negatable?: boolean;
  readonly optional_value?: boolean;
  readonly "x-flags"?: readonly string[];
}

/** The arguments of a group. */
interface DraftUse {
  readonly use: string;
}

interface DraftTool {
  readonly command?: string;
  readonly description?: string;
  readonly args?: readonly (DraftArg | DraftUse)[];
}

interface DraftConfig {
  readonly tools?: readonly DraftTool[];
  readonly arg_groups?: Readonly<Record<string, readonly DraftArg[]>>;
}

/** Counts of one program, or the sum of several. */
export interface Score {
  readonly gold: number;
  /** Known flags that are arguments. */
  readonly found: number;
  /** Known flags that are arguments, or in a comment of their tool, or in one at the top of the draft. */
  readonly named: number;
  readonly kindKnown: number;
  readonly kindRight: number;
  readonly optional: number;
  readonly glued: number;
  readonly described: number;
  readonly lists: number;
  readonly completeLists: number;
  /** Lists that would reject a value that the program is known to accept. */
  readonly harmfulLists: number;
  readonly drafted: number;
  /** Drafted flags that the program's help or man page contains. */
  readonly documented: number;
  readonly tools: number;
}

const ZERO: Score = {
  gold: 0,
  found: 0,
  named: 0,
  kindKnown: 0,
  kindRight: 0,
  optional: 0,
  glued: 0,
  described: 0,
  lists: 0,
  completeLists: 0,
  harmfulLists: 0,
  drafted: 0,
  documented: 0,
  tools: 0,
};

export function addScores(scores: readonly Partial<Score>[]): Score {
  const sum: Record<string, number> = { ...ZERO };
  for (const score of scores) for (const [key, value] of Object.entries(score)) sum[key] = (sum[key] ?? 0) + value;
  return sum as unknown as Score;
}

/** Scores the draft of a program: its known flags are looked up in the tool of their subcommand, then in those of its parents. */
export function scoreDraft(yaml: string, program: SavedProgram, gold: readonly GoldFlag[]): Score {
  const { tools = [], arg_groups: groups = {} } = parse(yaml) as DraftConfig;
  const argsOf = (arg: DraftArg | DraftUse): readonly DraftArg[] => ("use" in arg ? (groups[arg.use] ?? []) : [arg]);
  const drafted = tools.map(({ command = "", description, args = [] }) => ({
    path: command
      .split(" ")
      .filter((word) => word !== "" && !word.startsWith("-"))
      .join(" "),
    args: [...listConstants(command, description), ...args.flatMap(argsOf)].filter(
      ({ positional, words }) => positional !== true && words === undefined,
    ),
  }));
  const found = gold.map((flag) => scoreFlag(flag, drafted));
  const comments = readComments(yaml, tools);
  const named = gold.filter((flag, index) => found[index]?.found === 1 || comments(flag)).length;
  // The arguments of a group count once.
  const all = [...new Set(drafted.flatMap(({ args }) => args))];
  const texts = program.pages.map(({ text }) => text.replaceAll(/[‹›]/g, "")).join("\n");
  const words = new Set(texts.match(/(?:--?|\+)(?:\[no-?\])?[\w?#@][\w.+-]*/g));
  const documented = all.filter((arg) => isDocumented(nameOf(arg), words, texts)).length;
  return addScores([...found, { named, tools: tools.length, drafted: all.length, documented }]);
}

/** Returns a function that reports whether a draft names a flag in its tool, in that of a group above it, or at the top. */
function readComments(yaml: string, tools: readonly DraftTool[]): (flag: GoldFlag) => boolean {
  const [top = "", ...blocks] = yaml.split(/^ {2}- (?=name: |\{ name: )/m);
  const wordsOf = (text: string): ReadonlySet<string> => {
    const comments = text.split("\n").flatMap((line) => /(?:^|\s)#\s.*/.exec(line) ?? []);
    return new Set(comments.join("\n").match(/(?<![\w-])(?:--?|\+)[\w?#@][\w.+-]*/g));
  };
  const above = wordsOf(top);
  const byPath = new Map(tools.map(({ command = "" }, index) => [command, wordsOf(blocks[index] ?? "")] as const));
  return ({ subcommand, names }) =>
    names.some(
      (name) =>
        above.has(name) ||
        subcommand.some((_, at) => byPath.get(subcommand.slice(0, at + 1).join(" "))?.has(name) === true) ||
        byPath.get("")?.has(name) === true,
    );
}

/** Returns the options that a tool always writes, such as `--create` of tar, as switches. */
function listConstants(command: string, description = ""): readonly DraftArg[] {
  const flags = command.split(" ").filter((word) => word.startsWith("-"));
  return flags.map((flag) => ({ name: flag, flag, type: "boolean", description }));
}

interface DraftedTool {
  readonly path: string;
  readonly args: readonly DraftArg[];
}

function scoreFlag(flag: GoldFlag, tools: readonly DraftedTool[]): Partial<Score> {
  const arg = findArg(flag, tools);
  if (arg === undefined) return { gold: 1 };
  const isSwitch = (arg.type === "boolean" && arg.enum === undefined) || isRange(arg);
  const listed = listOf(arg);
  const isOptional = flag.kind === "optional";
  const values = flag.kind === "switch" ? undefined : flag.values;
  const isKindRight = flag.kind === "alone" ? isSwitch || arg.optional_value === true : isSwitch === (flag.kind === "switch");
  const isComplete = values?.every((value) => listed.includes(value)) === true;
  return {
    gold: 1,
    found: 1,
    ...(isOptional && { optional: 1, glued: isSwitch || arg.optional_value === true || arg.flag?.endsWith("=") === true ? 1 : 0 }),
    ...(flag.kind !== undefined && !isOptional && { kindKnown: 1, kindRight: isKindRight ? 1 : 0 }),
    described: (arg.description ?? "").trim().length > 3 ? 1 : 0,
    ...(values && { lists: 1, completeLists: isComplete ? 1 : 0, harmfulLists: !isComplete && arg.enum !== undefined ? 1 : 0 }),
  };
}

/** Reports whether each value of an argument is a switch, as in `-0 ... -9`. */
function isRange({ "x-flags": names = [] }: DraftArg): boolean {
  return names.length > 1 && names.every((name) => /^-\d$/.test(name));
}

function findArg({ subcommand, names }: GoldFlag, tools: readonly DraftedTool[]): DraftArg | undefined {
  const matches = (arg: DraftArg): boolean => spellings(arg).some((name) => names.includes(name));
  for (let length = subcommand.length; length >= 0; length--) {
    const path = subcommand.slice(0, length).join(" ");
    const found = tools.filter((tool) => tool.path === path).flatMap(({ args }) => args.filter(matches));
    const best = found.toSorted((one, other) => listOf(other).length - listOf(one).length)[0];
    if (best !== undefined) return best;
  }
  const hasRoot = tools.some(({ path }) => path === "");
  return subcommand.length === 0 && !hasRoot ? tools.flatMap(({ args }) => args).find(matches) : undefined;
}

function spellings(arg: DraftArg): readonly string[] {
  const name = nameOf(arg);
  return [name, ...(arg["x-flags"] ?? []), ...(arg.negatable === true ? [name.replace(/^--/, "--no-")] : [])];
}

const listOf = ({ enum: values = [] }: DraftArg): readonly string[] => (Array.isArray(values) ? values : Object.keys(values));

const nameOf = ({ name, "x-flags": [first] = [], flag = first ?? `--${name}` }: DraftArg): string => flag.replace(/=$/, "");

function isDocumented(name: string, words: ReadonlySet<string>, text: string): boolean {
  const bare = name.replace(/^--no-?|^--/, "");
  const isBracketed = words.has(`--[no-]${bare}`) || words.has(`--[no]${bare}`) || words.has(`--no-${bare}`);
  return (
    words.has(name) ||
    isBracketed ||
    text.includes(name) ||
    (/^-[A-Za-z0-9]$/.test(name) && new RegExp(`\\[-\\w*${name.slice(1)}`).test(text))
  );
}
