/** The facts of the measured grammars (`table.ts`) that the dash guard uses: how programs read words that start with `-`. */
import type { FormKeys } from "../argument/form.ts";
import { isOperand } from "../argument/form.ts";
import { findGrammar } from "./word-grammar.ts";

/** How a program reads words that start with `-`. Every fact is false for a program that was not measured. */
export interface MeasuredProgram {
  /** Whether no word after `--` is an option. */
  readonly endsOptions: boolean;
  /** Whether the word after a flag that takes a value is the value, even if it starts with `-`. */
  readonly takesDashes: boolean;
  /** Whether a number below zero is an operand. Others read `-5` as an option, such as `head` and `grep`. */
  readonly readsNegatives: boolean;
  /** Whether the second operand is another program, which reads the operands after it. */
  readonly passesWords: boolean;
}

/**
 * Returns the facts about the program of a command line. For a program that passes words on to another one, only words after `--` are known
 * to be no options of the first program, as long as the command does not name the other program.
 * @param command the words of the config and of the tool, the program first
 */
export function measuredProgram(command: readonly string[]): MeasuredProgram {
  const { doubleDash, dashValue, passesAfter, readsNegatives = false } = findGrammar(command);
  const namesProgram = passesAfter === 1 || (passesAfter === 2 && namesPassed(command));
  return {
    endsOptions: doubleDash === "ends" && !namesProgram,
    takesDashes: dashValue === "value" && passesAfter === undefined,
    readsNegatives,
    passesWords: passesAfter === 2,
  };
}

/** Reports whether a word follows the subcommand that passes words on. */
function namesPassed([program = "", ...words]: readonly string[]): boolean {
  const passing = words.findIndex((word) => findGrammar([program, word]).passesAfter === 2);
  return words.slice(passing + 1).some((word) => !word.startsWith("-"));
}

/**
 * Returns the operands that another program reads, if callers choose this program from an `enum`: `--` does not end its options. If callers
 * choose any program, they choose its options too.
 * @param args the arguments of the tool, in their order
 */
export function findPassed(
  { passesWords }: Pick<MeasuredProgram, "passesWords">,
  args: readonly (FormKeys & { readonly enum?: unknown })[],
): readonly FormKeys[] {
  const [, program, ...others] = passesWords ? args.filter(isOperand) : [];
  return program?.enum === undefined ? [] : others;
}
