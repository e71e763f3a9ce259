/** Constant words that a caller need not write, because the program does the same without them, or that have other spellings. */
import { findEntries } from "./program-entries.ts";

/** Constant words that need not be written if the command has operands, has none, or in any case, and has none of some options. */
interface ImpliedWords {
  readonly words: string;
  /** Operands apart from one that stands for the value of an option. */
  readonly operands: "none" | "some" | "any";
  /** Words of the caller with which the program does something else. */
  readonly unless?: RegExp;
}

const IMPLIED: Readonly<Record<string, ImpliedWords>> = {
  "git branch": { words: "--list", operands: "none" },
  "git tag": { words: "--list", operands: "none" },
  "git merge-tree": { words: "--write-tree", operands: "some" },
  "git restore": { words: "--worktree", operands: "any", unless: /^(?:-[A-Za-z]*S|--staged)/ },
  "gh api": { words: "--method=GET", operands: "any", unless: /^(?:-[A-Za-z]*[fFX]|--(?:field|raw-field|input|method))/ },
  curl: { words: "--get", operands: "any", unless: /^--data-urlencode/ },
  // A folder without `--recursive` is an error, so the result is the same or more.
  grep: { words: "--recursive", operands: "some" },
};

/** Words that say what the program does without them. `|` divides several. */
const OWN_BEHAVIOR: Readonly<Record<string, string>> = {
  grep: "--basic-regexp",
  rg: "--case-sensitive|--engine=default",
  wc: "--lines --words --bytes",
  node: "--input-type=commonjs",
  "git config": "--local",
  "git gc": "--prune=2.weeks.ago",
  "git reset": "--mixed",
  "git shortlog": "--no-summary",
};

/** Reports whether a program does the same without the words. */
export function isOwnBehavior(program: string, path: readonly string[], words: readonly string[]): boolean {
  return findEntries(OWN_BEHAVIOR, program, path).some((texts) => texts.split("|").includes(words.join(" ")));
}

/** Other words for constant options: they differ at most in the form of the output, which the tool decides itself. */
const CONSTANTS: Readonly<Record<string, readonly (readonly [option: string, others: string])[]>> = {
  "git config": [["--get-regexp", "--list -l"]],
  curl: [
    ["--fail-with-body", "-f --fail"],
    ["--fail", "-f --fail-with-body"],
  ],
  ps: [["-eo", "-e -A -ef -eF -aux aux ax"]],
  unzip: [["-v", "-l"]],
};

/** Returns the other words for the constant words of a tool. */
export function spellConstant([option]: readonly string[], program: string, path: readonly string[]): readonly string[] {
  return findEntries(CONSTANTS, program, path)
    .flat()
    .flatMap(([constant, others]) => (constant === option ? others.split(" ") : []));
}

/** Options that answer the question that a program asks before it acts. Without them, the guard asks. */
const ASKED: Readonly<Record<string, string>> = {
  docker: "--force",
  podman: "--force",
  gh: "--yes",
  pip: "--yes",
};

/** Subcommands of docker and podman for which `--force` only answers the question. */
const PRUNES = "prune";

/** Reports whether constant words only answer the question of the program. */
export function areAnswer(words: readonly string[], program: string, path: readonly string[]): boolean {
  if (findEntries(ASKED, program, []).every((answer) => answer !== words.join(" "))) return false;
  return words[0] !== "--force" || path.at(-1) === PRUNES;
}

/** What a caller wrote, apart from the subcommand: the number of operands, and all words. */
interface ImplyingLine {
  readonly operands: number;
  readonly words: readonly string[];
}

/** Reports whether constant words are implied by what the caller wrote. */
export function isImplied(words: readonly string[], program: string, path: readonly string[], line: ImplyingLine): boolean {
  return findEntries(IMPLIED, program, path).some(({ words: implied, operands, unless }) => {
    if (words.join(" ") !== implied || line.words.some((word) => unless?.test(word) === true)) return false;
    return operands === "any" || (operands === "none") === (line.operands === 0);
  });
}
