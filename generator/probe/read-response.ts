/** Reads what a program prints for the command lines of `probe-words.ts`. Pure. */
import { toPlainLines } from "../import/read/lines/plain-lines.ts";
import {
  BOOLEAN_OR_WORD,
  JOINED_ONLY,
  MISSING,
  NEEDS_PLACE,
  NO_VALUE,
  UNKNOWN,
  UNKNOWN_FLAG,
  UNKNOWN_LETTER,
  WRONG_VALUE,
} from "./messages.ts";
import { INVENTED, INVENTED_VALUE } from "./probe-words.ts";
import { escapePattern } from "../text/alternatives.ts";

/** What a program printed, and its exit status. */
export interface Response {
  readonly texts: readonly string[];
  readonly exit: number;
}

/** A list of all words of the command line, which some messages end with: `Got: ['--all', '--zz9alpha', '--zz9beta']`. */
const ALL_WORDS = new RegExp(String.raw`\[[^[\]]*${INVENTED[0]}[^[\]]*${INVENTED[1]}[^[\]]*\]`, "g");

/** The lines of a response, without colors, surrounding spaces, and lists of all words. */
export function linesOf({ texts }: Pick<Response, "texts">): readonly string[] {
  return texts.flatMap(toPlainLines).map((line) => line.trim().replace(ALL_WORDS, "[]"));
}

/** The usage of a command `help`. */
const HELP_USAGE = /^usage: \S+ help\b/i;

/** Reports whether a program refused the first invented flag by name, as it would in any directory. With `isWarning`, a message is enough, whatever the exit status. */
export function namesInvented(response: Response, isWarning: boolean): boolean {
  if (linesOf(response).some((line) => NEEDS_PLACE.test(line))) return false;
  // The option for help became the command for help, which has no options of the command.
  if (isWarning && linesOf(response).some((line) => HELP_USAGE.test(line))) return false;
  const lines = linesOf(response).filter((line) => line.includes(INVENTED[0]));
  return isWarning ? lines.some((line) => UNKNOWN.test(line)) : response.exit !== 0 && lines.length > 0;
}

/**
 * What a response says about the word of a flag. `taken`: it takes the next word as its value, even with a dash. `missing`: it takes a value,
 * but none with a dash. `wrong`: it seems to refuse the next word as its value. `joined`: it takes one only in the same word. `alone`: it takes none. `exists`: the program has a rule about the
 * flag. `unclear`: the response says nothing about it.
 */
export type SeparateReading = "rejected" | "taken" | "missing" | "wrong" | "joined" | "alone" | "exists" | "unclear";

/**
 * Reads the response to `FLAG --zz9alpha --zz9beta --zz9gamma`. `plain` is the response without the flag: it names `zz9alpha`. A flag that
 * takes a value hides `zz9alpha`, or is refused because its value is missing or wrong.
 */
export function readSeparate(flag: string, response: Response, plain: Response): SeparateReading {
  const { lines, own } = compareLines(response, plain);
  const about = own.filter((line) => namesFlag(line, flag, plain));
  if (about.some((line) => JOINED_ONLY.test(line))) return "joined";
  if (about.some((line) => MISSING.test(line) && !(line.includes(INVENTED[0]) && WRONG_VALUE.test(line)))) return "missing";
  if (about.some((line) => refusesWord(line, flag, plain) && !namesOnlyFirst(line))) return "rejected";
  const named = lines.filter((line) => INVENTED.some((name) => line.includes(name)));
  if (named.length === 0 && response.exit === 0) return "unclear";
  if (named.length === 0) return about.length > 0 && !about.some((line) => UNKNOWN.test(line)) ? "exists" : readUnnamed(own);
  const first = INVENTED.findIndex((name) => named.some((line) => line.includes(name)));
  // Other flags can be unknown after a flag that selects a mode.
  if (
    first === 0 &&
    named.some((line) => UNKNOWN_FLAG.test(line) && namesOnlyFirst(line) && !own.some((one) => one !== line && one.includes(INVENTED[0])))
  )
    return "alone";
  // Another message than that about an unknown flag: the program read `--zz9alpha` as a value.
  return linesOf(plain).some((line) => line.includes(INVENTED[0]) && lines.includes(line)) ? "alone" : "taken";
}

/** Reads a response that names neither the flag nor an invented one: the value after the flag is wrong, or the response is about something else. */
function readUnnamed(own: readonly string[]): SeparateReading {
  return own.some((line) => UNKNOWN.test(line)) ? "wrong" : "unclear";
}

/**
 * What a response says about `FLAG=VALUE`. `refused`: the flag does not exist, or not in this form. `none`: it takes no value. `other`: the
 * program refuses the command line for a reason that does not name the flag, such as an unreadable value.
 */
export type JoinedReading = "refused" | "none" | "accepted" | "other" | "unclear";

/** Reads the response to `FLAG=zz9value --zz9alpha --zz9beta --zz9gamma`. */
export function readJoined(flag: string, response: Response, plain: Response): JoinedReading {
  const { lines, own } = compareLines(response, plain);
  if (own.some((line) => NO_VALUE.test(line) && !BOOLEAN_OR_WORD.test(line))) return "none";
  const about = own.filter((line) => line.includes(INVENTED_VALUE) || namesFlag(line, flag, plain));
  if (about.some((line) => refusesWord(line, flag, plain))) return "refused";
  if (about.some((line) => line.includes(INVENTED_VALUE)) || lines.some((line) => line.includes(INVENTED[0]))) return "accepted";
  if (response.exit === 0) return "unclear";
  return about.length > 0 ? "accepted" : own.length > 0 ? "other" : "unclear";
}

interface ComparedLines {
  readonly lines: readonly string[];
  /** The lines that the program does not print without the flag. */
  readonly own: readonly string[];
}

function compareLines(response: Response, plain: Response): ComparedLines {
  const base = new Set(linesOf(plain));
  const lines = linesOf(response).filter((line) => line !== "" && !isEcho(line, base));
  return { lines, own: lines.filter((line) => !base.has(line)) };
}

/** The words before and after the flag in a command line that a program prints. */
const ECHO = new RegExp(String.raw`^((?:[^\s-]\S* )*)-\S+ ((--?${INVENTED[0]}) .*)$`);

/** Reports whether a program prints the command line, with a mark at the wrong word. `base`: its lines without the flag. */
function isEcho(line: string, base: ReadonlySet<string>): boolean {
  const [, path = "", rest = ""] = ECHO.exec(line) ?? [];
  return rest !== "" && !UNKNOWN.test(path) && base.has(`${path}${rest}`);
}

/** Reports whether a message names the word after the flag and not the next one, as in `invalid --jobs argument '--zz9alpha'`. */
function namesOnlyFirst(line: string): boolean {
  const [first, ...others] = INVENTED.map((name) => line.includes(name));
  return first === true && !others.includes(true);
}

/**
 * Reports whether a message says that a word is no option: it begins like the message about `zz9alpha`, or for a letter, calls it an option.
 * A message about the value of the word begins in another way.
 */
function refusesWord(line: string, flag: string, plain: Response): boolean {
  if (!UNKNOWN.test(line)) return false;
  const begins = linesOf(plain).some((text) => {
    const at = text.search(/["'`\u2018\u201C]?-{0,2}zz9alpha/);
    return at > 0 && text.slice(0, at).trim() !== "" && line.startsWith(text.slice(0, at));
  });
  if (begins) return isSameMessage(line, flag, plain) || !saysWrongValue(line, flag);
  return bare(flag).length === 1 && UNKNOWN_LETTER.test(line) && !saysWrongValue(line, flag);
}

/** Reports whether a message is that about `zz9alpha`, with the word of the flag in its place. */
function isSameMessage(line: string, flag: string, plain: Response): boolean {
  const names = [bare(flag), `${bare(flag)}=${INVENTED_VALUE}`];
  return linesOf(plain).some((text) => names.some((name) => text.includes(INVENTED[0]) && text.replaceAll(INVENTED[0], name) === line));
}

/** Reports whether a message names the value apart from the flag, as in `invalid value 'zz9value' for '--jobs'`. */
function saysWrongValue(line: string, flag: string): boolean {
  const rest = line.replaceAll(`${bare(flag)}=${INVENTED_VALUE}`, "");
  return rest.includes(INVENTED_VALUE) || WRONG_VALUE.test(line);
}

/**
 * Reports whether a line names a flag as the program names unknown flags: with dashes, if it writes `-zz9alpha`. Letters also stand between
 * signs, as in `invalid option -- 'x'`.
 */
function namesFlag(line: string, flag: string, plain: Response): boolean {
  const name = escapePattern(bare(flag));
  const dashes = linesOf(plain).some((text) => text.includes(`-${INVENTED[0]}`)) ? "-{1,2}" : "-{0,2}";
  const isWhole = new RegExp(String.raw`(?:^|[^\w-])${dashes}${name}(?![\w-])`).test(line);
  if (bare(flag).length > 1) return isWhole;
  const letter = String.raw`-- ?['"\u2018]?${name}(?![\w-])|['"\u2018\`]${name}['"\u2019\`]|(?:option|flag|switch)s?:? -?${name}(?![\w-])`;
  return isWhole || new RegExp(letter).test(line);
}

function bare(flag: string): string {
  return flag.replace(/^-+/, "");
}
