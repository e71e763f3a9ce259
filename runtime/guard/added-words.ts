/**
 * The constant words that the guard adds to a command line. A constant word of a tool can decide what the program does (`branch --delete`),
 * so the caller must write it. Words that only change the form of the output, or that only restrict the program, are added.
 */

/** Options without a value that are added for every program. A `*` at the end stands for any text. */
const SWITCHES = `
--no-* --color=* --quiet --silent --json --json=* -json -json=* --format=* --output-format=* --porcelain --porcelain=*
--short --branch --verbose --date=* --pretty=* --sort=* --line-number --with-filename --no-filename --human-readable
--time-style=* --batch --style=* --itemize-changes --reporter=* --sandbox --safe --timeout=* --with-colons --show-scope
--numbered --max-columns=* --max-columns-preview --compact --fail --fail-with-body --globoff --frozen --offline --locked --ignore-scripts --only-binary=*
--binary-files=* --csv --tuples-only --single-transaction --set=ON_ERROR_STOP=1 --config=/dev/null
--cache-dir=/dev/null --only-show-errors --norc --nocmd --stream=false --test-reporter=* --output=source,*
--force-local --restrict --disable --show-error --upload-pack=git-upload-pack --config-file= -buildvcs=false
`
  .trim()
  .split(/\s+/);

/** Options with a value in the next word that are added for every program, and the values with which they are. */
const VALUED: ReadonlyMap<string, RegExp> = new Map([
  ["--color", /^(?:never|no)$/],
  ["--format", /^(?:json|csv|text|plain|abspath|jsonl)$/],
  ["--output", /^(?:json|[A-Z][A-Z,%]+)$/],
  ["--output-format", /^/],
  ["--message-format", /^/],
  ["--format-version", /^/],
  ["--charset", /^/],
  ["--status-fd", /^1$/],
  ["--only-binary", /^:all:$/],
  ["--showformat", /^/],
  ["--write-out", /^/],
  ["--sort", /^/],
  ["-of", /^json$/],
]);

/** Options that are added for one program. A word after the option is its value. A `*` at the end stands for any text. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "7z": ["-ba", "-bd"],
  exiftool: ["-json", "-n"],
  docker: ["--detach"],
  git: ["-v", "-I", "--extended-regexp", "--exit-code", "--checkout", "--cone", "--messages", "--name-only", "--ff", "--ff-only", "-n1"],
  ls: ["-l"],
  // Existing files are kept, unless the caller says otherwise.
  tar: ["--keep-old-files"],
  ps: ["-o *", "-ww"],
  stat: ["--format *"],
  zip: ["-q"],
  unzip: ["-q", "-n"],
  tsc: ["--incremental false", "--composite false", "--generateTrace null", "--pretty false"],
  prettier: ["--list-different"],
  openssl: ["-batch"],
  pytest: ["-q"],
  sqlite3: ["-readonly", "-safe"],
  curl: ["--compressed"],
  find: ["-print", "-printf *"],
  date: ["+*"],
  ss: ["--processes"],
  dig: ["+nocmd", "+nostats"],
};

/** Options of one program that are never added, also if they are a default: they decide what the program does. */
const DECIDING: ReadonlySet<string> = new Set([
  "curl --header",
  "docker --compose-file",
  "gh --method=POST",
  "git --format=zip",
  "node --input-type=module",
  "pip --editable",
  "qpdf --split-pages=1",
  "shellcheck --format=diff",
]);

/** Reports whether an option decides what the program does. */
export function isDeciding(program: string, [option = ""]: readonly string[]): boolean {
  return DECIDING.has(`${program} ${option}`);
}

/**
 * Returns the number of words of the constant option at the start of `words` that the guard adds if the caller did not write it. 0 if the
 * caller must write it.
 */
export function countAddedWords(program: string, [option = "", value]: readonly string[]): 0 | 1 | 2 {
  if (isDeciding(program, [option])) return 0;
  if (value !== undefined && VALUED.get(option)?.test(value) === true) return 2;
  const own = Object.hasOwn(OWN, program) ? (OWN[program] ?? []) : [];
  const isOwn = (pattern: string): boolean => {
    const [name = "", values] = pattern.split(" ");
    return values !== undefined && name === option && value !== undefined && fits(values, value);
  };
  if (own.some(isOwn)) return 2;
  return WHOLE.has(option) || BEGINNINGS.some((start) => option.startsWith(start)) || own.some((pattern) => fits(pattern, option)) ? 1 : 0;
}

/** The switches without a `*`, and the beginnings of the others. */
const WHOLE: ReadonlySet<string> = new Set(SWITCHES.filter((pattern) => !pattern.endsWith("*")));
const BEGINNINGS: readonly string[] = SWITCHES.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));

function fits(pattern: string, option: string): boolean {
  return pattern.endsWith("*") ? option.startsWith(pattern.slice(0, -1)) : option === pattern;
}
