/** Lists programs that read an operand as a URL, as `host:path` or in another notation than that of a path, or a value as several paths. */
import { factsByName, type Row } from "./program.ts";

/** A notation that is not a path. */
export interface RemoteName {
  /** Starts of such values, the most illustrative first. */
  readonly starts: readonly string[];
  /** Kind of the value, for messages. */
  readonly kind: string;
  /** Subcommands that read it. Defaults to all. */
  readonly subcommands?: readonly string[];
  /** Options whose value is such a name, besides the operands. Defaults to none. */
  readonly options?: readonly string[];
  /** Fixed words, or variables as `NAME=value`, with which the program reads a path. */
  readonly guards?: readonly string[];
  /** The character at which the program splits values of `options` into several paths. Operands are not split. */
  readonly separator?: string;
}

/** Options whose value is a list of paths. */
function list(separator: string, options: string): RemoteName {
  return { starts: [`a${separator}/`, `./a${separator}/`], kind: "a list of paths", options: options.split(" "), separator };
}

const URL: RemoteName = { starts: ["https://", "http://", "ftp://", "file:", "data:"], kind: "a URL" };
const HOST: RemoteName = { starts: ["host:", "user@", "rsync://"], kind: "a path on another host" };
const REPOSITORY: RemoteName = { starts: ["https://", "git@", "git::", "github.com/", "ssh://"], kind: "a repository on another host" };
/** Programs that need a scheme or a host before a colon: they read `github.com/x` as a path. */
const REMOTE: RemoteName = { starts: ["https://", "git@host:", "ssh://"], kind: "a repository on another host" };
const PACKAGE: RemoteName = { starts: ["https://", "git+", "name"], kind: "a package that is downloaded" };

const words = (names: string): readonly string[] => names.split(" ");

const ROWS: readonly Row<RemoteName>[] = [
  [
    "kubectl oc",
    { ...REPOSITORY, subcommands: ["kustomize"] },
    {
      ...URL,
      subcommands: words("apply create delete replace diff patch label annotate wait get describe scale set"),
      options: words("-f --filename -k --kustomize"),
    },
    list(",", "-f --filename"),
    { starts: ["pod:", "namespace/pod:"], kind: "a path in a pod", subcommands: ["cp"] },
  ],
  ["kustomize", { ...REPOSITORY, subcommands: ["build", "localize"] }],
  [
    "git",
    { ...REMOTE, subcommands: words("clone fetch pull push ls-remote remote archive submodule bundle") },
    {
      starts: [":(top)", ":/", ":!"],
      kind: "a pattern of paths that starts at the root of the repository",
      guards: ["--literal-pathspecs", "GIT_LITERAL_PATHSPECS=1"],
      subcommands: words(
        "add blame checkout clean commit diff grep log ls-files ls-tree mv reset restore rm show shortlog stash status rev-list",
      ),
    },
  ],
  ["hg jj svn", REMOTE],
  ["rsync scp rcp sftp unison", HOST],
  ["rclone", { starts: ["remote:", ":sftp"], kind: "a path of a remote" }],
  ["restic", { starts: ["sftp:", "rest:", "s3:"], kind: "a remote repository", options: words("-r --repo") }],
  ["borg", { starts: ["host:", "ssh://"], kind: "a remote repository" }],
  [
    "tar gtar cpio",
    { starts: ["host:", "user@"], kind: "an archive on another host", guards: ["--force-local"], options: words("-f --file -F -O -I") },
  ],
  [
    "curl wget wget2 aria2c lynx w3m links elinks http https xh",
    { ...URL, options: words("-K --config -T --upload-file -d --data -F --form --url -i --input-file") },
  ],
  [
    "ffmpeg ffprobe ffplay mpv vlc cvlc mplayer gst-launch-1.0",
    { starts: ["https://", "concat:", "data:", "tcp://"], kind: "a URL or a list of inputs", options: ["-i"] },
  ],
  [
    "convert magick identify mogrify montage composite gm",
    { starts: ["https://", "msl:", "label:@", "@"], kind: "a URL, a script or a list" },
  ],
  ["sox soxi play rec", { starts: ["|", "http://"], kind: "a command or a URL" }],
  [
    "docker podman nerdctl buildah",
    { ...REPOSITORY, subcommands: words("build buildx image bud") },
    { starts: ["container:"], kind: "a path in a container", subcommands: ["cp"] },
  ],
  ["docker-compose", { ...REPOSITORY, options: words("-f --file") }],
  [
    "go",
    {
      starts: ["example.com/", "golang.org/"],
      kind: "a package that is downloaded",
      subcommands: words("run install get test build vet generate list doc mod"),
    },
  ],
  [
    "npm pnpm yarn bun npx pnpx bunx deno",
    { ...PACKAGE, subcommands: words("install i add exec x dlx create init pack publish view run") },
  ],
  [
    "pip pipx uv uvx poetry conda",
    { ...PACKAGE, subcommands: words("install download wheel add run tool"), options: words("-r --requirement -e --editable -c") },
  ],
  ["cargo gem luarocks opam cpanm brew composer", { ...PACKAGE, subcommands: words("install add require exec") }],
  ["terraform tofu", { ...REPOSITORY, options: words("-from-module -backend-config") }],
  [
    "helm helmfile",
    { starts: ["https://", "oci://", "repo/"], kind: "a chart of a repository", options: words("-f --values") },
    list(",", "-f --values"),
  ],
  ["ansible-galaxy", { ...REPOSITORY, options: words("-r --role-file") }],
  [
    "nix nix-build nix-shell guix",
    { starts: ["github:", "https://", "git+"], kind: "a source that is downloaded", options: words("-f --file -I") },
  ],
  ["pandoc", URL, list(":", "--resource-path")],
  ["xmllint xsltproc wkhtmltopdf weasyprint chromium inkscape feh", URL],
  ["typst", list(":", "--font-path")],
  ["sqlite3 sqlite", { starts: ["file:"], kind: "a URI with settings" }],
  ["psql pg_dump", { starts: ["postgresql://", "host=", "service="], kind: "a connection to another host", options: words("-d --dbname") }],
  ["vim vi nvim ex", { starts: ["scp://", "https://", "sftp://"], kind: "a URL" }],
  ["aws gsutil gcloud s3cmd mc az", { starts: ["s3://", "gs://", "https://"], kind: "a path of a remote" }],
];

const KINDS = factsByName(ROWS);

/** Returns the notations that a program reads besides paths. Empty if it reads only paths. */
export function remoteNamesOf(program: string): readonly RemoteName[] {
  return KINDS.get(program) ?? [];
}
