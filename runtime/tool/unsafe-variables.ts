/** Names of environment variables that determine the code that a program runs. */

/** Variables of loaders, interpreters and shells, and of programs that start another program named by a variable or a file. */
const NAMES: ReadonlySet<string> = new Set(
  // Loaders and shells
  (
    "PATH HOME SHELL IFS ENV BASH_ENV BASHOPTS SHELLOPTS BASH_LOADABLES_PATH PS1 PS4 PROMPT_COMMAND CDPATH ZDOTDIR " +
    "GCONV_PATH GLIBC_TUNABLES GETCONF_DIR LOCPATH NLSPATH RES_OPTIONS HOSTALIASES TMPDIR XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME " +
    "XDG_DATA_DIRS GTK_MODULES GTK_PATH GST_PLUGIN_PATH LADSPA_PATH MAGICK_CODER_MODULE_PATH MAGICK_CONFIGURE_PATH MAGICK_FILTER_MODULE_PATH " +
    // Interpreters
    "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONBREAKPOINT " +
    "PYTHONUSERBASE PYTHONWARNINGS PYTHONPYCACHEPREFIX PYTHONPLATLIBDIR PYTHONEXECUTABLE CLOUDSDK_PYTHON " +
    "PERL5LIB PERL5OPT PERLLIB PERL5DB PERL5SHELL RUBYLIB RUBYOPT RUBYSHELL GEM_PATH GEM_HOME BUNDLE_GEMFILE CLASSPATH JAVA_TOOL_OPTIONS " +
    "_JAVA_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS IBM_JAVA_OPTIONS JAVA_OPTS JAVA_HOME R_PROFILE R_PROFILE_USER R_ENVIRON " +
    "R_ENVIRON_USER R_HOME R_LIBS R_LIBS_USER PHPRC PHP_INI_SCAN_DIR TCLLIBPATH DOTNET_STARTUP_HOOKS ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS " +
    "JULIA_LOAD_PATH JULIA_DEPOT_PATH AWKPATH AWKLIBPATH " +
    // Programs that start another program
    "EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESSKEY LESSKEYIN SUDO_ASKPASS SUDO_EDITOR SSH_ASKPASS SSH_SK_PROVIDER VIMINIT EXINIT " +
    "RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH SVN_EDITOR HGRCPATH HGEDITOR DOCKER_HOST DOCKER_CONFIG KUBECONFIG KUBERC KUBE_EDITOR " +
    "KUBECTL_EXTERNAL_DIFF PSQLRC PSQL_EDITOR PSQL_PAGER AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_PAGER BAT_PAGER BAT_CONFIG_PATH " +
    "DELTA_PAGER GH_PAGER GH_EDITOR GLAB_PAGER SYSTEMD_PAGER SYSTEMD_EDITOR GNUPGHOME WGETRC CURL_HOME TAR_OPTIONS RIPGREP_CONFIG_PATH " +
    "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES HELM_PLUGINS ANSIBLE_CONFIG ANSIBLE_LIBRARY TF_CLI_CONFIG_FILE TF_CLI_ARGS " +
    // Builds and packages
    "MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES CC CXX LD AR GOFLAGS GOROOT GOENV GOTOOLCHAIN GOPROXY RUSTC RUSTDOC RUSTFLAGS RUSTDOCFLAGS " +
    "RUSTUP_TOOLCHAIN RUSTUP_HOME MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME ANT_OPTS ANT_ARGS SBT_OPTS PIP_INDEX_URL " +
    "PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE UV_INDEX_URL UV_DEFAULT_INDEX UV_CONFIG_FILE"
  ).split(" "),
);

/** `GIT_SSH_COMMAND` and `GIT_CONFIG_COUNT` make git run other programs, as do many further variables of git. */
const PREFIXES = ["LD_", "DYLD_", "GIT_", "BASH_FUNC_", "CARGO_", "RUSTC_", "LUA_INIT", "LUA_PATH", "LUA_CPATH", "TF_CLI_ARGS_"] as const;

/** npm ignores the case of its variables. */
const NPM_PREFIX = /^npm_config_/i;

/** Ends of names that hold a secret, which decides no code, unless the prefix of the name is unsafe. */
const SECRET_PART = /(?:^|_)(?:token|otp|password|passphrase|secret|auth|_auth|credential)$/i;

/**
 * The names of secrets among those with an unsafe prefix. The end of a name does not decide: `CARGO_CREDENTIAL_ALIAS_TOKEN` defines a
 * program (Cargo reference, `credential-alias`).
 */
const SECRETS = [
  /^npm_config_(?:otp|_auth|_password|_authtoken)$/i,
  /^CARGO_REGISTRY_TOKEN$/,
  /^CARGO_REGISTRIES_[A-Z0-9_]+_TOKEN$/,
  /^GIT_(?:TOKEN|AUTH_TOKEN|PASSWORD)$/,
] as const;

/** Names of variables that often decide which code runs. */
const SHAPE =
  /(?:_(?:PAGER|EDITOR|OPTS|OPTIONS|CONFIG|CONFIG_FILE|CONFIG_PATH|HOME|LIBRARY_PATH)|FLAGS|RC|_PLUGIN\w*|_MODULE\w*)$|^(?:PYTHON|PERL|RUBY|NODE_|JAVA|JDK_|LUA_|GO|R_|TF_|ANSIBLE_|PIP_|UV_|HELM_|OPENSSL_|XDG_|MAGICK_)/;

/** Names of a suspicious shape that select a mode or a target, and no code. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    "GOOS GOARCH GOARM GOMAXPROCS GOGC GOMEMLIMIT NODE_ENV NODE_NO_WARNINGS PYTHONUNBUFFERED " +
    "PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONDONTWRITEBYTECODE PYTHONNOUSERSITE PERL_UNICODE TF_LOG TF_WORKSPACE TF_IN_AUTOMATION " +
    "TF_INPUT XDG_SESSION_TYPE XDG_CURRENT_DESKTOP XDG_SESSION_ID HELM_NAMESPACE HELM_DEBUG PIP_NO_COLOR PIP_QUIET UV_OFFLINE UV_NO_PROGRESS " +
    "ANSIBLE_NOCOLOR ANSIBLE_FORCE_COLOR"
  ).split(" "),
);

/** Reports whether a caller that sets the variable could choose the code that runs. */
export function isUnsafeVariable(name: string): boolean {
  if (NAMES.has(name)) return true;
  const isPrefixed = NPM_PREFIX.test(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
  return isPrefixed && !SECRETS.some((secret) => secret.test(name));
}

/**
 * Reports whether a variable has a name of which many decide which code runs, such as `BAT_PAGER` or `MAVEN_OPTS`. Returns false for the
 * names that `isUnsafeVariable` knows, for secrets, and for well-known names that select no code.
 */
export function isSuspiciousVariable(name: string): boolean {
  return SHAPE.test(name) && !isUnsafeVariable(name) && !HARMLESS.has(name) && !SECRET_PART.test(name);
}
