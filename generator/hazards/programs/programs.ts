/** Lists programs that execute other programs or code from their command line or standard input. One row per kind of program. */
import { INTERPRETERS, LAUNCHERS, SHELLS } from "./launchers.ts";
import { COMPILERS, DOCUMENTS, MEASURES } from "./compilers.ts";
import { CONTAINERS } from "./containers.ts";
import { INFRASTRUCTURE } from "./infrastructure.ts";
import { PACKAGES } from "./package-managers.ts";
import { BUILDERS, FURTHER_LANGUAGES, RECORDERS } from "./profilers.ts";
import { COMPILED_PROJECTS } from "./compiled-projects.ts";
import { SCRIPT_PROJECTS } from "./script-projects.ts";
import { DESKTOP, SERVICES } from "./services.ts";
import type { ListedProgram, ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, project, table } from "./program.ts";

/** Subcommands of git that do not look into a repository. */
const HARMLESS_GIT = "help version --version --help --exec-path --html-path --man-path";

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
  ["instaweb", optionsOnly("-d --httpd -b --browser -m --module-path")],
  ["daemon", optionsOnly("--access-hook")],
  ["web--browse", optionsOnly("-b --browser -t --tool")],
  ["shell", { operands: 0, options: ["-c"] }],
  ["hook", { subcommands: table([["run", operandsFrom(1)]]) }],
  ["filter-branch", optionsOnly("--tree-filter --index-filter --msg-filter --env-filter --commit-filter --tag-name-filter")],
]);

const OTHERS: readonly ProgramRow[] = [
  [
    "git",
    {
      options: ["-c", "--config-env", "--exec-path"],
      values: ["--namespace"],
      // The configuration of a repository names programs. These words switch off the file system monitor, which most commands start.
      readsDirectory: true,
      directories: ["-C", "--git-dir", "--work-tree"],
      directoryGuards: ["core.fsmonitor=", "safe.bareRepository=", ...HARMLESS_GIT.split(" ")],
      subcommands: GIT,
    },
  ],
  [
    "hg chg",
    {
      ...project("", "-R --repository --cwd"),
      loads: ["--config", "--ssh", "-e", "--remotecmd"],
      subcommands: table([
        ["bisect", optionsOnly("-c --command")],
        ["help version", {}],
      ]),
    },
  ],
  ["svn", optionsOnly("--config-option --config-dir --editor-cmd --diff-cmd --diff3-cmd")],
  ["cvs", optionsOnly("-d -e")],
  [
    "jj",
    {
      ...project("--config --config-file --config-toml --tool", "-R --repository"),
      subcommands: table([["util", { subcommands: table([["exec", launcher]]) }]]),
    },
  ],
  ["repo", { subcommands: table([["forall", optionsOnly("-c --command")]]) }],
  [
    "sqlite sqlite3 duckdb",
    {
      operands: 1,
      stdin: true,
      options: ["-c", "-f", "-s"],
      loads: ["-cmd", "-init"],
      values: ["-separator", "-nullvalue"],
    },
  ],
  ["psql", { options: ["-c", "--command", "-f", "--file", "-o", "--output"], stdin: true }],
  ["mysql mariadb", { options: ["-e", "--execute", "--init-command", "--pager"], stdin: true }],
  ["mycli litecli pgcli cqlsh snowsql sqlcmd", { options: ["-e", "-q", "-Q", "-c", "-f", "-i", "--execute", "--query"], stdin: true }],
  ["pgbench", optionsOnly("-f --file")],
  ["pg_ctl", optionsOnly("-D --pgdata -p -o --options")],
  ["sqlplus", { operands: 1, stdin: true }],
  ["clickhouse-client", { options: ["-q", "--query", "--queries-file"], stdin: true }],
  ["mongo mongosh", { operands: 0, stdin: true, loads: ["--tlsCertificateSelector"], options: ["--eval"] }],
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
  ["lftp ftp smbclient telnet mail mailx s-nail", { stdin: true, options: ["-c", "-e", "-f"] }],
  ["ssh-keygen", optionsOnly("-D -w")],
  ["ssh-add", optionsOnly("-s -S")],
  ["sshfs", optionsOnly("-o -F")],
  ["parallel-ssh pssh parallel-scp", { ...operandsFrom(0, "-x -X -O"), values: ["-h", "-H", "-l", "-t"] }],
  ["pdsh clush dsh pdcp", { ...operandsFrom(0, "-o -R"), values: ["-w", "-g", "-l", "-m"] }],
  ["rclone", optionsOnly("--password-command --sftp-ssh --config")],
  ["restic", optionsOnly("-o --option --password-command")],
  [
    "borg",
    {
      loads: ["--rsh", "--remote-path"],
      subcommands: table([
        ["create", { operands: 1, enabledBy: ["--content-from-command", "--paths-from-command"] }],
        ["with-lock", operandsFrom(1)],
      ]),
    },
  ],
  ["duplicity", optionsOnly("--ssh-options --gpg-options --gpg-binary --rsync-options --ssh-cmd --scp-cmd --sftp-cmd")],
  ["rsnapshot", optionsOnly("-c")],
  ["cpio", optionsOnly("--rsh-command")],
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
  ["ag ack bat batcat delta", optionsOnly("--pager --ackrc")],
  ["fzf sk", optionsOnly("--preview --bind --become")],
  ["ranger vifm lf", optionsOnly("--cmd -c -command -config --confdir")],
  ["tcpdump", optionsOnly("-z")],
  ["man", optionsOnly("-P --pager -H --html -C --config-file")],
  ["curl", optionsOnly("-K --config --engine")],
  ["wget wget2", optionsOnly("-e --execute --use-askpass --config")],
  ["nc ncat", optionsOnly("-e -c --exec --sh-exec --lua-exec")],
  ["nmap", optionsOnly("--script --datadir --servicedb --versiondb")],
  ["tshark wireshark", optionsOnly("-X --lua-script")],
  ["openssl", optionsOnly("-engine -provider -provider-path -provider_path -config")],
  ["openvpn", operandsFrom(0, "--config --up --down --plugin --route-up --tls-verify --auth-user-pass-verify --client-connect")],
  ["gpg gpg2", optionsOnly("--photo-viewer --agent-program --dirmngr-program --options --homedir --pinentry-program")],
  [
    "yt-dlp youtube-dl gallery-dl",
    optionsOnly("--exec --downloader --external-downloader --config-location --config-locations --netrc-cmd"),
  ],
  ["aria2c", optionsOnly("--on-download-start --on-download-complete --on-download-error --on-download-stop --conf-path")],
  ["mpv", optionsOnly("--script --scripts --input-conf --config-dir --include --input-commands")],
  // Conditions, formats and filters contain Perl.
  ["exiftool", optionsOnly("-if -p -printFormat -api -config -@")],
  ["pandoc", optionsOnly("-F -L --filter --lua-filter --pdf-engine -d --defaults --data-dir")],
  ["ansible", optionsOnly("-a -m -M -i --args --module-name --module-path --inventory")],
  ["ansible-playbook", { ...project("-i -M --inventory --module-path"), operands: 0 }],
  ["ansible-inventory ansible-console ansible-doc", { ...project("-i -M --inventory --module-path"), stdin: true }],
  ["ansible-pull", optionsOnly("-U --url -i -M")],
  ["vi vim view ex nvim", { operands: 0, isOptionLike: true, stdin: "always", options: ["-c", "-S", "-u", "--cmd"] }],
  ["ed red", { operands: 0, stdin: "always" }],
  ["emacs emacsclient", optionsOnly("-e -f -l --eval --funcall --load --script")],
  ["gs ghostscript", operandsFrom(0, "-c -f -I")],
  ["nano pico", optionsOnly("-s --speller")],
  ["gdb lldb", { stdin: true, startOption: "--args", options: ["-x", "-ex", "-ix", "-iex", "-o", "-s", "--command", "--eval-command"] }],
  // A file name that starts with `|` is a command.
  ["sox soxi play rec", { operands: 0, codePrefix: "|" }],
  // Addresses such as `EXEC:…` and `SYSTEM:…` run commands.
  ["socat", { operands: 0 }],
];

const PROGRAMS = table([
  ...SHELLS,
  ...INTERPRETERS,
  ...LAUNCHERS,
  ...CONTAINERS,
  ...INFRASTRUCTURE,
  ...PACKAGES,
  ...SCRIPT_PROJECTS,
  ...COMPILED_PROJECTS,
  ...COMPILERS,
  ...DOCUMENTS,
  ...MEASURES,
  ...RECORDERS,
  ...FURTHER_LANGUAGES,
  ...BUILDERS,
  ...SERVICES,
  ...DESKTOP,
  ...OTHERS,
]);

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
