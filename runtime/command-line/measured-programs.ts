/**
 * Facts about how programs read words that start with `-`, measured by running them (`grep -- -x`, `grep --regexp -x`). Other versions can
 * differ. Programs that pass words on to another program, such as interpreters, are left out: the other program decides. The page's script
 * contains this file, so the table is short.
 */
import type { FormKeys } from "../argument/form.ts";
import { isOperand } from "../argument/form.ts";

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

/** Programs for which both facts hold: `--` ends the options, and flags take values that start with `-`. */
const BOTH =
  "7z ag age aria2c awk aws black clang cloc cmp csvcut curl cut date dc diff docker du exiftool flake8 gawk gh git gofmt gojq gpg grep head " +
  "helm hledger host ip isort jaq journalctl jq ledger less lsof make mariadb mawk mocha mvn mypy ninja nmap openssl pandoc patch pdftotext " +
  "pgrep ping pip podman psql rclone restic rg rsync rustc scp sed seq shellcheck skopeo sops sort sox ss ssh-keygen stat systemctl tail tar " +
  "terser tree units unzip vim wget xz zstd";

/** Programs in which `--` ends the options. Their flags refuse values that start with `-`, read them as options, or were not measured. */
const ENDS =
  "ansible-playbook base32 base64 basename bat batcat biome borg cat cksum comm cp csplit df dirname eslint expand fd fdfind fmt fold http " +
  "jest join link ln ls md5sum mkdir mkfifo mv nl numfmt od oxlint paste pathchk pr prettier readlink realpath rm rmdir rollup ruff sha1sum " +
  "sha224sum sha256sum sha384sum sha512sum shred shuf split sum tac tee tokei touch tr truncate tsort unexpand uniq unlink vitest wc xh yamllint";

/** Programs whose flags take values that start with `-`. They refuse `--`, or obey options after it. */
const TAKES =
  "bsdtar cmake convert dig dot duckdb esbuild ffmpeg ffprobe find gcc gnuplot javac kubectl mlr nft ps qpdf redis-cli sqlite3 tesseract tsc " +
  "xq yarn yq zip";

const READS_NEGATIVES = "expr printf seq";

/** Subcommands for which the facts do not hold. */
const EXCEPTIONS: readonly (readonly [program: string, words: string])[] = [
  ["git", "rev-parse show status bisect submodule difftool mergetool"],
];

/**
 * Subcommands that pass words on to another program. Only words after `--` are known to be no options of the first program, as long as the
 * command does not name the other program.
 */
const PASSING: readonly (readonly [program: string, words: string])[] = [
  ["docker", "run exec"],
  ["podman", "run exec"],
  ["kubectl", "run exec debug"],
  ["sops", "exec-env exec-file"],
  ["yarn", "run exec node"],
];

/**
 * Returns the facts about the program of a command line.
 * @param command the words of the config and of the tool, the program first
 */
export function measuredProgram([program = "", ...words]: readonly string[]): MeasuredProgram {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const isException = findWord(EXCEPTIONS, name, words) !== -1;
  const passing = findWord(PASSING, name, words);
  const namesProgram = passing !== -1 && words.slice(passing + 1).some((word) => !word.startsWith("-"));
  return {
    endsOptions: !isException && !namesProgram && (includes(BOTH, name) || includes(ENDS, name)),
    takesDashes: !isException && passing === -1 && (includes(BOTH, name) || includes(TAKES, name)),
    readsNegatives: includes(READS_NEGATIVES, name),
    passesWords: passing !== -1,
  };
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

/** Returns the index of the first word that the table lists for the program, or -1. */
function findWord(table: typeof EXCEPTIONS, name: string, words: readonly string[]): number {
  const listed = table.find(([owner]) => owner === name)?.[1] ?? "";
  return words.findIndex((word) => includes(listed, word));
}

/** Reports whether a list of names, separated by spaces, includes a name. */
function includes(names: string, name: string): boolean {
  return name !== "" && !name.includes(" ") && ` ${names} `.includes(` ${name} `);
}
