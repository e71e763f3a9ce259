/** Reads the help of one command of a program. */
import { OWN_RULES } from "../read/layouts/own-rules.ts";
import { toPlainLines } from "../read/lines/plain-lines.ts";
import type { PageFacts } from "../read/page-facts.ts";
import { readPage } from "../read/read-page.ts";
import { escapePattern } from "../../text/alternatives.ts";

/** Output of a program, or the reason why there is none. */
export type Answer =
  /** `label` names the output, if other words printed it. */
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly label?: string }
  /** `problem` completes the sentence "the program …". */
  | { readonly kind: "failed"; readonly problem: string };

/** Runs the program with these words. */
export type Ask = (words: readonly string[]) => Promise<Answer>;

/** A command whose help is read. */
export interface HelpRequest {
  /** Name of the program, without directories. */
  readonly program: string;
  readonly path: readonly string[];
  /** True if the command prints its help for the word `help`. */
  readonly asksWithHelp?: boolean;
  /** The command may be started without words: it is confined, and is the program, or those above it print their help so. */
  readonly mayAskBare?: boolean;
}

/** The help of a command, or the reason why it could not be read. */
export type HelpPage =
  | {
      readonly kind: "page";
      readonly facts: PageFacts;
      /** The help was printed without words. */
      readonly isBare?: boolean;
    }
  /** `problem` completes the sentence "the program …". `isUnknown`: the program does not have the subcommand. */
  | { readonly kind: "failed"; readonly problem: string; readonly isUnknown?: boolean };

/** Reason why the help of a program cannot be read, if it printed a text. */
export const NO_HELP = "printed no help that can be read";

/** Option that prints all topics. Only tried if an earlier help names it. */
const ALL_HELP = "--help=all";

/** Maximum length of a line that a problem quotes. */
const MAX_QUOTE = 100;

/** First line of a message about an unknown command, without its name. */
const UNKNOWN = new RegExp(
  String.raw`^(?:[\w.-]+(?: [\w.-]+){0,3}: |\S+: )?(?:error: )?(?:${[
    String.raw`(?:unknown|unrecognized|invalid|no such) (?:sub-?)?command`,
    "no subcommand or positional value found",
  ].join("|")})\b`,
  "i",
);

/** Phrases for an unknown command, next to its name. */
const UNKNOWN_NAME = new RegExp(
  [
    String.raw`\b(?:unknown|unrecognized|unsupported|invalid|no such) (?:sub-?)?command\b`,
    String.raw`\bis not an? (?:\S+ )?(?:sub-?)?command\b`,
    String.raw`\bis unknown\b`,
    String.raw`\bunknown help topic\b`,
    String.raw`\bis not in the .* command group\b`,
    String.raw`: (?:command|applet) not found\b`,
  ].join("|"),
  "i",
);

/** First line of clipanion about an unknown subcommand. The last line names it. */
const NOT_FOUND = /^Unknown Syntax Error: Command not found\b/;

/** Message of Python programs for an unknown subcommand, after the usage. */
const INVALID_CHOICE = /^[\w.-]+(?: [\w.-]+)*: error: (?:argument [^:]*: )?invalid choice\b/im;

/** Messages for an unknown subcommand, next to its name, in any line. They follow a usage, or the help of the group. */
const UNKNOWN_WORD = new RegExp(
  String.raw`^(?:\S+: )?(?:error|fatal|usage error)?:?\s*(?:${[
    String.raw`no such (?:sub-?)?command`,
    String.raw`(?:unknown|unrecogni[sz]ed|invalid|undefined) (?:sub-?)?command`,
    String.raw`unexpected (?:argument|command|option or subcommand)`,
    String.raw`no command registered for`,
    String.raw`expected command but got`,
    String.raw`the (?:requested )?(?:command|namespace) \S+ (?:does not exist|is not defined|was not found)`,
    String.raw`command \S+ (?:is not defined|does not exist|not found)`,
  ].join("|")})\b`,
  "i",
);

/** Maximum length of a line with a message. A longer line is a text of the help. */
const MAX_MESSAGE = 200;

/** Reports whether a text has a message that the subcommand is unknown: in its first line, or after the usage or the help of the group. */
function isUnknown(path: readonly string[], text: string): boolean {
  const word = path.at(-1);
  if (word === undefined) return false;
  const line = firstLine([text]);
  const namesWord = wordsOf(line).includes(word) || (NOT_FOUND.test(line) && wordsOf(text).includes(word));
  if (UNKNOWN.test(line) || (namesWord && (UNKNOWN_NAME.test(line) || NOT_FOUND.test(line))) || INVALID_CHOICE.test(text)) return true;
  // Without the frame or the sign that some programs draw beside messages.
  const lines = toPlainLines(text).map((one) => one.replaceAll(/[\u2500-\u257F]|^ *\u203A +/g, "").trim());
  return lines.some((one) => one.length < MAX_MESSAGE && UNKNOWN_WORD.test(one) && wordsOf(one).includes(word));
}

/** Messages about an option that does not exist. */
const UNKNOWN_OPTION = /\b(?:unknown|unrecogni[sz]ed|invalid|illegal|unsupported|bad|no such)\b.*\b(?:option|flag|switch|argument)\b/i;

/**
 * Reports whether a program refuses the option that asks for the help of a subcommand, and prints a usage without the subcommand: the first
 * word can be a value, as in `dig example`.
 */
function isRefusal(path: readonly string[], words: readonly string[], text: string): boolean {
  const option = words.at(-1) ?? "";
  const line = toPlainLines(text).find((one) => one.trim() !== "") ?? "";
  if (path.length === 0 || !option.startsWith("-") || !UNKNOWN_OPTION.test(line) || !line.includes(option.replace(/^-+/, ""))) return false;
  return !wordsOf(text.replace(line, "")).includes(path.at(-1) ?? "");
}

function wordsOf(line: string): readonly string[] {
  const words = line.split(/[^\w.:@-]+|:(?=\s)|\.(?=$|\W)/);
  // oclif joins the words of a command with colons.
  return words.flatMap((word) => [word, ...(/^[\w-]+(?::[\w-]+)+$/.test(word) ? word.split(":") : [])]);
}

/**
 * Returns the help of a command. A command that prints none for the usual words is started without words if `mayAskBare` is set. Reads the
 * longer help that the help names.
 */
export async function readHelp(request: HelpRequest, ask: Ask): Promise<HelpPage> {
  const page = await readUsualHelp(request, ask);
  const { path, mayAskBare = false } = request;
  if (page.kind === "page") return { kind: "page", facts: await readFurther(page.facts, request, ask) };
  if (!mayAskBare || page.isUnknown === true || !page.problem.startsWith(NO_HELP)) return page;
  const [facts] = await readTexts(request, path, ask);
  return facts === undefined || weigh(facts) === 0 ? page : { kind: "page", facts, isBare: true };
}

/** A help that names the option that prints a longer one. Only these options are tried, because a text must not decide what is started. */
const FURTHER_HELP = /\buse (--(?:verbose|all|full|long|advanced)) to (?:show|see) (?:the )?(?:complete|full|more) help\b/i;

/** Returns the page that a help names if it contains more: all options, or the list of commands. */
async function readFurther(facts: PageFacts, request: HelpRequest, ask: Ask): Promise<PageFacts> {
  const words = furtherWords(facts, request);
  const [further] = words === undefined ? [] : await readTexts(request, words, ask);
  if (further === undefined) return facts;
  const isMore = words?.at(-1)?.startsWith("--") ? weigh(further) > weigh(facts) : further.commands.length > facts.commands.length;
  return isMore ? further : facts;
}

/** Returns the words that print more than a help, if it names them. */
function furtherWords({ page: { text } }: PageFacts, { program, path, mayAskBare = false }: HelpRequest): readonly string[] | undefined {
  const flag = FURTHER_HELP.exec(text)?.[1];
  if (flag !== undefined) return [...path, "--help", flag];
  if (path.length > 0) return undefined;
  if (OWN_RULES.symfonyList.pattern.test(text)) return ["list"];
  const name = escapePattern(program);
  const listsBare = new RegExp(String.raw`\b(?:type|run) ["'\`]${name}["'\`] to list (?:all |the )?(?:available )?commands\b`, "i");
  return mayAskBare && listsBare.test(text) ? [] : undefined;
}

/** Reads what the program prints for some words, the text with most facts first. */
async function readTexts({ program, path }: HelpRequest, words: readonly string[], ask: Ask): Promise<readonly PageFacts[]> {
  const answer = await ask(words);
  if (answer.kind === "failed") return [];
  const label = [program, ...words].join(" ");
  const read = answer.texts.map((text) => readPage(program, { from: "help", label, path, text }));
  return read.toSorted((one, other) => weigh(other) - weigh(one));
}

/** Tries the usual words for help, or only the word `help`, until the program prints a text with options or a usage line. */
async function readUsualHelp({ program, path, asksWithHelp = false }: HelpRequest, ask: Ask): Promise<HelpPage> {
  const usual = [
    [...path, "--help"],
    [...path, ALL_HELP],
    [...path, "-h"],
    [...path, "-help"],
    ...(path.length > 0 ? [["help", ...path]] : [["help"]]),
  ];
  const attempts = asksWithHelp ? [[...path, "help"]] : usual;
  let printed: string | undefined;
  let failure: string | undefined;
  let usage: PageFacts | undefined;
  let isSuspect = false;
  for (const words of attempts) {
    if (isSuspect && words[0] !== "help") continue;
    if (words.at(-1) === ALL_HELP && usage === undefined) continue;
    const answer = await ask(words);
    if (answer.kind === "failed") {
      failure = answer.problem;
      // A program that exceeds a limit once would exceed it again.
      if (!failure.startsWith("exited")) return { kind: "failed", problem: failure };
      continue;
    }
    if (answer.texts.some((text) => isUnknown(path, text))) {
      const names = `${[program, ...path].join(" ")}: `;
      // `go mod: unknown command` is about the word after `mod`, or about `mod`.
      isSuspect = words.at(-1) === "--help" && answer.texts.some((text) => firstLine([text]).startsWith(names));
      if (isSuspect) continue;
      return toUnknown(path);
    }
    const read = answer.texts
      .filter((text) => !isRefusal(path, words, text))
      .map((text) => readPage(program, { from: "help", label: answer.label ?? [program, ...words].join(" "), path, text }));
    const best = [...(usage ? [usage] : []), ...read].toSorted((one, other) => weigh(other) - weigh(one))[0];
    const isKnown = best !== undefined && weigh(best) > 0;
    if (isKnown && !refersToHelp(best, { program, words, attempts })) return toPage(best, asksWithHelp || usage?.asksWithHelp === true);
    if (isKnown) usage = best;
    printed ??= `${NO_HELP}: ${JSON.stringify(findReason(answer.texts).slice(0, MAX_QUOTE))}`;
  }
  if (isSuspect && usage === undefined) return toUnknown(path);
  return usage === undefined ? { kind: "failed", problem: printed ?? failure ?? NO_HELP } : toPage(usage, asksWithHelp);
}

function toUnknown(path: readonly string[]): HelpPage {
  return { kind: "failed", problem: `has no subcommand "${path.join(" ")}"`, isUnknown: true };
}

/**
 * Returns a page. `asksWithHelp` is true if the parent command, or a usage that was printed earlier, shows that subcommands print their
 * help for the word `help`.
 */
function toPage(facts: PageFacts, asksWithHelp: boolean): HelpPage {
  return { kind: "page", facts: { ...facts, asksWithHelp: facts.asksWithHelp || asksWithHelp } };
}

interface Attempt extends Pick<HelpRequest, "program"> {
  readonly words: readonly string[];
  readonly attempts: readonly (readonly string[])[];
}

/** Reports whether a usage without descriptions names one of the later attempts: `Use '-help' for details`, `tool help`. */
function refersToHelp({ page, options, commands }: PageFacts, { program, words, attempts }: Attempt): boolean {
  if (options.length + commands.length > 0) return false;
  return attempts.slice(attempts.indexOf(words) + 1).some((next) => {
    const word = next.at(-1) ?? "";
    const text = word === "-help" || word === ALL_HELP ? word : [program, ...next].join(" ");
    return new RegExp(String.raw`(?:^|[^\w-])${escapePattern(text)}(?![\w-])`).test(page.text);
  });
}

/** Returns the first line that is not empty. */
function firstLine(texts: readonly string[]): string {
  return (texts.flatMap(toPlainLines).find((line) => line.trim() !== "") ?? "").trim();
}

/** A line above the message of an exception: its place, or the heading of a trace. */
const TRACE = /^(?:node:|file:\/\/)\S+:\d+$|^(?:\/[^ ]*){2,}:\d+$|^Traceback \(most recent call last\):$/;

/** Returns the line that says why a program printed no help: the first one, or below a trace, the message of the exception. */
function findReason(texts: readonly string[]): string {
  const first = firstLine(texts);
  if (!TRACE.test(first)) return first;
  return texts.flatMap(toPlainLines).find((line) => /^(?:[\w.]*(?:Error|Exception))\b.*: \S/.test(line)) ?? first;
}

function weigh({ options, usage, commands, usageOptions }: PageFacts): number {
  return options.length * 2 + commands.length + usageOptions.length + (usage.length > 0 ? 1 : 0);
}
