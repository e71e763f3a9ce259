/** How the guard reads the words of a program: the measured grammar of the program, and that of its parser where a fact was not measured. */
import { readsCounts } from "./same-options.ts";
import type { WordGrammar } from "../word-grammar/word-grammar.ts";
import { findGrammar, listGrammars } from "../word-grammar/word-grammar.ts";

/** The facts that decide how words are split into options and operands. An unknown fact is read as the stricter one. */
export interface ReadingGrammar {
  /** Whether `--` ends the options. True for a program that was not measured. */
  readonly endsOptions: boolean;
  /** Whether the operands after `--` are others than those before it, such as paths and revisions of git. */
  readonly dividesOperands: boolean;
  /** Whether an option after an operand is an option. True for a program that was not measured. */
  readonly isIntermixed: boolean;
  /** `--option=value`. */
  readonly joins: boolean;
  /** `--option value`, for an option that the config writes with `=`. */
  readonly separates: boolean;
  /** `-ovalue`. */
  readonly attaches: boolean;
  /** `-abc` for `-a -b -c`. */
  readonly clusters: boolean;
  /** Whether `-o=value` passes `value`. Undefined if it is not known. */
  readonly dropsEquals: boolean | undefined;
  /** Whether the word after a flag is its value, also if it starts with `-`. */
  readonly takesDashes: boolean;
  /** Whether `--switch=false` turns a switch off. */
  readonly readsSwitchValues: boolean;
  readonly underscores: boolean;
  /** Whether `-name` and `--name` are equal. */
  readonly hasEqualDashes: boolean;
  /** Whether a word that starts with `@` is a file with further options. */
  readonly hasResponseFiles: boolean;
  /** The operand that is another program, which reads the words after it. */
  readonly passesAfter: 1 | 2 | undefined;
  /** Whether the options before the subcommand differ from those after it. */
  readonly hasOwnLeadingOptions: boolean;
  /** Whether `-5` means `-n 5`. */
  readonly readsCounts: boolean;
  /** Whether options may precede the subcommand. */
  readonly hasLeadingOptions: boolean;
}

type Family = Partial<Pick<WordGrammar, "joins" | "separates" | "attaches" | "dropsEquals">> & { readonly clusters?: true };

const LONG: Family = { joins: true, separates: true };
const UNIX: Family = { ...LONG, attaches: true, clusters: true };

/** What the parsers of options have in common. A parser that is not listed adds nothing to the measured facts. */
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ["getopt", { attaches: true, clusters: true, dropsEquals: false }],
  ["getopt32", { attaches: true, clusters: true, dropsEquals: false }],
  ["getopt_long", { ...UNIX, dropsEquals: false }],
  ["getopt_long+", { ...UNIX, dropsEquals: false }],
  ["argp", { ...UNIX, dropsEquals: false }],
  ["popt", UNIX],
  ["parse-options", { ...UNIX, dropsEquals: false }],
  ["argparse", UNIX],
  ["optparse", { ...UNIX, dropsEquals: false }],
  ["click", { ...UNIX, dropsEquals: false }],
  ["clap", { ...UNIX, dropsEquals: true }],
  ["lexopt", { ...UNIX, dropsEquals: true }],
  ["bpaf", { ...UNIX, dropsEquals: true }],
  ["pflag", { ...UNIX, dropsEquals: true }],
  ["commander", UNIX],
  ["GetOpt", UNIX],
  ["cmdargs", UNIX],
  ["flag", LONG],
  ["nopt", LONG],
  ["yargs", LONG],
  ["minimist", LONG],
  ["cac", LONG],
]);

/** Programs with a parser of their own that reads several letters after one dash. */
const OWN_CLUSTERS: ReadonlySet<string> = new Set(
  "curl gojq gpg jaq jq lsof ps ss tree unzip zip zstd ls grep head tail wc sort df du stat date rg tar".split(" "),
);

/** Parsers whose `--` only ends the options. Others can pass the words after it on, or read them as paths. */
const ONLY_ENDS: ReadonlySet<string> = new Set(["getopt", "getopt32", "getopt_long", "argp", "popt", "lexopt"]);

/** Programs for which `@file` is a file with words, among those whose words with `@` have a meaning. */
const RESPONSE_FILES: ReadonlySet<string> = new Set([
  "7z",
  "7za",
  "7zz",
  "bsdtar",
  "clang",
  "gcc",
  "java",
  "javac",
  "ledger",
  "mypy",
  "pytest",
  "qpdf",
  "ruff",
  "rustc",
  "tsc",
]);

/** Parsers for which `-name` and `--name` are equal. */
const EQUAL_DASHES: ReadonlySet<string> = new Set(["flag", "getopt_long_only"]);

/** Parsers that read the options of a subcommand before its name, too. */
const LEADING_OPTIONS: ReadonlySet<string> = new Set(["nopt", "pflag"]);

const known = new Map<string, ReadingGrammar>();

/**
 * Returns the grammar of a subcommand, once for each.
 * @param program the name of the program, without its directory
 * @param path the words of the subcommand
 */
export function readingGrammar(program: string, path: readonly string[]): ReadingGrammar {
  const key = [program, ...path].join(" ");
  const grammar = known.get(key) ?? makeGrammar(program, path);
  known.set(key, grammar);
  return grammar;
}

function makeGrammar(program: string, path: readonly string[]): ReadingGrammar {
  const facts: WordGrammar = { ...findGrammar([program]), ...findGrammar([program, ...path]) };
  const family: Family = FAMILIES.get(facts.parser ?? "") ?? {};
  const { joins = family.joins ?? false, separates = family.separates ?? false, attaches = family.attaches ?? false } = facts;
  // Docker passes all words after the image or container on, options too.
  const passesOptions = facts.passesAfter === 2 && (program === "docker" || program === "podman");
  return {
    endsOptions: facts.doubleDash === undefined || facts.doubleDash === "ends",
    dividesOperands: !ONLY_ENDS.has(facts.parser ?? "") && !OWN_CLUSTERS.has(program),
    isIntermixed: !passesOptions && (facts.optionAfterOperand === undefined || facts.optionAfterOperand === "option"),
    joins,
    separates,
    attaches,
    clusters: family.clusters === true || OWN_CLUSTERS.has(program),
    dropsEquals: facts.dropsEquals ?? family.dropsEquals,
    takesDashes: facts.dashValue === "value",
    readsSwitchValues: facts.switchFalse === "off",
    underscores: facts.underscores === true,
    hasEqualDashes: EQUAL_DASHES.has(facts.parser ?? ""),
    hasResponseFiles: RESPONSE_FILES.has(program),
    passesAfter: passesAfterPath(program, path, facts.passesAfter),
    readsCounts: readsCounts(program, path),
    hasOwnLeadingOptions: facts.parser === "parse-options",
    hasLeadingOptions: LEADING_OPTIONS.has(facts.parser ?? ""),
  };
}

/**
 * Returns the operand after the subcommand that is another program. The table counts from the program, or from the word of a subcommand that
 * it names; words of the subcommand itself are no operands.
 */
function passesAfterPath(program: string, path: readonly string[], counted: 1 | 2 | undefined): 1 | 2 | undefined {
  if (counted === undefined || path.length === 0) return counted;
  const names = new Set(listGrammars());
  const last = path.findLastIndex((word) => names.has(`${program}/${word}`));
  const rest = counted - (path.length - 1 - last);
  return rest === 1 || rest === 2 ? rest : undefined;
}
