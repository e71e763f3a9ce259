/** The script of the shell that runs a program several times in one sandbox. It needs only a POSIX shell. */

/** The place of a shell, and how it reports. */
export interface SandboxShell {
  /** Directories in which the program can create files. Nothing else can be written. */
  readonly writable: readonly string[];
  /** Descriptor of the connection: the shell reads command lines from it, and writes a line after each run. */
  readonly descriptor: number;
  /** Text that the shell prints after the output of a run, to both streams. */
  readonly mark: string;
}

/** Descriptor of the standard error of the program. That of the shell is closed: it prints messages about killed programs. */
const ERROR_DESCRIPTOR = 9;

/**
 * Returns the script. After each run, it kills all other processes of its PID namespace, removes the files that the run has left, and
 * prints the exit code. It ends if files remain, or if an output stream no longer blocks, as after a run of Node.js: the next run could lose
 * output. Outside a PID namespace of its own, it does nothing.
 */
export function serveScript({ writable, descriptor, mark }: SandboxShell): string {
  const entries = writable.flatMap((folder) => [`${quote(folder)}/*`, `${quote(folder)}/.*`]).join(" ");
  const printed = quote(mark.replace("\0", String.raw`\000`).replace("\n", String.raw`\n`));
  return [
    `[ "$$" -lt ${MAX_PID} ] || exit 1`,
    `exec ${ERROR_DESCRIPTOR}>&2 2>/dev/null`,
    `list() { found=//; for entry in ${entries}; do found=$found$entry//; done; }`,
    // An entry that was not there at the start is in memory, and contains no mount.
    `clean() { set --; for entry in ${entries}; do case $empty in *"//$entry//"*) ;; *) set -- "$@" "$entry" ;; esac; done; rm -rf -- "$@"; list; }`,
    "list; empty=$found",
    `while IFS= read -r line <&${descriptor}; do`,
    '  eval "$line"',
    "  exit=$? state=clean",
    "  kill -9 -1",
    "  list",
    '  [ "$found" = "$empty" ] || clean',
    '  [ "$found" = "$empty" ] || state=used',
    `  for stream in 1 ${ERROR_DESCRIPTOR}; do`,
    `    while IFS= read -r flags; do case $flags in flags:*[4567]???) state=used ;; esac; done <"/proc/$$/fdinfo/$stream"`,
    "  done",
    `  if [ $state = used ]; then echo "$exit used" >&${descriptor}; exit; fi`,
    `  printf ${printed}; printf ${printed} >&${ERROR_DESCRIPTOR}; echo "$exit clean" >&${descriptor}`,
    "done",
  ].join("\n");
}

/** The shell is one of the first processes of its PID namespace. Elsewhere, `kill -9 -1` would kill all programs of the user. */
const MAX_PID = 9;

/** Returns the line that runs a program. Words must not contain line breaks. */
export function toRequestLine(words: readonly string[], descriptor: number): string {
  const closed = `${descriptor}>&- ${ERROR_DESCRIPTOR}>&-`;
  return `${words.map(quote).join(" ")} </dev/null 2>&${ERROR_DESCRIPTOR} ${closed}\n`;
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
