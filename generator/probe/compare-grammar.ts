/** Compares a measurement of a program with the table of measured programs, for `npm run word-grammar`. */
import type { WordGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import { findGrammar, listGrammars, writeCells } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { ProbeRequest } from "./flag-verdict.ts";
import type { Measurement } from "./measure-grammar.ts";
import { measureGrammar } from "./measure-grammar.ts";

/** A measured command. */
export interface MeasuredCommand {
  /** The facts as cells of the table, `?` for those that cannot be measured without an effect, and the exit status. */
  readonly cells: string;
  /** The cells of the table, after the measured version. */
  readonly table: string;
  /** One text for each fact that differs from the table. */
  readonly differences: readonly string[];
}

/** Returns the commands of the table, as words separated by spaces. */
export function listMeasuredCommands(): readonly string[] {
  return listGrammars().map((name) => name.replace("/", " "));
}

/** Measures a command, and compares it with the table. Undefined if the program names no unknown flag. */
export async function measureCommand(request: ProbeRequest & { readonly isGroup?: boolean }): Promise<MeasuredCommand | undefined> {
  const measured = await measureGrammar(request);
  return measured && compareMeasurement(findGrammar([request.program, ...request.path]), measured);
}

function compareMeasurement(known: WordGrammar, { switchFalse, ...facts }: Measurement): MeasuredCommand {
  const grammar: WordGrammar = { ...facts, ...(switchFalse === "error" && { switchFalse }) };
  const differing = Object.entries(grammar).flatMap(([key, value]) => {
    const expected = known[key as keyof WordGrammar];
    return expected === undefined || expected === value ? [] : [`${key}: ${value}, in the table ${String(expected)}`];
  });
  const accepted = switchFalse === "accepted" && known.switchFalse === "error" ? ["switchFalse: accepted, in the table error"] : [];
  return { cells: writeCells(grammar), table: `${known.version ?? "-"} ${writeCells(known)}`, differences: [...differing, ...accepted] };
}
