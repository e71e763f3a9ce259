/** Splits the words of a command line into the options of a tool and operands. */
import { placeOf } from "../argument/form.ts";
import type { LinePlan } from "./line-plan.ts";
import type { MatchedOption } from "./match-option.ts";
import type { Passed } from "./read-fill.ts";
import { isKeyword, matchOption } from "./match-option.ts";
import type { ReadingGrammar } from "./reading-grammar.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";
import { ENDS_OPTIONS } from "./line-entry.ts";
import { expandOption, isIgnored } from "./same-options.ts";

/** The options and operands of a command line. */
export interface ScannedWords {
  readonly kind: "scanned";
  readonly passed: readonly Passed[];
  /** The words of the subcommand, then the operands. */
  readonly operands: readonly string[];
  /** The number of operands before `--`. Omitted without `--`. */
  readonly dashes?: number;
}

/** The number of words of a command line that can stand for others. Each copies the line. */
const MAX_EXPANSIONS = 16;

/** Splits the words after the program. */
export function scanWords(given: readonly string[], plan: LinePlan, grammar: ReadingGrammar, program: string): ScannedWords | Refusal {
  const passed: Passed[] = [];
  const operands: string[] = [];
  const { path } = plan;
  let words = given;
  let expansions = 0;
  let at = 0;
  let hasEnded = false;
  while (at < words.length) {
    const word = words[at] ?? "";
    const own = operands.length - path.length;
    if (word === "--" && own >= 0) {
      if (!grammar.endsOptions && !plan.operands.some(({ kind }) => kind === "dashes"))
        return refuse("unknown-option", word, at, "this program does not end its options with --");
      return { kind: "scanned", passed, operands: [...operands, ...words.slice(at + 1)], dashes: operands.length };
    }
    if (passesWords(grammar, own)) return { kind: "scanned", passed, operands: [...operands, ...words.slice(at)] };
    if (word === ENDS_OPTIONS && plan.hasEndOfOptions && !hasEnded) {
      hasEnded = true;
      at += 1;
      continue;
    }
    if ((own < 0 && word === path[operands.length]) || hasEnded || isOperandWord(word, own, plan, grammar)) {
      if (own < 0 && word !== path[operands.length]) return refusePath(word, at);
      operands.push(word);
      at += 1;
      continue;
    }
    if (!plan.flags.has(word) && isIgnored(word, program, path, own < 0)) {
      at += 1;
      continue;
    }
    const expanded = expandOption(word, { next: words[at + 1], flags: plan.flags, program });
    if (expanded !== undefined) {
      expansions += 1;
      if (expansions > MAX_EXPANSIONS) return refuse("repeated-option", word, at, `${word} is given too often`);
      words = [...words.slice(0, at), ...expanded, ...words.slice(at + 1)];
      continue;
    }
    const isLeft = (one: string): boolean => !plan.flags.has(one) && isIgnored(one, program, path, own < 0);
    const option = matchOption({ words, plan, grammar, isLeading: own < 0, isIgnored: isLeft }, at);
    if (option.kind === "refused") return own < 0 ? { ...option, isInPath: true } : option;
    if (own < 0 && !plan.hasLeadingOptions && !isLeading(option, grammar))
      return { ...refuse("unknown-option", word, at, `write ${word} after the subcommand ${path.join(" ")}`), isInPath: true };
    passed.push(...option.passed);
    at = option.end;
  }
  if (operands.length < path.length) return refusePath("", words.length);
  return { kind: "scanned", passed, operands };
}

/** Reports whether a word is an operand: it is no option, or the program reads no options at this place. */
function isOperandWord(word: string, own: number, plan: LinePlan, grammar: ReadingGrammar): boolean {
  if (isKeyword(plan, word) && !word.startsWith("-")) return false;
  const isDashed = word.startsWith("-") && word !== "-";
  return !isDashed || (own > 0 && !grammar.isIntermixed && !plan.hasOptionsLast);
}

function refusePath(word: string, at: number): Refusal {
  const message = word === "" ? "the subcommand is missing" : `'${word}' is no subcommand of a tool`;
  return { ...refuse("unknown-subcommand", word, at, message), isInPath: true };
}

/** Reports whether another program reads the remaining words. */
function passesWords({ passesAfter }: ReadingGrammar, operands: number): boolean {
  return passesAfter !== undefined && operands >= passesAfter;
}

/** Reports whether an option may precede the subcommand: constant words of the config, the working directory, or any for some parsers. */
function isLeading({ passed }: MatchedOption, { hasLeadingOptions }: ReadingGrammar): boolean {
  return passed.every((one) => hasLeadingOptions || one.kind === "constant" || (one.kind === "items" && placeOf(one.arg) === "directory"));
}
