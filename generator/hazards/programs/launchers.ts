/** Lists shells, interpreters, and programs that start other programs. */
import type { ProgramRow } from "./program.ts";
import { interpreter, launcher, operandsFrom, optionsOnly, project, table, unrestrictedLauncher } from "./program.ts";

export const SHELLS: readonly ProgramRow[] = [
  [
    "sh bash rbash dash ash zsh ksh mksh yash csh tcsh fish",
    { ...interpreter("-c", { loads: "--rcfile --init-file --init-command -C", values: "-o -O" }), isShell: true },
  ],
  ["nu elvish xonsh", interpreter("-c --commands")],
  ["pwsh powershell", interpreter("-c -Command -EncodedCommand -f -File", { values: "-ExecutionPolicy" })],
  ["cmd", interpreter("/c /k /C /K")],
];

export const INTERPRETERS: readonly ProgramRow[] = [
  ["python pypy ipython jython", { ...interpreter("-c", { loads: "--ext", values: "-W -X" }), startOption: "-m" }],
  // Modules that import what they are given. Others, such as `json.tool`, are harmless.
  ["unittest", { ...project("", "-s -t"), operands: 0 }],
  [
    "node nodejs ts-node tsx",
    { ...interpreter("-e --eval -p --print", { loads: "-r --require --import --loader --experimental-loader" }), safeOptions: ["--check"] },
  ],
  [
    "deno",
    {
      options: ["-e"],
      subcommands: table([
        ["task", project("-c --config", "--cwd")],
        [
          "eval run repl serve install test bench x",
          { loads: ["-c", "--config", "--import-map"], operands: 0, passesArguments: true, options: ["--eval"] },
        ],
      ]),
    },
  ],
  ["perl", interpreter("-e -E", { loads: "-M -m -I" })],
  ["ruby", interpreter("-e", { loads: "-r -I" })],
  ["prove", { ...project("-e --exec -r -P -M", "-I --lib"), operands: 0 }],
  ["lua luajit", interpreter("-e", { loads: "-l" })],
  ["osascript qjs jrunscript groovy scala clojure clj bb ghc runghc runhaskell coffee", interpreter("-e --eval")],
  [
    "julia Rscript elixir iex erl clisp raku sbcl racket octave octave-cli",
    interpreter("-e -E -x -eval --eval --script", { loads: "-L --load -r --require -s -run -pa -pz --project" }),
  ],
  [
    "R",
    {
      ...interpreter("-e -f --file --args"),
      subcommands: table([["CMD", { subcommands: table([["BATCH INSTALL check build SHLIB", operandsFrom(0)]]) }]]),
    },
  ],
  // Without a script, they read code.
  ["irb pry jshell ghci ocaml", interpreter("-e -init", { loads: "-r" })],
  ["php", interpreter("-r -B -R -E -f --run", { loads: "-d -c" })],
  ["tclsh wish guile", interpreter("-c")],
  // The operand is a class or an archive.
  ["java", interpreter("-jar", { loads: "-cp -classpath --class-path -p --module-path -javaagent -agentpath -agentlib" })],
  // The operands are files with tests, which are code.
  ["pytest", { operands: 0, readsDirectory: true, loads: ["-c", "-p", "--rootdir", "--confcutdir"] }],
  ["expect", interpreter("-c -f")],
  ["swipl gprolog yap", { ...interpreter("-g -t --goal"), loads: ["-l", "-s", "-f", "-p"] }],
  ["sage maxima gap magma", { ...interpreter("-c --batch-string --batch -b --init-lisp -p --preload --init") }],
  ["matlab", optionsOnly("-batch -r -sd")],
  ["kotlinc kotlin", { options: ["-script", "-expression", "-e", "-Xplugin", "-cp", "-classpath"], operands: 0, enabledBy: ["-script"] }],
  ["crystal", { subcommands: table([["run eval spec", operandsFrom(0)]]) }],
  ["gnuplot dc", { operands: 0, stdin: true, options: ["-e", "--expression", "-f", "--file"] }],
  // Macros can start programs.
  ["m4", { operands: 0, stdin: true }],
  // The first operand is the code; later ones are files.
  [
    "awk gawk mawk nawk",
    {
      operands: 0,
      passesArguments: true,
      options: ["-f", "-e", "--source", "--file", "-l", "--load", "-i", "--include", "-E", "--exec"],
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
  "new-session new new-window neww split-window splitw source-file source respawn-pane respawnp respawn-window respawnw run-shell run if-shell if pipe-pane pipep send-keys send display-popup popup";

/** Commands that take commands of tmux, which `run-shell` is, at once or for later. */
const TMUX_TEMPLATES =
  "confirm-before confirm command-prompt display-menu menu display-panes displayp choose-buffer choose-client choose-tree customize-mode";

/** Commands whose second value is a command of tmux, or an option such as `default-command`. */
const TMUX_BINDINGS = "bind-key bind set-hook set-option set set-window-option setw";

/** Commands with a format or a filter, in which tmux runs `#(command)`. */
const TMUX_FORMATS =
  "list-buffers lsb list-clients lsc list-commands lscm list-keys lsk list-panes lsp list-sessions ls list-windows lsw break-pane breakp";

/** Commands whose values are formats too. */
const TMUX_TEXTS =
  "display-message display find-window findw rename-session rename rename-window renamew select-pane selectp load-buffer loadb save-buffer saveb " +
  "set-environment setenv";

export const LAUNCHERS: readonly ProgramRow[] = [
  ["sudo doas pkexec nsenter unshare systemd-run", unrestrictedLauncher],
  ["su runuser sg", { ...unrestrictedLauncher, starts: 1, options: ["-c", "--command", "--session-command"] }],
  ["gosu su-exec setpriv", { ...unrestrictedLauncher, starts: 1 }],
  // Each root directory has its own programs.
  ["chroot", { ...unrestrictedLauncher, startsElsewhere: true, starts: 1, operands: 0 }],
  // A shell of the remote machine interprets all words after the host.
  ["ssh", { ...unrestrictedLauncher, startsElsewhere: true, starts: 1, options: ["-o", "-F", "-I"], values: ["-p", "-i", "-l", "-J"] }],
  ["autossh mosh", { ...unrestrictedLauncher, startsElsewhere: true, options: ["--ssh", "--server"], starts: 1 }],
  ["xargs gxargs parallel watch viddy eval", { ...unrestrictedLauncher, stdin: true }],
  ["env genv", { ...launcher, options: ["-S", "--split-string"], values: ["-u", "-C", "--unset", "--chdir"] }],
  ["nice gnice", { ...launcher, values: ["-n"] }],
  ["ionice", { ...launcher, values: ["-c", "-n", "--class", "--classdata"] }],
  ["nohup gnohup setsid exec command busybox toybox entr watchexec unbuffer xvfb-run", launcher],
  [
    "uname26 i386 x86_64 fakeroot firejail torify torsocks proxychains proxychains4 dbus-run-session ssh-agent chronic valgrind rlwrap catchsegv",
    launcher,
  ],
  ["tini dumb-init numactl linux32 linux64 caffeinate aa-exec ld.so ld-linux-x86-64.so", launcher],
  ["sshpass", { ...launcher, values: ["-p", "-f", "-d", "-P"] }],
  ["wsl", { operands: 0, options: ["-e", "--exec"] }],
  ["bwrap", { operands: 0, options: ["--args"] }],
  ["capsh", { options: ["-c"], operands: 0 }],
  ["stdbuf gstdbuf", { ...launcher, values: ["-i", "-o", "-e"] }],
  ["time", { ...launcher, values: ["-f", "-o"] }],
  // Output to `|program` is a pipe.
  ["strace ltrace", { ...launcher, loads: ["-o", "--output"], values: ["-e", "-s", "-p", "-E", "-u"] }],
  ["prlimit", { ...launcher, values: ["-p", "--pid"] }],
  ["choom", { ...launcher, values: ["-n", "-p"] }],
  ["timeout gtimeout", { starts: 1, values: ["-s", "-k"] }],
  ["flock", { starts: 1, options: ["-c", "--command"], values: ["-w", "-E"] }],
  ["chrt taskset faketime runcon setarch cpulimit", { starts: 1 }],
  [
    "perf",
    {
      subcommands: table([
        ["record stat trace", launcher],
        ["script", optionsOnly("-s --script -g --gen-script")],
      ]),
    },
  ],
  ["rr trace-cmd uftrace heaptrack", { subcommands: table([["record", launcher]]) }],
  ["gdbserver lldb-server", { starts: 1 }],
  ["dtach abduco", { starts: 0, values: ["-n", "-c", "-A", "-a", "-e", "-r"] }],
  ["schroot", { ...launcher, startsElsewhere: true, values: ["-c", "--chroot", "-u"], directories: ["-d"] }],
  ["reflex gow air", { ...launcher, values: ["-r", "-g"] }],
  [
    "xterm urxvt rxvt konsole alacritty foot st kitty gnome-terminal xfce4-terminal tilix xinit startx dbus-launch",
    { operands: 0, starts: 0, options: ["-e", "--command", "-x", "-c"] },
  ],
  [
    "zellij",
    {
      subcommands: table([["run action", launcher]]),
      loads: ["-l", "--layout", "-c", "--config", "--config-dir"],
      options: ["-l", "--layout"],
    },
  ],
  [
    "tmux",
    {
      subcommands: table([
        [`${TMUX_COMMANDS} ${TMUX_TEMPLATES}`, { operands: 0 }],
        [TMUX_BINDINGS, { operands: 1 }],
        [TMUX_FORMATS, { options: ["-F", "-f"] }],
        [TMUX_TEXTS, { operands: 0, options: ["-F", "-f", "-T"] }],
      ]),
      options: ["-c", "-f"],
    },
  ],
  ["screen start-stop-daemon run-parts daemonize daemon", { operands: 0, options: ["-c", "-x", "-a", "--exec", "--startas"] }],
  ["volta fnm nodenv jenv", { subcommands: table([["run exec", launcher]]) }],
  ["nvm rustup", { subcommands: table([["exec run", { starts: 1 }]]) }],
  ["rvm chruby-exec", { subcommands: table([["do exec", launcher]]) }],
  ["nodemon", { operands: 0, options: ["-x", "--exec"] }],
  ["concurrently", { operands: 0 }],
  ["script", { options: ["-c", "--command"], stdin: true, isShell: true }],
  ["at batch", { options: ["-f"], stdin: true }],
  ["crontab", { operands: 0, stdin: true, values: ["-u"] }],
  [
    "hyperfine",
    {
      operands: 0,
      options: ["--prepare", "-p", "--setup", "-s", "--cleanup", "-c", "--conclude", "-C", "--shell", "-S", "--reference"],
      values: ["-w", "--warmup", "-r", "--runs", "-m", "-M"],
      stdin: true,
    },
  ],
  ["anacron", optionsOnly("-t")],
  ["ip", { options: ["-b", "-batch"], subcommands: table([["netns", { subcommands: table([["exec", { starts: 1 }]]) }]]) }],
];
