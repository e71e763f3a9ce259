/** Other spellings of options, by program: a caller may write either. They are the same option in every version of the program. */
import type { OptionFill, OptionShape } from "./line-entry.ts";
import { findEntries } from "./program-entries.ts";
import { readFill } from "./read-fill.ts";

/**
 * Pairs of a short option and the words with the same meaning, by program and subcommand. What the entry of a subcommand has applies instead
 * of that of the program.
 */
const SAME: Readonly<Record<string, string>> = {
  "git status": "-s --short -b --branch --porcelain --short",
  "git branch": "-l --list -v --verbose -d --delete -m --move -f --force -r --remotes",
  "git remote": "-v --verbose",
  "git tag": "-l --list",
  "git log": "-E --extended-regexp -i --regexp-ignore-case -p --patch -u --patch --pretty --format",
  "git grep":
    "-i --ignore-case -l --files-with-matches -E --extended-regexp -F --fixed-strings -P --perl-regexp -n --line-number -C --context",
  "git stash": "-m --message -u --include-untracked -k --keep-index -p --patch -a --all",
  "git add": "-f --force -u --update -A --all",
  "git clean": "-n --dry-run -f --force",
  "git rm": "-r --recursive -f --force",
  "git shortlog": "-s --summary -n --numbered -e --email",
  "git diff": "--cached --staged",
  "git show": "-s --no-patch",
  "git submodule": "-q --quiet",
  "git restore": "-S --staged -W --worktree -s --source",
  grep:
    "-r --recursive -n --line-number -H --with-filename -I --binary-files=without-match -i --ignore-case -w --word-regexp -x --line-regexp " +
    "-E --extended-regexp -P --perl-regexp -F --fixed-strings -e --regexp -v --invert-match -C --context -m --max-count -c --count " +
    "-l --files-with-matches -L --files-without-match -A --after-context -B --before-context -o --only-matching -h --no-filename -q --quiet",
  rg:
    "-n --line-number -H --with-filename -i --ignore-case -S --smart-case -s --case-sensitive -w --word-regexp -x --line-regexp " +
    "-F --fixed-strings -P --pcre2 -e --regexp -v --invert-match -C --context -m --max-count -l --files-with-matches -t --type -g --glob " +
    "-T --type-not -U --multiline -A --after-context -B --before-context -o --only-matching -c --count -. --hidden -u --no-ignore",
  fd: "-e --extension -t --type -H --hidden -I --no-ignore -d --max-depth -E --exclude -i --ignore-case -s --case-sensitive -a --absolute-path",
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
  "docker logs": "-f --follow",
  "docker ps": "-f --filter",
  "docker images": "-f --filter",
  "docker build": "-f --file",
  docker: "-f --force",
  "podman logs": "-f --follow",
  "podman ps": "-f --filter",
  "podman images": "-f --filter",
  "podman build": "-f --file",
  podman: "-f --force",
  gawk: "-F --field-separator -v --assign -e --source",
  "kubectl expose": "-l --labels",
  "kubectl run": "-l --labels",
  "kubectl logs": "-f --follow",
  "kubectl patch": "-p --patch",
  kubectl: "-n --namespace -l --selector -A --all-namespaces -o --output -f --filename -c --container -p --previous",
  helm: "-n --namespace -A --all-namespaces -f --values -o --output",
  npm: "-D --save-dev -g --global -y --yes -w --workspace -E --save-exact -O --save-optional",
  pnpm: "-D --save-dev -g --global -r --recursive -E --save-exact",
  pip: "-y --yes -U --upgrade -r --requirement -e --editable -o --outdated",
  tsc: "-p --project",
  psql: "-d --dbname -c --command -h --host -p --port -U --username -f --file",
  ss: "-l --listening -p --processes -n --numeric -a --all -i --info -s --summary -x --unix -4 --ipv4 -6 --ipv6",
  free: "-h --human",
  pytest: "-x --exitfirst --ff --failed-first --lf --last-failed",
  make: "-j --jobs -n --dry-run -B --always-make -f --file -C --directory -k --keep-going",
  zip: "-r --recurse-paths -q --quiet",
  wget: "-q --quiet -O --output-document",
  prettier: "-l --list-different -c --check -w --write",
  shellcheck: "-s --shell -S --severity -e --exclude",
  cargo: "-p --package -r --release",
};

/** Words that change at most the form of the output, which the tool decides itself. They are left out of the command line. */
const IGNORED: Readonly<Record<string, string>> = {
  git: "--no-pager -P --no-optional-locks",
  "git branch": "-vv --no-color --no-column",
  "git log": "--no-color --color=never --decorate",
  "git commit": "--no-edit",
  "git diff": "--no-color --color=never --no-ext-diff --no-textconv",
  "git show": "--no-color --color=never",
  "git switch": "-q --quiet",
  "git fetch": "-q --quiet -v --verbose",
  "git pull": "-q --quiet -v --verbose",
  "git push": "-q --quiet -v --verbose",
  ls: "-1 -F -p --color --color=auto --color=never --color=always",
  // Tar recognizes the compression when it reads; a tool that writes has options of its own.
  tar: "-z --gzip --gunzip -j --bzip2 -J --xz --zstd -v --verbose",
  curl: "--progress-bar --no-progress-meter -#",
  grep: "--color --color=auto --color=never -s --no-messages",
  rg: "--no-heading --heading --color=never",
};

/** Options that an operand can stand for: the first operand, if the option is not written. */
const LEADING_OPERANDS: Readonly<Record<string, string>> = {
  grep: "--regexp",
  rg: "--regexp",
  "git grep": "-e",
  sed: "--expression",
  "git rev-parse": "--verify",
  curl: "--url",
  gawk: "--source",
};

/** Options that stand for several words. The words do the same or less. */
const EXPANDED: Readonly<Record<string, readonly (readonly [option: string, words: string])[]>> = {
  // 20 redirects: curl follows 50 by default.
  curl: [
    ["-L", "--location --max-redirs 20"],
    ["--location", "--location --max-redirs 20"],
  ],
  ss: [
    ["-t", "--tcp"],
    ["-u", "--udp"],
  ],
};

interface ExpandedOption {
  readonly next: string | undefined;
  readonly flags: ReadonlyMap<string, readonly OptionShape[]>;
  readonly program: string;
}

/**
 * Returns the words that an option stands for. Letters after one dash are divided, if one of them stands for words. Undefined if the option
 * stands for itself.
 */
export function expandOption(word: string, { next, flags, program }: ExpandedOption): readonly string[] | undefined {
  if (!Object.hasOwn(EXPANDED, program)) return undefined;
  const table = EXPANDED[program] ?? [];
  const spell = (option: string): readonly string[] | undefined => table.find(([name]) => name === option)?.[1].split(" ");
  const own = spell(word);
  if (own !== undefined) return own[0] === word && own[1] === next ? undefined : own;
  if (!/^-[A-Za-z]{2,64}$/.test(word)) return undefined;
  const letters = Array.from(word.slice(1), (letter) => `-${letter}`);
  const takesValue = (letter: string): boolean => flags.get(letter)?.some(({ values }) => values.length > 0) === true;
  const valued = letters.findIndex((letter) => spell(letter) === undefined && takesValue(letter));
  const [switches, last] = valued === -1 ? [letters, []] : [letters.slice(0, valued), [`-${word.slice(valued + 1)}`]];
  if (switches.every((letter) => spell(letter) === undefined)) return undefined;
  return [...switches.flatMap((letter) => spell(letter) ?? [letter]), ...last];
}

/** Programs for which `-5` means `-n 5`. */
const COUNTS: ReadonlySet<string> = new Set(["git log", "git stash", "head", "tail"]);

/** Returns the options with their other spellings. A spelling that the config gives to an option is no other one. */
export function withSameOptions(shapes: readonly OptionShape[], program: string, path: readonly string[]): readonly OptionShape[] {
  const [own = [], general = []] = findEntries(SAME, program, path).map(toPairs);
  const ownNames = new Set(own.map(([other]) => other));
  const pairs = [...own, ...general.filter(([other]) => !ownNames.has(other))];
  const taken = new Set(shapes.flatMap(({ flags }) => flags));
  return shapes.flatMap((shape) => [
    { ...shape, flags: [...shape.flags, ...pairs.flatMap(([other, flag]) => otherNames(shape, other, flag, taken))] },
    ...pairs.flatMap(([other, text]) => (taken.has(other) ? [] : valueShape(shape, other, text))),
  ]);
}

function toPairs(text: string): readonly (readonly [option: string, words: string])[] {
  const words = text.split(" ");
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ""] as const] : []));
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

/** Reports whether `-5` means `-n 5`. */
export function readsCounts(program: string, [first]: readonly string[]): boolean {
  return COUNTS.has(first === undefined ? program : `${program} ${first}`);
}
