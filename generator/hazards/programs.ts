/** Lists programs that execute other programs or code from their command line or standard input. One row per kind of program. */
import { INTERPRETERS, LAUNCHERS, SHELLS } from "./launchers.ts";
import { CONTAINERS, PACKAGES } from "./package-managers.ts";
import type { ListedProgram, ProgramRow } from "./program.ts";
import { launcher, optionsOnly, packages, table } from "./program.ts";

const GIT: ReadonlyMap<string, ListedProgram> = table([
  ["clone", optionsOnly("-c --config -u --upload-pack --template")],
  ["fetch pull ls-remote fetch-pack archive", optionsOnly("--upload-pack --exec")],
  ["push send-pack", optionsOnly("--receive-pack --exec")],
  ["rebase", optionsOnly("-x --exec")],
  ["init", optionsOnly("--template")],
  ["send-email", optionsOnly("--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd")],
  ["grep", optionsOnly("-O --open-files-in-pager")],
  ["difftool", optionsOnly("-x --extcmd")],
  // Aliases, pagers, editors and transports are settings.
  ["config", { operands: 0 }],
  ["bisect", { subcommands: table([["run", launcher]]) }],
  ["submodule", { subcommands: table([["foreach", { operands: 0 }]]) }],
  ["filter-branch", optionsOnly("--tree-filter --index-filter --msg-filter --env-filter --commit-filter --tag-name-filter")],
]);

const OTHERS: readonly ProgramRow[] = [
  ["git", { options: ["-c", "--config-env", "--exec-path"], values: ["-C", "--git-dir", "--work-tree", "--namespace"], subcommands: GIT }],
  ["hg", optionsOnly("--config --ssh -e")],
  ["svn", optionsOnly("--config-option --editor-cmd --diff-cmd --diff3-cmd")],
  [
    "sqlite sqlite3 duckdb",
    {
      operands: 1,
      stdin: true,
      options: ["-c", "-f", "-s", "-cmd", "-init"],
      values: ["-separator", "-nullvalue"],
    },
  ],
  ["psql", { options: ["-c", "--command", "-f", "--file", "-o", "--output"], stdin: true }],
  ["mysql mariadb", { options: ["-e", "--execute", "--init-command", "--pager"], stdin: true }],
  ["mycli litecli pgcli cqlsh snowsql sqlcmd", { options: ["-e", "-q", "-Q", "-c", "-f", "-i", "--execute", "--query"], stdin: true }],
  ["sqlplus", { operands: 1, stdin: true }],
  ["clickhouse-client", { options: ["-q", "--query", "--queries-file"], stdin: true }],
  ["mongo mongosh", { operands: 1, stdin: true, options: ["--eval"] }],
  [
    "redis-cli valkey-cli",
    {
      stdin: true,
      options: ["--eval"],
      subcommands: table([["eval EVAL config CONFIG debug DEBUG", { operands: 0 }]]),
      values: ["-h", "-p", "-n", "-a", "-u", "--user", "--pass"],
    },
  ],
  ["find gfind", { ...optionsOnly("-exec -execdir -ok -okdir"), minWords: 3 }],
  ["fd fdfind", optionsOnly("-x --exec -X --exec-batch")],
  ["rsync", optionsOnly("-e --rsh --rsync-path")],
  ["scp", optionsOnly("-o -S -F -D")],
  ["sftp", { stdin: true, options: ["-o", "-S", "-F", "-D", "-b"] }],
  ["lftp ftp smbclient", { stdin: true, options: ["-c", "-e", "-f"] }],
  ["ssh-keygen", optionsOnly("-D -w")],
  ["rclone", optionsOnly("--password-command --sftp-ssh")],
  ["restic", optionsOnly("-o --option --password-command")],
  ["borg", optionsOnly("--rsh")],
  [
    "tar gtar bsdtar",
    optionsOnly(
      "-I -F --to-command --use-compress-program --info-script --new-volume-script --rmt-command --rsh-command --checkpoint-action",
    ),
  ],
  ["zip", optionsOnly("-TT --unzip-command")],
  ["sort gsort", optionsOnly("--compress-program")],
  ["split gsplit", optionsOnly("--filter")],
  ["rg", optionsOnly("--pre --hostname-bin")],
  ["ag bat delta", optionsOnly("--pager")],
  ["fzf", optionsOnly("--preview --bind --become")],
  ["tcpdump", optionsOnly("-z")],
  ["man", optionsOnly("-P --pager -H --html")],
  ["wget", optionsOnly("-e --execute --use-askpass --config")],
  ["nc ncat", optionsOnly("-e -c --exec --sh-exec --lua-exec")],
  ["nmap", optionsOnly("--script")],
  ["tshark", optionsOnly("-X")],
  ["openssl", optionsOnly("-engine -provider")],
  ["openvpn", optionsOnly("--config --up --down --plugin --route-up")],
  ["gpg gpg2", optionsOnly("--photo-viewer")],
  [
    "yt-dlp youtube-dl gallery-dl",
    optionsOnly("--exec --downloader --external-downloader --config-location --config-locations --netrc-cmd"),
  ],
  ["aria2c", optionsOnly("--on-download-start --on-download-complete --on-download-error --on-download-stop")],
  ["mpv", optionsOnly("--script --scripts --input-conf")],
  // Conditions, formats and filters contain Perl.
  ["exiftool", optionsOnly("-if -p -printFormat -api -config -@")],
  ["pandoc", optionsOnly("-F -L --filter --lua-filter --pdf-engine")],
  // Operands can be variables (`SHELL=…`, `CC=$(shell …)`), not only targets.
  [
    "make gmake",
    {
      operands: 0,
      readsDirectory: true,
      options: ["-f", "-C", "--file", "--makefile", "--directory", "--eval"],
      values: ["-j", "-o", "-W"],
    },
  ],
  [
    "just",
    {
      operands: 0,
      readsDirectory: true,
      options: ["-f", "-d", "-c", "--justfile", "--working-directory", "--command", "--shell", "--set"],
    },
  ],
  ["task", { ...optionsOnly("-t -d --taskfile --dir"), readsDirectory: true }],
  ["rake", { ...optionsOnly("-f -e -E -r --rakefile --execute --require"), readsDirectory: true }],
  ["ant ninja scons", { ...optionsOnly("-f -C --directory"), readsDirectory: true }],
  ["gradle gradlew", { ...optionsOnly("-I -b -p --init-script --build-file --project-dir"), readsDirectory: true }],
  ["mvn", { operands: 0, readsDirectory: true, options: ["-f", "--file"] }],
  ["cmake", optionsOnly("-P -E")],
  ["gcc g++ cc c++ clang clang++", optionsOnly("-wrapper -fplugin -B")],
  ["ansible", optionsOnly("-a -m -M -i --args --module-name --module-path --inventory")],
  ["ansible-playbook", { operands: 0, options: ["-i", "-M", "--inventory", "--module-path"] }],
  ["terraform tofu", optionsOnly("-chdir")],
  ["packer", { subcommands: table([["build", { operands: 0 }]]) }],
  [
    "helm",
    { loads: ["--kubeconfig", "--post-renderer"], subcommands: table([["plugin", { subcommands: table([["install", packages()]]) }]]) },
  ],
  ["vagrant", { subcommands: table([["ssh", optionsOnly("-c --command")]]) }],
  ["gcloud", { subcommands: table([["compute", { subcommands: table([["ssh", optionsOnly("--command --ssh-flag")]]) }]]) }],
  [
    "aws",
    {
      subcommands: table([
        ["ssm", { subcommands: table([["send-command", optionsOnly("--parameters --document-name")]]) }],
        ["ecs", { subcommands: table([["execute-command", optionsOnly("--command")]]) }],
      ]),
    },
  ],
  ["fly flyctl", { subcommands: table([["ssh", { subcommands: table([["console", optionsOnly("-C --command")]]) }]]) }],
  ["heroku", { subcommands: table([["run", launcher]]) }],
  [
    "gh",
    {
      subcommands: table([
        ["alias", { subcommands: table([["set import", { operands: 0 }]]) }],
        ["extension", { subcommands: table([["install exec", packages()]]) }],
        ["codespace", { subcommands: table([["ssh", { operands: 0 }]]) }],
      ]),
    },
  ],
  ["vi vim view ex nvim", { operands: 0, isOptionLike: true, stdin: "always", options: ["-c", "-S", "-u", "--cmd"] }],
  ["ed red", { operands: 0, stdin: "always" }],
  ["emacs emacsclient", optionsOnly("-e -f -l --eval --funcall --load --script")],
  ["gs", optionsOnly("-c")],
  ["nano pico", optionsOnly("-s --speller")],
  ["gdb lldb", { stdin: true, options: ["-x", "-ex", "-ix", "-iex", "-o", "-s", "--command", "--eval-command"] }],
  // A file name that starts with `|` is a command.
  ["sox soxi play rec", { operands: 0, codePrefix: "|" }],
  // Addresses such as `EXEC:…` and `SYSTEM:…` run commands.
  ["socat", { operands: 0 }],
];

const PROGRAMS = table([...SHELLS, ...INTERPRETERS, ...LAUNCHERS, ...CONTAINERS, ...PACKAGES, ...OTHERS]);

/**
 * Looks up a program by its name. Ignores the directory, `.exe`, a version suffix, and case, because some systems ignore the case of file
 * names. A variable such as `$PYTHON` means the shell or interpreter of its name. Returns undefined if the program is not listed.
 */
export function findListedProgram(word: string): ListedProgram | undefined {
  const name = programName(word).replace(/\.exe$/i, "");
  const names = [name, name.replace(/[\d.]+$/, "")];
  const found = [...names, ...names.map((one) => one.toLowerCase())]
    .map((one) => PROGRAMS.get(one))
    .find((program) => program !== undefined);
  return VARIABLE.test(word) && found?.passesArguments !== true ? undefined : found;
}

const VARIABLE = /^\$\{?(\w+)\}?$/;

/** Returns the base name of a program's path; `sh` for `$SHELL`, and `python` for `$PYTHON`. */
export function programName(word: string): string {
  const variable = VARIABLE.exec(word)?.[1];
  if (variable !== undefined) return variable === "SHELL" ? "sh" : variable.toLowerCase();
  return word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
}
