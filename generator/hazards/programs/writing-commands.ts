/** Lists programs, subcommands and options that write, which a tool of `risk: read` does not expect. */
import { factsByName, type Row } from "./program.ts";

/** The parts of a program that write. */
export interface WritingProgram {
  /** True if each use writes, except with one of `harmless`. */
  readonly always?: boolean;
  /** Subcommands that write, as the first words without a dash. */
  readonly subcommands?: ReadonlySet<string>;
  /** Subcommands of these that only read: `worktree list`. */
  readonly readings?: ReadonlySet<string>;
  /** Subcommands of these that only read if no operand follows: `uv version`. */
  readonly queries?: ReadonlySet<string>;
  /** Options that set the method of a request. If it is `GET`, no other option writes. */
  readonly methods?: ReadonlySet<string>;
  /** True if the program runs the subcommand that its first operand names, so that a caller of a free operand chooses it. */
  readonly hasSubcommands?: boolean;
  /** Options that write, without `=`. */
  readonly options?: ReadonlySet<string>;
  /** Index of the operand that names an output file, from 0. */
  readonly output?: number;
  /** Fixed words with which the program does not write, after all. */
  readonly harmless?: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const always = (harmless = "--help --version"): WritingProgram => ({ always: true, harmless: set(harmless) });
const options = (words: string): WritingProgram => ({ options: set(words) });
const subcommands = (words: string, optionWords = ""): WritingProgram => ({
  subcommands: set(words),
  hasSubcommands: true,
  ...(optionWords !== "" && { options: set(optionWords) }),
});

const except = (readings: string, program: WritingProgram): WritingProgram => ({ ...program, readings: new Set(readings.split(", ")) });

const FILES: readonly Row<WritingProgram>[] = [
  ["rm rmdir unlink shred mv cp ln mkdir mkfifo mknod touch tee truncate install sponge split csplit mktemp", always()],
  ["chmod chown chgrp chattr setfacl setfattr patch rename", always("--help --version -n --dry-run")],
  [
    "rsync",
    always("--help --version -n --dry-run --list-only"),
    {
      options: set(
        "--log-file --write-batch --only-write-batch --remove-source-files --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
      ),
      harmless: set("-n --dry-run"),
    },
  ],
  ["dd gdd", options("of")],
  ["mkfs mkswap fdisk parted mount umount swapon losetup wipefs", always("--help --version -l -V")],
  ["kill pkill killall reboot shutdown halt poweroff renice crontab at batch wall write logger", always("-l -L --list -0")],
  ["useradd usermod userdel groupadd passwd chsh su sudo visudo", always("-l -S")],
  ["sort gsort", options("-o --output")],
  ["uniq guniq", { output: 1 }],
  ["xxd", { output: 1, options: set("-r -revert") }],
  ["find gfind", options("-delete -fls -fprint -fprint0 -fprintf")],
  ["sed gsed yq", options("-i --in-place --inplace -s --split-exp")],
  ["perl ruby", options("-i")],
  ["tree", options("-o")],
  [
    "tar gtar bsdtar",
    {
      options: set("-x -c -r -u -A --extract --create --append --update --concatenate --delete -xf -cf -xzf -czf -rf -uf -cvf -xvf --get"),
      harmless: set("-O --to-stdout"),
    },
  ],
  ["unzip", always("-l -p -t -Z -z -v")],
  ["zip 7z gzip bzip2 xz zstd gunzip bunzip2 unxz", always("-c -l -t --stdout --list --test l t -sf")],
  ["date", options("-s --set")],
  ["hostname", { output: 0 }],
  ["iconv column base64 xmllint xsltproc pandoc dot neato strace ltrace shuf", options("-o --output -O")],
  ["jq csvcut csvsort", options("--in-place")],
  ["gpg gpg2", options("-o --output --import --delete-keys --delete-secret-keys --gen-key --sign -s -e --encrypt --edit-key")],
  ["openssl", options("-out -keyout -writerand -CAcreateserial")],
  ["ssh-keygen", { ...always("-l -lf -F -B -L"), options: set("-f -R -t") }],
  ["exiftool", options("-overwrite_original -overwrite_original_in_place -delete_original -o -out -w -tagsFromFile")],
  ["pdftotext pdftohtml pdftops qpdf", { output: 1 }],
  ["nmap", options("-oN -oX -oG -oA -oS")],
  ["tcpdump tshark dumpcap", options("-w")],
  ["cloc", options("--out --report-file --write-lang-def --csv-file")],
  [
    "curl",
    options("-o -O --output --remote-name -T --upload-file -F --form -X --request -c --cookie-jar -D --dump-header"),
    { options: set("-d --data --data-raw --data-binary --data-urlencode --json"), harmless: set("-G --get") },
  ],
  ["wget", always("--spider")],
  [
    "eslint stylelint standard xo ruff golangci-lint rubocop",
    options("--fix --fix-type -o --output-file -a -A --autocorrect --autocorrect-all"),
  ],
  ["prettier gofmt goimports clang-format shfmt", options("-w --write -i")],
  ["black isort autopep8 rustfmt", always("--check --diff --check-only -c")],
  ["ffmpeg sox lame mogrify", always("-version -formats -codecs -n --null")],
  ["sqlite3 sqlite duckdb", always("-readonly -version --help")],
  ["psql", options("-o --output -L --log-file")],
  ["pg_dump pg_dumpall mysqldump", options("-f --file -r --result-file")],
  ["pg_restore createdb dropdb createuser dropuser reindexdb vacuumdb", always("-l --list")],
  ["ip", { ...options("-b -batch"), subcommands: set("add del delete set flush replace change append") }],
  ["iptables ip6tables nft", options("-A -D -I -R -F -X -P -N -Z")],
  ["sysctl", options("-w --write -p --load")],
  ["make gmake ninja gradle mvn rake just ant scons", always("-n --dry-run --just-print -q --question --version -p")],
];

const GIT =
  "add am apply bisect checkout cherry-pick clean clone commit fetch filter-branch gc init merge mv prune pull push rebase repack replace reset restore revert rm submodule switch update-index update-ref worktree sparse-checkout";
const SERVICE =
  "start stop restart reload try-restart reload-or-restart kill enable disable reenable mask unmask link edit isolate set-default set-property daemon-reload daemon-reexec reboot poweroff halt suspend hibernate rescue emergency reset-failed preset revert add-wants set-environment unset-environment";
const CONTAINER =
  "run exec create start stop kill restart pause unpause rm rmi rename update pull push build commit cp load import tag login logout prune deploy up down attach save export swarm plugin";
const PODS =
  "apply create delete edit patch replace scale autoscale label annotate taint drain cordon uncordon exec run expose cp debug attach set certificate rollout-restart kustomize-apply proxy port-forward";
const PACKAGES_WRITE =
  "install uninstall remove purge add update upgrade dist-upgrade full-upgrade autoremove autoclean clean reinstall downgrade publish link unlink rebuild ci init create version pack prune dedupe audit-fix deprecate unpublish dist-tag-add login logout erase sync build-dep lock download wheel";

const BACKUP = "create init delete prune compact backup forget restore extract mount rename unlock key migrate";

const COMMANDS: readonly Row<WritingProgram>[] = [
  ["git", except("worktree list, submodule status, submodule summary, bisect log, sparse-checkout list", subcommands(GIT, "--output -o"))],
  [
    "hg svn jj",
    subcommands(
      "add commit ci push pull update up merge revert rm remove mv move clone init checkout co import switch copy propset strip backout graft rebase",
    ),
  ],
  ["systemctl service rc-service", subcommands(SERVICE)],
  ["docker podman nerdctl docker-compose", except("plugin ls, plugin list, plugin inspect", subcommands(CONTAINER, "-o --output"))],
  ["kubectl oc", except("apply view-last-applied", subcommands(PODS))],
  ["helm", subcommands("install upgrade uninstall delete rollback push pull create package repo-add plugin")],
  ["npm pnpm yarn bun pip pipx poetry conda mamba gem bundle composer brew snap flatpak apk", subcommands(PACKAGES_WRITE)],
  ["cargo", except("version", subcommands(PACKAGES_WRITE))],
  ["uv", { ...subcommands(PACKAGES_WRITE, "--bump"), queries: set("version") }],
  ["apt apt-get aptitude dnf yum zypper microdnf", subcommands(PACKAGES_WRITE)],
  ["dpkg rpm pacman", options("-i --install -r --remove -P --purge -e --erase -U -S -R --configure --unpack")],
  [
    "terraform tofu pulumi terragrunt cdk",
    subcommands("apply destroy import taint untaint up deploy refresh state-rm init fmt workspace-new"),
  ],
  ["go", subcommands("install get generate clean fmt fix mod-tidy work-sync")],
  [
    "gh glab",
    {
      ...except(
        "run list, run view, run watch",
        subcommands(
          "create merge close reopen edit delete comment review sync fork clone rename archive transfer lock unlock run rerun cancel enable disable upload",
          "-X --method -f --raw-field -F --field --input",
        ),
      ),
      methods: set("-X --method"),
    },
  ],
  ["aws gcloud az", subcommands("rm mv cp sync delete create update put terminate start stop run deploy set remove add")],
  ["redis-cli valkey-cli", subcommands("set del flushall flushdb expire rename incr lpush rpush sadd hset SET DEL FLUSHALL config eval")],
  ["crontab", options("-r -e -i")],
  [
    "ipcrm nmcli timedatectl hostnamectl localectl loginctl",
    subcommands("set-time set-timezone set-hostname set-locale set-keymap terminate-session kill-session up down add delete modify"),
  ],
  ["borg", subcommands(`${BACKUP} check`)],
  // A check writes a lock only, and removes it.
  ["restic", subcommands(BACKUP)],
  ["rclone", subcommands("copy sync move delete purge mkdir rmdir rmdirs copyto moveto bisync cleanup touch config mount")],
];

const PROGRAMS = factsByName([...FILES, ...COMMANDS]);

/** Returns the uses of a program that write. Empty if it is not listed. */
export function writingUsesOf(program: string): readonly WritingProgram[] {
  return PROGRAMS.get(program) ?? [];
}
