/** Reads the table of how programs read the words of their command lines. */
import { once } from "../text/once.ts";
import { groupEntries } from "../text/group-entries.ts";
import { WORD_GRAMMARS } from "./table.ts";

/** How a program reads its words. Every fact is omitted if it was not measured, or differs between programs of the same name. */
export interface WordGrammar {
  /** The version that was measured. */
  readonly version?: string;
  /** The parser of the program's options, such as `getopt_long` or `clap`. */
  readonly parser?: string;
  /** The effect of `--`. `ends`: no word after it is an option. `leaks`: options after it act. `partly`: it has an effect at some positions only. */
  readonly doubleDash?: "ends" | "refused" | "leaks" | "partly";
  /** The reading of an option after the first operand. `written`: the program writes it as a value. */
  readonly optionAfterOperand?: "option" | "operand" | "written";
  /** Whether an unambiguous beginning of a long option is enough. */
  readonly abbreviates?: boolean;
  /** Whether `--option=value` passes a value. */
  readonly joins?: boolean;
  /** Whether `--option value` passes a value. */
  readonly separates?: boolean;
  /** Whether `-ovalue` passes a value. */
  readonly attaches?: boolean;
  /** Whether `-o=value` passes `value`, and not `=value`. */
  readonly dropsEquals?: boolean;
  /** The reading of a separate value that starts with a dash. `optional`: the value is optional. `joined`: it must follow `=`. */
  readonly dashValue?: "value" | "refused" | "option" | "optional" | "joined";
  /** The one of several equal options that has an effect. */
  readonly repeat?: "last" | "first" | "error" | "all";
  /** The effect of `--switch=false`. */
  readonly switchFalse?: "error" | "off" | "on";
  /** Whether `_` equals `-` in the name of an option. */
  readonly underscores?: boolean;
  /** Whether the variable `POSIXLY_CORRECT` ends the options at the first operand. */
  readonly obeysPosix?: boolean;
  /** The exit status of an unknown option. */
  readonly unknownExit?: number;
  /** The operand that is another program, which reads the words after it. */
  readonly passesAfter?: 1 | 2;
  /** Whether a number below zero is an operand. */
  readonly readsNegatives?: boolean;
  /** Beginnings of words with a special meaning: `@`, `+`, and `NAME=` or `HOST:` with any name. Defaults to none. */
  readonly specialWords?: readonly string[];
  /** Variables from which the program reads options. `PIP_*` stands for all variables with this beginning. Defaults to none. */
  readonly variables?: readonly string[];
}

const readRows = once((): readonly string[] => WORD_GRAMMARS.trim().split("\n"));

/** Returns the names of a row: `program`, and `program/subcommand`. */
function namesOf(row: string): readonly string[] {
  const names = row.slice(0, row.indexOf(" ")).split(",");
  return names.map((name) => name.split("~", 1)[0] ?? "");
}

/** The rows of each name of a program. A process reads only those of the programs that it asks for. */
const knownTables = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Returns the rows of each name of a program: its own name, and `program/subcommand`. */
function readTable(program: string): ReadonlyMap<string, readonly string[]> {
  const known = knownTables.get(program);
  if (known !== undefined) return known;
  const isOwn = (name: string): boolean => name === program || name.startsWith(`${program}/`);
  // Most rows do not have the text of the name, which is fast to see.
  const rows = readRows().filter((row) => row.includes(program));
  const table = groupEntries(
    rows.flatMap((row) =>
      namesOf(row)
        .filter(isOwn)
        .map((name) => [name, row] as const),
    ),
  );
  knownTables.set(program, table);
  return table;
}

/** Returns the names of the table: `program`, and `program/subcommand`. */
export function listGrammars(): readonly string[] {
  return [...new Set(readRows().flatMap(namesOf))];
}

/**
 * Returns the grammar of a command line: that of the subcommands that it names, or that of its program. Empty for a program that was not
 * measured.
 * @param words the words of a command, the program first; as a path, or as a name
 */
export function findGrammar([program = "", ...words]: readonly string[]): WordGrammar {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const table = readTable(name);
  const named = words.flatMap((word) => {
    const rows = table.get(`${name}/${word}`);
    return rows === undefined ? [] : [mergeRows(rows.map(readKnownRow))];
  });
  return named.length > 0 ? mergeSubcommands(named) : mergeRows((table.get(name) ?? []).map(readKnownRow));
}

/**
 * Merges the grammars of all words that name a subcommand. Any of them can be the subcommand, so a fact that one lacks is not known. The
 * position of another program is kept if one has it, because the server then assumes less.
 */
function mergeSubcommands(grammars: readonly WordGrammar[]): WordGrammar {
  const isCertain = ([key, value]: readonly [string, unknown]): boolean =>
    key === "passesAfter" || Array.isArray(value) || grammars.every((grammar) => key in grammar);
  return Object.fromEntries(Object.entries(mergeRows(grammars)).filter(isCertain));
}

/** Keeps the facts in which all grammars that have them agree, and all words and variables. */
function mergeRows(rows: readonly WordGrammar[]): WordGrammar {
  const [first = {}, ...others] = rows;
  if (others.length === 0) return first;
  const merged = new Map<string, unknown>();
  for (const [key, value] of rows.flatMap((row) => Object.entries(row))) {
    const known = merged.get(key);
    if (Array.isArray(value)) merged.set(key, [...new Set([...((known as unknown[] | undefined) ?? []), ...(value as unknown[])])]);
    else merged.set(key, merged.has(key) && known !== value ? undefined : value);
  }
  return withoutUndefined(Object.fromEntries(merged));
}

function withoutUndefined(grammar: { readonly [Key in keyof WordGrammar]: WordGrammar[Key] | undefined }): WordGrammar {
  return Object.fromEntries(Object.entries(grammar).filter(([, value]) => value !== undefined));
}

/** Meaning of the letters of each cell, in the order of the table. */
const CELLS = [
  ["doubleDash", { y: "ends", n: "refused", l: "leaks", p: "partly" }],
  ["optionAfterOperand", { y: "option", n: "operand", w: "written" }],
  ["abbreviates", { y: true, n: false }],
  ["joins", { y: true, n: false }],
  ["separates", { y: true, n: false }],
  ["attaches", { y: true, n: false }],
  ["dropsEquals", { y: true, n: false }],
  ["dashValue", { y: "value", n: "refused", r: "option", o: "optional", "=": "joined" }],
  ["repeat", { l: "last", f: "first", e: "error", a: "all" }],
  ["switchFalse", { e: "error", a: "off", i: "on" }],
  ["underscores", { y: true, n: false }],
  ["obeysPosix", { y: true, n: false }],
] as const satisfies readonly (readonly [keyof WordGrammar, Readonly<Record<string, string | boolean>>])[];

const knownRows = new Map<string, WordGrammar>();

/** Reads a row of the table once. */
function readKnownRow(row: string): WordGrammar {
  const grammar = knownRows.get(row) ?? readRow(row);
  knownRows.set(row, grammar);
  return grammar;
}

/** Returns the grammar of a row of the table. */
export function readRow(row: string): WordGrammar {
  const [, version, parser, cells = "", exit = "", ...marks] = row.split(" ");
  const facts = CELLS.flatMap(([key, letters], index) => {
    const value = Object.entries(letters).find(([letter]) => letter === cells[index])?.[1];
    return value === undefined ? [] : [[key, value] as const];
  });
  const passes = marks.find((mark) => /^>\d$/.test(mark));
  const variables = marks.filter((mark) => mark.startsWith("$")).map((mark) => mark.slice(1));
  const specialWords = marks.filter((mark) => !/^(?:\$.*|>\d|-N)$/.test(mark));
  return withoutUndefined({
    version,
    parser,
    ...Object.fromEntries(facts),
    unknownExit: exit === "?" ? undefined : Number(exit),
    passesAfter: passes === undefined ? undefined : passes === ">1" ? 1 : 2,
    readsNegatives: marks.includes("-N") ? true : undefined,
    specialWords: specialWords.length > 0 ? specialWords : undefined,
    variables: variables.length > 0 ? variables : undefined,
  });
}

/** Returns the cells and the exit status of a grammar, as in the table. */
export function writeCells(grammar: WordGrammar): string {
  const cells = CELLS.map(([key, letters]) => Object.entries(letters).find(([, value]) => value === grammar[key])?.[0] ?? "?").join("");
  return `${cells} ${grammar.unknownExit ?? "?"}`;
}
