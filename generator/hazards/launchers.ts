/** Lists shells, interpreters, and programs that start other programs. */
import type { ProgramRow } from "./program.ts";
import { interpreter, launcher, packages, table, unrestrictedLauncher } from "./program.ts";

export const SHELLS: readonly ProgramRow[] = [
  [
    "sh bash rbash dash ash zsh ksh mksh yash csh tcsh fish",
    { ...interpreter("-c", { loads: "--rcfile --init-file", values: "-o -O" }), isShell: true },
  ],
  ["nu elvish xonsh", interpreter("-c --commands")],
  ["pwsh powershell", interpreter("-c -Command -EncodedCommand -f -File", { values: "-ExecutionPolicy" })],
  ["cmd", interpreter("/c /k /C /K")],
];

export const INTERPRETERS: readonly ProgramRow[] = [
  ["python pypy ipython jython", { ...interpreter("-c", { values: "-W -X" }), startOption: "-m" }],
  ["node nodejs ts-node tsx", interpreter("-e --eval -p --print", { loads: "-r --require --import --loader" })],
  ["bun", { ...interpreter("-e --eval -p --print"), subcommands: table([["add install i x run", packages()]]) }],
  [
    "deno",
    { options: ["-e"], subcommands: table([["eval run repl serve install", { operands: 0, passesArguments: true, options: ["--eval"] }]]) },
  ],
  ["perl", interpreter("-e -E", { loads: "-M -m" })],
  ["ruby", interpreter("-e", { loads: "-r" })],
  ["lua luajit", interpreter("-e", { loads: "-l" })],
  ["osascript qjs jrunscript groovy scala clojure clj bb ghc runghc runhaskell coffee", interpreter("-e --eval")],
  ["julia Rscript R elixir erl sbcl racket octave octave-cli", interpreter("-e -E -eval --eval", { loads: "-L --load" })],
  // Without a script, they read code.
  ["irb pry jshell ghci ocaml", interpreter("-e")],
  ["php", interpreter("-r -B -R -E -f --run", { loads: "-d" })],
  ["tclsh wish guile", interpreter("-c")],
  // The operand is a class or an archive.
  ["java", interpreter("-jar", { loads: "-cp -classpath --class-path -javaagent" })],
  // The operands are files with tests, which are code.
  ["pytest", { operands: 0, readsDirectory: true, loads: ["-c", "-p", "--rootdir", "--confcutdir"] }],
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

const TMUX_COMMANDS =
  "new-session new new-window neww split-window splitw respawn-pane respawn-window run-shell run if-shell if pipe-pane send-keys send display-popup";

export const LAUNCHERS: readonly ProgramRow[] = [
  ["sudo doas pkexec nsenter unshare systemd-run", unrestrictedLauncher],
  ["su runuser sg", { ...unrestrictedLauncher, starts: 1, options: ["-c", "--command", "--session-command"] }],
  ["gosu su-exec setpriv", { ...unrestrictedLauncher, starts: 1 }],
  // Each root directory has its own programs.
  ["chroot", { ...unrestrictedLauncher, starts: 1, operands: 0 }],
  // A shell of the remote machine interprets all words after the host.
  ["ssh", { ...unrestrictedLauncher, starts: 1, options: ["-o", "-F", "-I"], values: ["-p", "-i", "-l", "-J"] }],
  ["autossh mosh", { ...unrestrictedLauncher, starts: 1 }],
  ["xargs gxargs parallel watch viddy eval", { ...unrestrictedLauncher, stdin: true }],
  ["env genv", { ...launcher, options: ["-S", "--split-string"], values: ["-u", "-C", "--unset", "--chdir"] }],
  ["nice gnice", { ...launcher, values: ["-n"] }],
  ["ionice", { ...launcher, values: ["-c", "-n", "--class", "--classdata"] }],
  ["nohup gnohup setsid exec command busybox toybox entr watchexec unbuffer xvfb-run", launcher],
  ["fakeroot firejail torify torsocks proxychains proxychains4 dbus-run-session ssh-agent chronic valgrind rlwrap catchsegv", launcher],
  ["tini dumb-init numactl prlimit linux32 linux64 caffeinate aa-exec ld.so ld-linux-x86-64.so", launcher],
  ["sshpass", { ...launcher, values: ["-p", "-f", "-d", "-P"] }],
  ["wsl", { operands: 0, options: ["-e", "--exec"] }],
  ["bwrap", { operands: 0, options: ["--args"] }],
  ["capsh", { options: ["-c"], operands: 0 }],
  ["stdbuf gstdbuf", { ...launcher, values: ["-i", "-o", "-e"] }],
  ["time", { ...launcher, values: ["-f", "-o"] }],
  ["strace ltrace", { ...launcher, values: ["-o", "-e", "-s", "-p"] }],
  ["timeout gtimeout", { starts: 1, values: ["-s", "-k"] }],
  ["flock", { starts: 1, options: ["-c", "--command"], values: ["-w", "-E"] }],
  ["chrt taskset faketime runcon setarch cpulimit", { starts: 1 }],
  ["perf", { subcommands: table([["record stat trace", launcher]]) }],
  ["tmux", { subcommands: table([[TMUX_COMMANDS, { operands: 0 }]]), options: ["-c", "-f"] }],
  ["screen dtach abduco start-stop-daemon run-parts", { operands: 0, options: ["-c", "-x", "-a", "--exec", "--startas"] }],
  ["mise asdf rbenv pyenv", { subcommands: table([["exec x", launcher]]) }],
  ["direnv", { subcommands: table([["exec", { starts: 1 }]]) }],
  ["nodemon", { operands: 0, options: ["-x", "--exec"] }],
  ["concurrently", { operands: 0 }],
  ["script", { options: ["-c", "--command"], stdin: true }],
  ["at batch", { options: ["-f"], stdin: true }],
  ["crontab hyperfine", { operands: 0, stdin: true }],
  ["ip", { options: ["-b", "-batch"], subcommands: table([["netns", { subcommands: table([["exec", { starts: 1 }]]) }]]) }],
];
