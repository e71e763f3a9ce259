/** Prints the keys of a tool, between its name and its arguments. Pure. */
import type { CommandFacts, PositionalFacts, Source } from "../description.ts";
import { cite, type DraftArgument } from "./draft-argument.ts";
import { exitCodeLines } from "./exit-code-lines.ts";
import { type DraftRisk, guessTimeout } from "./risk.ts";
import { MAX_TOOL_TEXT, shortenText } from "./short-text.ts";
import { commentText, yamlList, yamlText } from "./yaml-text.ts";

/** Key of a tool or config that writes `--` before positional values. */
export const DASH_DASH_KEY = "end_of_options";

/** What the keys of a tool depend on, besides its command. */
export interface ToolFacts {
  readonly context: KeyContext;
  readonly risk: DraftRisk | undefined;
  /** The options that are arguments. */
  readonly flags: readonly DraftArgument[];
  /** The command has options, as arguments or not. */
  readonly hasOptions: boolean;
  /** Words of the options that are not arguments. */
  readonly searched: readonly string[];
}

/** What the keys of a tool depend on in the other tools of the draft. */
export interface KeyContext {
  readonly program: string;
  /** First sentence about the group of subcommands that the command belongs to. */
  readonly parentSummary?: string;
  /** True if the config writes `--` for tools without the key. Defaults to false. */
  readonly endsOptions?: boolean;
}

/** A key of a tool. */
export interface ToolKey {
  readonly key: string;
  /** A scalar, as text or printed. */
  readonly value: { readonly text: string } | { readonly printed: string };
  /** Lines of a mapping, instead of a value. */
  readonly below?: readonly string[];
  readonly comment?: string;
}

/** Prints keys as lines of a tool: `    command: clone`. */
export function printKeys(keys: readonly ToolKey[]): readonly string[] {
  return keys.flatMap(({ key, value, below = [], comment }) => {
    const printed = "text" in value ? yamlText(value.text) : value.printed;
    const line = `    ${key}:${printed === "" ? "" : ` ${printed}`}`;
    return [comment === undefined ? line : `${line} # ${comment}`, ...below];
  });
}

/** Returns the keys of a tool between its name and its arguments. */
export function toolKeys(command: CommandFacts, { context, risk, flags, hasOptions, searched }: ToolFacts): readonly ToolKey[] {
  const { path, words = path } = command;
  const { endsOptions: inherited = false } = context;
  const timeout = guessTimeout(command);
  const middle = findMiddle(command);
  const endsOptions = endsOptionsOf(command);
  const hasBoth = command.positionals.length > 0 && hasOptions;
  // Such an option would take the positional values after it.
  const isGreedy = command.options.some(({ following }) => following === "any");
  const order = middle?.source ?? (endsOptions || isGreedy || !hasBoth ? undefined : findOptionsFirst(command, context.program));
  const isInherited = endsOptions === inherited || (command.positionals.length === 0 && order === undefined);
  const exits = exitCodeLines(command);
  const exclusive = relations(command, flags);
  return [
    { key: "description", ...describeTool(command, context) },
    ...(words.length > 0 ? [{ key: "command", value: { text: words.join(" ") } }] : []),
    ...(risk === undefined ? [] : [{ key: "risk", value: { text: risk } }]),
    ...(timeout === undefined ? [] : [{ key: "timeout", value: { printed: String(timeout) } }]),
    ...(exits.length === 0 ? [] : [{ key: "exit_codes", value: { printed: "" }, below: exits }]),
    ...(isInherited ? [] : [{ key: DASH_DASH_KEY, value: { printed: String(endsOptions) } }]),
    ...(order === undefined ? [] : [{ key: "order", value: { text: "as_written" }, comment: cite(order) }]),
    ...(exclusive.length === 0 ? [] : [{ key: "at_most_one", value: { printed: `[${exclusive.map(yamlList).join(", ")}]` } }]),
    ...(searched.length === 0 ? [] : [{ key: "weak_keywords", value: { printed: yamlList(searched) } }]),
  ];
}

/** Reports whether the tool of a command writes `--` before its positional values. */
export function endsOptionsOf(command: CommandFacts): boolean {
  return command.hasEndOfOptions && command.positionals.length > 0 && findMiddle(command) === undefined;
}

/** Returns the positional value that follows a `--` between the values. */
function findMiddle({ positionals }: CommandFacts): PositionalFacts | undefined {
  return positionals.slice(1).find(({ isAfterEnd }) => isAfterEnd);
}

/** Returns the groups of arguments that exclude each other. */
function relations({ exclusive = [] }: CommandFacts, flags: readonly DraftArgument[]): readonly (readonly string[])[] {
  return exclusive
    .map((spellings) => flags.filter(({ names }) => spellings.some((name) => names.includes(name))).map(({ name }) => name))
    .filter((names) => names.length > 1);
}

/** The verbs of subcommands that are named after programs of Unix. */
const VERBS: Readonly<Record<string, string>> = { ls: "list", rm: "remove", cp: "copy", mv: "move" };

/** Returns the first sentence about a command, with its source and the rest as a comment. */
function describeTool({ path, summary }: CommandFacts, { program, parentSummary }: KeyContext): Pick<ToolKey, "value" | "comment"> {
  if (summary === undefined) {
    const words = [program, ...path].join(" ");
    const last = path.at(-1) ?? "";
    return { value: { text: parentSummary === undefined ? `Run ${words}` : `${parentSummary}: ${VERBS[last] ?? last}` } };
  }
  const { text, rest } = shortenText(summary.value, MAX_TOOL_TEXT);
  return { value: { text }, comment: [cite(summary), ...(rest === "" ? [] : [commentText(rest)])].join(" ") };
}

/**
 * Returns the usage line if it shows options before the first positional, after which many programs read no options. Returns undefined for
 * programs with an expression, such as `find`, whose tests follow its paths.
 */
function findOptionsFirst({ usage: [first], path }: CommandFacts, program: string): Source | undefined {
  if (first === undefined || /\bexpression\b/i.test(first.value)) return undefined;
  const words = [program, ...path, [program, ...path].join("-")];
  const own = words.reduce(
    (text, word) => (text.startsWith(`${word} `) ? text.slice(word.length).trimStart() : text),
    first.value.replace(/^\$ /, "").replace(/^\/\S*\//, ""),
  );
  return OPTIONS_FIRST.test(own) ? first : undefined;
}

const OPTIONS_FIRST = /^[[({<]*(?:-{1,2}\w|-{1,2}\[no|(?:[a-z]+[- ])?(?:options?|opts?|flags?|switches)\b)/i;
