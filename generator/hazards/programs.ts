/** Programs that execute other programs or code from their command line or standard input. One row per kind of program. */

/** Parts of a command line that a program executes. An omitted key means none. */
export interface Program {
  /**
   * Options whose value is code, a command, or a file that contains either, without the `=` of `--option=value`. A short option (`-c`) also
   * matches at the end of a cluster (`-lc`).
   */
  readonly options?: readonly string[];
  /** Minimum number of words that the option and its value need. Defaults to 1, for `--option=value`. */
  readonly minWords?: number;
  /** Other options whose value is the next word, which is therefore not an operand. */
  readonly values?: readonly string[];
  /** Index of the first operand that is executed, from 0. Later operands are executed as well. */
  readonly operands?: number;
  /** Start of the operands that are executed. Defaults to all operands. */
  readonly codePrefix?: string;
  /** Operands are executed only before `--`, as in `vim +command`. */
  readonly isOptionLike?: boolean;
  /** Standard input is executed: if the command line contains no code, or always. */
  readonly stdin?: boolean | "always";
  /** The words after fixed code or a fixed script are its arguments: `bash -c 'fixed' TEXT`. */
  readonly passesArguments?: boolean;
  /** Index of the operand that names a program to start, from 0. The words after it belong to that program. */
  readonly starts?: number;
  /** Fixed code can execute its arguments: `eval "$1"`, `exec "$@"`. */
  readonly isShell?: boolean;
  /** Option whose value names a program to start. */
  readonly startOption?: string;
  /**
   * Any text of the caller counts: after the start of the program that `starts` names, and before it if the launcher has no `options`, from
   * the operand that `operands` or `starts` names.
   */
  readonly runsAnyText?: boolean;
  /** Options that disable execution. */
  readonly safeOptions?: readonly string[];
  /** Subcommands by name. Other subcommands are harmless. */
  readonly subcommands?: ReadonlyMap<string, Program>;
}

const table = (rows: readonly (readonly [names: string, program: Program])[]): ReadonlyMap<string, Program> =>
  new Map(rows.flatMap(([names, program]) => names.split(" ").map((name) => [name, program] as const)));

/** Starts another program with more privileges, elsewhere, or with arguments read from input. */
const unrestrictedLauncher: Program = { runsAnyText: true, starts: 0 };
/** Starts the program named by the first operand. */
const launcher: Program = { starts: 0 };
/** Executes a script or, without one, standard input. */
const interpreter = (options: string, values = ""): Program => ({
  operands: 0,
  stdin: true,
  passesArguments: true,
  options: options.split(" "),
  values: values.split(" "),
});
const optionsOnly = (options: string): Program => ({ options: options.split(" ") });
/** Installs or starts packages, which execute code of their authors. */
const packages = (options = ""): Program => ({ operands: 0, options: options.split(" ") });

const SHELLS: readonly (readonly [string, Program])[] = [
  ["sh bash dash ash zsh ksh mksh csh tcsh fish", { ...interpreter("-c", "-o -O --rcfile --init-file"), isShell: true }],
  ["pwsh powershell", interpreter("-c -Command -EncodedCommand -f -File", "-ExecutionPolicy")],
  ["cmd", interpreter("/c /k /C /K")],
];

const INTERPRETERS: readonly (readonly [string, Program])[] = [
  ["python pypy", { ...interpreter("-c", "-W -X"), startOption: "-m" }],
  ["node nodejs", interpreter("-e --eval -p --print", "-r --require --import")],
  ["bun", { ...interpreter("-e --eval -p --print"), subcommands: table([["add install i x run", packages()]]) }],
  [
    "deno",
    { options: ["-e"], subcommands: table([["eval run repl serve install", { operands: 0, passesArguments: true, options: ["--eval"] }]]) },
  ],
  ["perl", interpreter("-e -E")],
  ["ruby lua luajit osascript", interpreter("-e")],
  ["julia Rscript R elixir", interpreter("-e -E --eval")],
  ["php", interpreter("-r -B -R -E -f --run")],
  ["tclsh wish guile", interpreter("-c")],
  ["expect", interpreter("-c -f")],
  ["gnuplot dc", { operands: 0, stdin: true, options: ["-e", "--expression", "-f", "--file"] }],
  // Macros can start programs.
  ["m4", { operands: 0, stdin: true }],
  // The first operand is the code; later ones are files.
  [
    "awk gawk mawk nawk",
    {
      operands: 0,
      passesArguments: true,
      options: ["-f", "-e", "--source", "--file"],
      values: ["-F", "-v"],
      safeOptions: ["--sandbox", "-S"],
    },
  ],
  [
    "sed gsed",
    { operands: 0, passesArguments: true, options: ["-e", "--expression", "-f", "--file"], values: ["-l"], safeOptions: ["--sandbox"] },
  ],
];

const LAUNCHERS: readonly (readonly [string, Program])[] = [
  ["sudo doas pkexec nsenter unshare systemd-run", unrestrictedLauncher],
  ["su runuser gosu su-exec", { ...unrestrictedLauncher, starts: 1 }],
  // Each folder has its own programs.
  ["chroot", { ...unrestrictedLauncher, starts: 1, operands: 0 }],
  // A shell of the other machine interprets all words after the host.
  ["ssh", { ...unrestrictedLauncher, starts: 1, options: ["-o", "-F", "-I"], values: ["-p", "-i", "-l", "-J"] }],
  ["xargs parallel watch eval", { ...unrestrictedLauncher, stdin: true }],
  ["env", { ...launcher, options: ["-S", "--split-string"], values: ["-u", "-C", "--unset", "--chdir"] }],
  ["nice", { ...launcher, values: ["-n"] }],
  ["ionice", { ...launcher, values: ["-c", "-n"] }],
  ["nohup setsid exec command busybox entr unbuffer xvfb-run", launcher],
  ["stdbuf", { ...launcher, values: ["-i", "-o", "-e"] }],
  ["time", { ...launcher, values: ["-f", "-o"] }],
  ["strace ltrace", { ...launcher, values: ["-o", "-e", "-s", "-p"] }],
  ["timeout", { starts: 1, values: ["-s", "-k"] }],
  ["flock", { starts: 1, options: ["-c", "--command"], values: ["-w", "-E"] }],
  ["chrt taskset faketime", { starts: 1 }],
  ["script", { options: ["-c", "--command"], stdin: true }],
  ["at batch", { options: ["-f"], stdin: true }],
  ["crontab hyperfine", { operands: 0, stdin: true }],
  ["ip", { subcommands: table([["netns", { subcommands: table([["exec", { starts: 1 }]]) }]]) }],
];

const inContainer: Program = { starts: 1, values: ["-e", "--env", "--env-file", "-u", "--user", "-w", "--workdir", "--detach-keys"] };
/** The image is code. It selects the program that runs. */
const image: Program = {
  operands: 0,
  passesArguments: true,
  options: ["--entrypoint"],
  values: ["-e", "-u", "-w", "-v", "-p", "--name", "--network"],
};
const inPod: Program = { starts: 1, values: ["-n", "--namespace", "-c", "--container"] };

const CONTAINERS: readonly (readonly [string, Program])[] = [
  [
    "docker podman nerdctl",
    {
      values: ["-H", "--host", "--context", "--config", "-l"],
      subcommands: table([
        ["exec", inContainer],
        ["run create", image],
        [
          "container",
          {
            subcommands: table([
              ["exec", inContainer],
              ["run create", image],
            ]),
          },
        ],
        ["compose", { values: ["-f", "-p"], subcommands: table([["exec run", inContainer]]) }],
      ]),
    },
  ],
  [
    "kubectl oc",
    {
      values: ["-n", "--namespace", "--context", "--kubeconfig"],
      subcommands: table([
        ["exec", inPod],
        ["run debug", optionsOnly("--image")],
      ]),
    },
  ],
];

const PACKAGES: readonly (readonly [string, Program])[] = [
  ["npx bunx pnpx", { starts: 0, options: ["-c", "--call", "-p", "--package"] }],
  ["uvx", { starts: 0, options: ["--from", "--with"] }],
  [
    "npm pnpm yarn",
    {
      subcommands: table([
        ["install i add create init dlx", packages()],
        ["exec x", { starts: 0, options: ["-c", "--call", "--package"] }],
      ]),
    },
  ],
  [
    "pip",
    {
      subcommands: table([
        ["install download wheel", packages("-r -e -i --requirement --editable --index-url --extra-index-url --find-links")],
      ]),
    },
  ],
  ["pipx", { subcommands: table([["install run", packages("--spec")]]) }],
  [
    "uv",
    {
      subcommands: table([
        ["run", { starts: 0, options: ["--with", "--from"] }],
        ["add", packages()],
        ["tool", { subcommands: table([["run install", packages("--from --with")]]) }],
        ["pip", { subcommands: table([["install", packages("-r -e -i --index-url")]]) }],
      ]),
    },
  ],
  ["gem", { subcommands: table([["install exec", packages()]]) }],
  ["cargo", { subcommands: table([["install", packages("--git --path --config")]]) }],
  [
    "go",
    {
      subcommands: table([
        ["run install", { ...packages("-exec -toolexec"), passesArguments: true }],
        ["build test vet", optionsOnly("-exec -toolexec -vettool")],
      ]),
    },
  ],
];

const GIT: ReadonlyMap<string, Program> = table([
  ["clone", optionsOnly("-c --config -u --upload-pack --template")],
  ["fetch pull ls-remote fetch-pack archive", optionsOnly("--upload-pack --exec")],
  ["push send-pack", optionsOnly("--receive-pack --exec")],
  ["rebase", optionsOnly("-x --exec")],
  ["grep", optionsOnly("-O --open-files-in-pager")],
  ["difftool", optionsOnly("-x --extcmd")],
  // Aliases, pagers, editors and transports are settings.
  ["config", { operands: 0 }],
  ["bisect", { subcommands: table([["run", launcher]]) }],
  ["submodule", { subcommands: table([["foreach", { operands: 0 }]]) }],
  ["filter-branch", optionsOnly("--tree-filter --index-filter --msg-filter --env-filter --commit-filter --tag-name-filter")],
]);

const OTHERS: readonly (readonly [string, Program])[] = [
  ["git", { options: ["-c", "--config-env", "--exec-path"], values: ["-C", "--git-dir", "--work-tree", "--namespace"], subcommands: GIT }],
  ["hg", optionsOnly("--config --ssh -e")],
  ["svn", optionsOnly("--config-option --editor-cmd --diff-cmd --diff3-cmd")],
  [
    "sqlite sqlite3 duckdb",
    { operands: 1, stdin: true, options: ["-cmd", "-init"], values: ["-separator", "-nullvalue"], safeOptions: ["-safe"] },
  ],
  ["psql", { options: ["-c", "--command", "-f", "--file", "-o", "--output"], stdin: true }],
  ["mysql mariadb", { options: ["-e", "--execute", "--init-command", "--pager"], stdin: true }],
  ["find", { ...optionsOnly("-exec -execdir -ok -okdir"), minWords: 3 }],
  ["fd fdfind", optionsOnly("-x --exec -X --exec-batch")],
  ["rsync", optionsOnly("-e --rsh --rsync-path")],
  ["scp sftp", optionsOnly("-o -S -F -D -b")],
  [
    "tar gtar bsdtar",
    optionsOnly("-I -F --to-command --use-compress-program --info-script --new-volume-script --rsh-command --checkpoint-action"),
  ],
  ["zip", optionsOnly("-TT --unzip-command")],
  ["sort", optionsOnly("--compress-program")],
  ["split", optionsOnly("--filter")],
  ["rg", optionsOnly("--pre --hostname-bin")],
  ["tcpdump", optionsOnly("-z")],
  ["man", optionsOnly("-P --pager -H --html")],
  ["wget", optionsOnly("-e --execute --use-askpass --config")],
  ["nc ncat", optionsOnly("-e -c --exec --sh-exec --lua-exec")],
  ["nmap", optionsOnly("--script")],
  ["yt-dlp", optionsOnly("--exec --downloader --config-location")],
  ["pandoc", optionsOnly("-F -L --filter --lua-filter --pdf-engine")],
  // Operands can be variables (`SHELL=…`, `CC=$(shell …)`), not only targets.
  ["make gmake", { operands: 0, options: ["-f", "-C", "--file", "--makefile", "--directory", "--eval"], values: ["-j", "-o", "-W"] }],
  ["vi vim view ex nvim", { operands: 0, isOptionLike: true, stdin: "always", options: ["-c", "-S", "-u", "--cmd"] }],
  ["ed red", { operands: 0, stdin: "always" }],
  ["emacs", optionsOnly("-f -l --eval --funcall --load --script")],
  ["gdb lldb", { stdin: true, options: ["-x", "-ex", "-ix", "-iex", "-o", "-s", "--command", "--eval-command"] }],
  // A file name that starts with `|` is a command.
  ["sox soxi play rec", { operands: 0, codePrefix: "|" }],
  // Addresses such as `EXEC:…` and `SYSTEM:…` run commands.
  ["socat", { operands: 0 }],
];

const PROGRAMS = table([...SHELLS, ...INTERPRETERS, ...LAUNCHERS, ...CONTAINERS, ...PACKAGES, ...OTHERS]);

/** Looks up a program in any directory, with or without `.exe` and a version suffix. Returns undefined if the program is not listed. */
export function findProgram(word: string): Program | undefined {
  const name = programName(word).replace(/\.exe$/i, "");
  return PROGRAMS.get(name) ?? PROGRAMS.get(name.replace(/[\d.]+$/, ""));
}

/** Returns the base name of a program's path; `sh` for `$SHELL`. */
export function programName(word: string): string {
  return /^\$\{?SHELL\}?$/.test(word) ? "sh" : word.slice(word.lastIndexOf("/") + 1);
}
