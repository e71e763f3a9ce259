/** Splits the words of a command line into the options of a tool and operands. */
import { placeOf } from "../argument/form.ts";
import type { LinePlan } from "./line-plan.ts";
import type { MatchedOption, Passed } from "./match-option.ts";
import { isKeyword, matchOption } from "./match-option.ts";
import type { ReadingGrammar } from "./reading-grammar.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";

/** The options and operands of a command line. */
export interface ScannedWords {
  readonly kind: "scanned";
  readonly passed: readonly Passed[];
  /** The words of the subcommand, then the operands. */
  readonly operands: readonly string[];
  /** The number of operands before `--`. Omitted without `--`. */
  readonly dashes?: number;
}

/** Splits the words after the program. */
export function scanWords(words: readonly string[], plan: LinePlan, grammar: ReadingGrammar): ScannedWords | Refusal {
  const passed: Passed[] = [];
  const operands: string[] = [];
  const context = { words, plan, grammar };
  const { path } = plan;
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    const own = operands.length - path.length;
    if (word === "--" && own >= 0) {
      if (!grammar.endsOptions && !plan.operands.some(({ kind }) => kind === "dashes"))
        return refuse("unknown-option", word, at, "this program does not end its options with --");
      return { kind: "scanned", passed, operands: [...operands, ...words.slice(at + 1)], dashes: operands.length };
    }
    if (passesWords(grammar, own)) return { kind: "scanned", passed, operands: [...operands, ...words.slice(at)] };
    const isDashed = word.startsWith("-") && word !== "-";
    if (!isKeyword(plan, word) && (!isDashed || (own > 0 && !grammar.isIntermixed))) {
      if (own < 0 && word !== path[operands.length]) return refusePath(word, at);
      operands.push(word);
      at += 1;
      continue;
    }
    const option = matchOption(context, at);
    if (option.kind === "refused") return option;
    if (own < 0 && !isLeading(option, grammar))
      return refuse("unknown-option", word, at, `write ${word} after the subcommand ${path.join(" ")}`);
    passed.push(...option.passed);
    at = option.end;
  }
  if (operands.length < path.length) return refusePath("", words.length);
  return { kind: "scanned", passed, operands };
}

function refusePath(word: string, at: number): Refusal {
  return refuse("unknown-subcommand", word, at, word === "" ? "the subcommand is missing" : `'${word}' is no subcommand of a tool`);
}

/** Reports whether another program reads the remaining words. */
function passesWords({ passesAfter }: ReadingGrammar, operands: number): boolean {
  return passesAfter !== undefined && operands >= passesAfter;
}

/** Reports whether an option may precede the subcommand: constant words of the config, the working directory, or any for some parsers. */
function isLeading({ passed }: MatchedOption, { hasLeadingOptions }: ReadingGrammar): boolean {
  return passed.every((one) => hasLeadingOptions || one.kind === "constant" || (one.kind === "items" && placeOf(one.arg) === "directory"));
}
