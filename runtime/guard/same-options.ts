/** Other spellings of options, by program: a caller may write either. They are the same option in every version of the program. */
import type { OptionFill, OptionShape } from "./line-entry.ts";
import { readFill } from "./read-fill.ts";

/** Pairs of a short option and the words with the same meaning, by program and subcommand. */
const SAME: Readonly<Record<string, string>> = {
  "git status": "-s --short -b --branch --porcelain --short",
  "git branch": "-l --list -v --verbose",
  "git remote": "-v --verbose",
  "git tag": "-l --list",
  "git log": "-E --extended-regexp -i --regexp-ignore-case",
  "git grep":
    "-i --ignore-case -l --files-with-matches -E --extended-regexp -F --fixed-strings -P --perl-regexp -n --line-number -C --context",
  "git stash": "-m --message -u --include-untracked -k --keep-index",
  "git add": "-f --force -u --update",
  grep:
    "-r --recursive -n --line-number -H --with-filename -I --binary-files=without-match -i --ignore-case -w --word-regexp -x --line-regexp " +
    "-E --extended-regexp -P --perl-regexp -F --fixed-strings -e --regexp -v --invert-match -C --context -m --max-count -c --count " +
    "-l --files-with-matches -L --files-without-match",
  rg:
    "-n --line-number -H --with-filename -i --ignore-case -S --smart-case -s --case-sensitive -w --word-regexp -x --line-regexp " +
    "-F --fixed-strings -P --pcre2 -e --regexp -v --invert-match -C --context -m --max-count -l --files-with-matches -t --type -g --glob " +
    "-T --type-not -U --multiline",
  ls: "-A --almost-all -R --recursive -h --human-readable -t --sort=time -S --sort=size -X --sort=extension -U --sort=none -r --reverse",
  head: "-n --lines",
  tail: "-n --lines",
  wc: "-l --lines -w --words -c --bytes -m --chars",
  du: "-s --max-depth=0 -h --human-readable -d --max-depth -a --all -x --one-file-system",
  df: "-h --human-readable -l --local",
  sort: "-k --key -t --field-separator -n --numeric-sort -r --reverse -u --unique",
  stat: "-L --dereference",
  sha256sum: "-c --check",
  date: "-d --date -u --utc",
  tar: "-t --list -x --extract -c --create -d --compare -v --verbose -f --file -C --directory -O --to-stdout",
  curl: "-q --disable -g --globoff -s --silent -S --show-error -G --get -I --head -i --include -H --header -m --max-time -o --output -T --upload-file",
  sed: "-n --quiet -E --regexp-extended -e --expression -s --separate",
  jq: "-r --raw-output -c --compact-output -s --slurp -S --sort-keys",
  kubectl: "-n --namespace -l --selector -A --all-namespaces -o --output",
};

/** Words that change at most the form of the output, which the tool decides itself. They are left out of the command line. */
const IGNORED: Readonly<Record<string, string>> = {
  git: "--no-pager -P --no-optional-locks",
  "git branch": "-vv --no-color --no-column",
  "git log": "--no-color --color=never --decorate",
  "git add": "-A --all",
  "git commit": "--no-edit",
  "git diff": "--no-color --color=never --no-ext-diff --no-textconv",
  "git show": "--no-color --color=never",
  ls: "-1 -F -p --color --color=auto --color=never --color=always",
  grep: "--color --color=auto --color=never -s --no-messages",
  rg: "--no-heading --heading --color=never",
};

/** Options that an operand can stand for: the first operand, if the option is not written. */
const LEADING_OPERANDS: Readonly<Record<string, string>> = {
  grep: "--regexp",
  rg: "--regexp",
  "git grep": "-e",
  sed: "--expression",
  curl: "--url",
};

/** The number of operands that imply constant words. */
const FEWEST = { some: 1, several: 2 } as const;

/** Constant words that need not be written if the command has operands, or has none. */
const IMPLIED: Readonly<Record<string, { readonly words: string; readonly operands: keyof typeof FEWEST | "none" }>> = {
  "git branch": { words: "--list", operands: "none" },
  "git tag": { words: "--list", operands: "none" },
  curl: { words: "--get", operands: "some" },
  grep: { words: "--recursive", operands: "several" },
};

/** Words that say what the program does without them. */
const OWN_BEHAVIOR: Readonly<Record<string, string>> = {
  grep: "--basic-regexp",
  rg: "--case-sensitive --engine=default",
};

/** Reports whether a program does the same without the words. */
export function isOwnBehavior(program: string, words: readonly string[]): boolean {
  return Object.hasOwn(OWN_BEHAVIOR, program) && OWN_BEHAVIOR[program]?.split(" ").includes(words.join(" ")) === true;
}

/** Programs for which `-5` means `-n 5`. */
const COUNTS: ReadonlySet<string> = new Set(["git log", "git stash", "head", "tail"]);

/** Returns the entry of a program and subcommand, or of the program. */
function find<Entry>(table: Readonly<Record<string, Entry>>, program: string, path: readonly string[]): readonly Entry[] {
  const [first] = path;
  const keys = first === undefined ? [program] : [`${program} ${first}`, program];
  return keys.flatMap((key) => (Object.hasOwn(table, key) && table[key] !== undefined ? [table[key]] : []));
}

/** Returns the options with their other spellings. A spelling that the config gives to an option is no other one. */
export function withSameOptions(shapes: readonly OptionShape[], program: string, path: readonly string[]): readonly OptionShape[] {
  const words = find(SAME, program, path).flatMap((text) => text.split(" "));
  const pairs = words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ""] as const] : []));
  const taken = new Set(shapes.flatMap(({ flags }) => flags));
  return shapes.flatMap((shape) => [
    { ...shape, flags: [...shape.flags, ...pairs.flatMap(([other, flag]) => otherNames(shape, other, flag, taken))] },
    ...pairs.flatMap(([other, text]) => (taken.has(other) ? [] : valueShape(shape, other, text))),
  ]);
}

function otherNames({ flags }: OptionShape, other: string, flag: string, taken: ReadonlySet<string>): readonly string[] {
  if (flags.includes(flag) && !taken.has(other)) return [other];
  return flags.includes(other) && !taken.has(flag) && !flag.includes("=") ? [flag] : [];
}

/** Returns the option of a letter that stands for a flag with a value: `-t` for `--sort=time`. */
function valueShape({ flags, values, fill }: OptionShape, other: string, text: string): readonly OptionShape[] {
  const [flag = "", value] = text.split("=");
  if (value === undefined || values.length !== 1 || !flags.includes(flag)) return [];
  const passed = readFill(fill, values, [value]);
  const fixed = passed && toFixed(fill, passed);
  return fixed === undefined ? [] : [{ flags: [other], values: [], style: "separate", fill: fixed }];
}

function toFixed(fill: OptionFill, passed: NonNullable<ReturnType<typeof readFill>>): OptionFill | undefined {
  if (passed.kind === "constant") return fill;
  const [item] = passed.kind === "items" ? passed.items : [];
  if (passed.kind !== "items" || item === undefined || typeof item === "object") return undefined;
  return { kind: "fixed", arg: passed.arg, value: item };
}

/**
 * Reports whether a word is left out of the command line.
 * @param isLeading whether the word precedes the subcommand
 */
export function isIgnored(word: string, program: string, path: readonly string[], isLeading: boolean): boolean {
  const [first] = path;
  const key = first === undefined || isLeading ? program : `${program} ${first}`;
  return Object.hasOwn(IGNORED, key) && IGNORED[key]?.split(" ").includes(word) === true;
}

/** Returns the option that the first operand stands for. Undefined if there is none. */
export function leadingOperand(program: string, path: readonly string[]): string | undefined {
  const [first] = path;
  const key = first === undefined ? program : `${program} ${first}`;
  return Object.hasOwn(LEADING_OPERANDS, key) ? LEADING_OPERANDS[key] : undefined;
}

/** Reports whether constant words are implied by the number of operands that the caller wrote. */
export function isImplied(words: readonly string[], program: string, path: readonly string[], operands: number): boolean {
  const [first] = path;
  const key = first === undefined ? program : `${program} ${first}`;
  const implied = Object.hasOwn(IMPLIED, key) ? IMPLIED[key] : undefined;
  if (implied === undefined || words.join(" ") !== implied.words) return false;
  return implied.operands === "none" ? operands === 0 : operands >= FEWEST[implied.operands];
}

/** Reports whether `-5` means `-n 5`. */
export function readsCounts(program: string, [first]: readonly string[]): boolean {
  return COUNTS.has(first === undefined ? program : `${program} ${first}`);
}
