/** The environment of a guarded program: the caller's, without variables that add options or decide which code runs. */
import type { EnvInherit } from "../policy/policy-spec.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import { isSuspiciousVariable, isUnsafeVariable } from "../tool/unsafe-variables.ts";

/** The variables of a caller, and what stays the same for every caller. */
export interface CallerEnvironment {
  readonly variables: Environment;
  /** The home directory of the account, which replaces `HOME`: programs read their configuration there. */
  readonly home: string;
  /** The directories of `PATH` without that of the guard. */
  readonly path: string;
  /** Variables that a policy names in `env.inherit`. They are kept, except those of `isFixedVariable`. */
  readonly kept: readonly string[];
}

/** Variables that add options to the command line, or change how it is read, and that the tables of unsafe names do not have. */
const ADDS_OPTIONS: ReadonlySet<string> = new Set(
  (
    "POSIXLY_CORRECT BAT_OPTS SHELLCHECK_OPTS PYTEST_ADDOPTS PYTEST_PLUGINS UNZIP UNZIPOPT ZIP ZIPOPT ZIPINFO ZIPINFOOPT XZ_OPT XZ_DEFAULTS GZIP " +
    "ZSTD_CLEVEL LZOP PARALLEL PS_FORMAT BC_ENV_ARGS CCC_OVERRIDE_OPTIONS GREP_OPTIONS FD_OPTIONS FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS " +
    "JQ_LIBRARY_PATH DOCKER_CONTEXT CONTAINER_HOST CONTAINERS_CONF MLRRC_PATH EXIFTOOL_HOME WGETRC CURLOPT_PROXY_SSLCERT RSYNC_PROXY " +
    "RSYNC_OLD_ARGS RCLONE_CONFIG SQLITE_HISTORY TESSDATA_PREFIX FFREPORT AV_LOG_FORCE_COLOR SSLKEYLOGFILE HTTPIE_CONFIG_DIR " +
    // Another reading of options, further options, and files that are read or written if no argument names one.
    "_POSIX2_VERSION DC_ENV_ARGS BZIP BZIP2 TAPE LEDGER_FILE LEDGER UNITSFILE MYUNITSFILE LSOFDEVCACHE MALLOC_CONF _RJEM_MALLOC_CONF " +
    "GH_CONFIG_DIR GH_HOST GH_REPO REGISTRY_AUTH_FILE STORAGE_DRIVER STORAGE_OPTS REDISCLI_RCFILE REDISCLI_HISTFILE MYPYPATH PREFIX " +
    "AWS_DATA_PATH AWS_CA_BUNDLE AWS_CONTAINER_CREDENTIALS_FULL_URI RESOLV_HOST_CONF TERMCAP " +
    // Programs and libraries.
    "AS CPP NM FC F77 ASM GCCGO MAKE RSH RSYNC_SHELL GCC_EXEC_PREFIX COMPILER_PATH LIBRARY_PATH CPATH GH_BROWSER GH_PATH GVBINDIR " +
    "FREI0R_PATH PARALLEL_SHELL TC_LIB_DIR IPROUTE2_CONF SSH_SK_HELPER SSH_PKCS11_HELPER GI_TYPELIB_PATH XAPPLRESDIR " +
    "AUDIODRIVER AUDIODEV GDFONTPATH SQLITE_TMPDIR RSYNC_PARTIAL_DIR PSQL_HISTORY CONSUL_HTTP_ADDR NOMAD_ADDR VAULT_ADDR ETCDCTL_ENDPOINTS"
  ).split(" "),
);

/**
 * Variables that choose the interpreter or the version of a program. uv starts the Python of `VIRTUAL_ENV`; the scripts that pyenv puts on PATH
 * start the program below `PYENV_ROOT`, and those of others have such variables, too.
 */
const CHOOSES_PROGRAM: ReadonlySet<string> = new Set(
  "VIRTUAL_ENV MONO_PATH GUILE_LOAD_PATH EMACSLOADPATH VIMRUNTIME PIPENV_PIPFILE".split(" "),
);

/** Prefixes of further such variables. */
const CHOOSER_PREFIXES = "CONDA_ PYENV_ RBENV_ NODENV_ JENV_ PLENV_ TFENV_ NVM_ VOLTA_ PROTO_ ASDF_ MISE_ CORECLR_ BORG_".split(" ");

/** Secrets among the variables whose prefix is cleared. */
const SECRETS: ReadonlySet<string> = new Set(["PGPASSWORD", "MYSQL_PWD", "BORG_PASSPHRASE"]);

/** Prefixes of variables of which each is an option of its program. */
const OPTION_PREFIXES = [
  "CLIMAX_",
  "OTEL_",
  "PIP_",
  "UV_",
  "RCLONE_",
  "RESTIC_",
  "HELM_",
  "PYTEST_",
  "YARN_",
  "PNPM_",
  "DOCKER_",
  "BUILDKIT_",
  "PG",
  "MYSQL_",
  "MARIADB_",
  "RUFF_",
  "MYPY_",
  "CMAKE_",
  "CTEST_",
  "CGO_",
  "CONTAINERS_",
  "BUILDAH_",
  "COREPACK_",
  "npm_",
  "AWS_CLI_",
  "AWS_ENDPOINT_URL",
  "DPKG_",
  "APT_",
  "GNUPLOT_",
  "GS_",
  "FFMPEG_",
  "AVCONV_",
  "PANDOC_",
  "TEX",
  "TERMINFO",
  "FONTCONFIG_",
  "OCL_",
  "VK_",
  "LIBGL_",
  "LIBVA_",
];

/**
 * No program starts a pager on a terminal: a pager can start a shell, and the configuration of a repository can name another program as the
 * pager of git.
 */
const NO_PAGERS: Environment = Object.fromEntries(
  "PAGER GIT_PAGER GH_PAGER MANPAGER SYSTEMD_PAGER AWS_PAGER BAT_PAGER".split(" ").map((name) => [name, "cat"]),
);

/** Returns a tool whose program starts no pager, also if a policy lets it inherit no variable. The config can set another one. */
export function withoutPagers(tool: Tool): Tool {
  const handler = commandOf(tool);
  if (handler === undefined) return tool;
  const { program } = handler;
  return { ...tool, handler: { ...handler, program: { ...program, env: { ...NO_PAGERS, ...program.env } } } };
}

/**
 * Returns the variables of a guarded program. The caller's are kept, except those that add options, name programs or files with options, or
 * change how words are read. `HOME` is the home directory of the account.
 */
export function toGuardEnvironment({ variables, home, path, kept }: CallerEnvironment): Environment {
  const isKept = (name: string): boolean => kept.includes(name) && !isFixedVariable(name);
  const inherited = Object.entries(variables).filter(([name]) => isKept(name) || !isClearedVariable(name));
  return { ...Object.fromEntries(inherited), ...NO_PAGERS, HOME: home, PATH: path };
}

/**
 * Reports whether a policy cannot keep a variable by its name in `env.inherit`: the caller would choose which code runs or which
 * configuration is read, such as the commands for credentials in a KUBECONFIG. A server has these variables from its operator.
 */
export function isFixedVariable(name: string): boolean {
  return name.startsWith("CLIMAX_") || choosesProgram(name) || (isUnsafeVariable(name) && !KEEPABLE.has(name));
}

function choosesProgram(name: string): boolean {
  return CHOOSES_PROGRAM.has(name) || (CHOOSER_PREFIXES.some((prefix) => name.startsWith(prefix)) && !SECRETS.has(name));
}

/** Variables among the unsafe ones that only restrict a program, or say where it writes temporary files. */
const KEEPABLE: ReadonlySet<string> = new Set(["TMPDIR", "GIT_CEILING_DIRECTORIES"]);

/** Reports whether the guard clears a variable, unless a policy names it in `env.inherit`. */
function isClearedVariable(name: string): boolean {
  return (
    ADDS_OPTIONS.has(name) ||
    choosesProgram(name) ||
    (OPTION_PREFIXES.some((prefix) => name.startsWith(prefix)) && !SECRETS.has(name)) ||
    isUnsafeVariable(name) ||
    isSuspiciousVariable(name) ||
    name.startsWith("BASH_FUNC_")
  );
}

/** Returns the names of all variables under `env.inherit` of policies. */
export function listKept(policies: readonly { readonly env?: { readonly inherit?: EnvInherit } }[]): readonly string[] {
  return policies.flatMap(({ env }) => (typeof env?.inherit === "object" ? env.inherit : []));
}
