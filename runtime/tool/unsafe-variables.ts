/** Names of environment variables that determine the code that a program runs. */

/** Variables of loaders, interpreters and shells, and of programs that start another program named by a variable. */
const NAMES: ReadonlySet<string> = new Set(
  (
    "PATH HOME SHELL IFS ENV BASH_ENV BASHOPTS SHELLOPTS PS4 PROMPT_COMMAND CDPATH ZDOTDIR " +
    "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONBREAKPOINT " +
    "PERL5LIB PERL5OPT PERLLIB PERL5DB RUBYLIB RUBYOPT GEM_PATH GEM_HOME CLASSPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS " +
    "JDK_JAVA_OPTIONS LUA_INIT LUA_PATH LUA_CPATH R_PROFILE R_ENVIRON R_HOME PHPRC PHP_INI_SCAN_DIR TCLLIBPATH DOTNET_STARTUP_HOOKS " +
    "EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE SUDO_ASKPASS SSH_ASKPASS XDG_CONFIG_HOME XDG_CONFIG_DIRS " +
    "GCONV_PATH GLIBC_TUNABLES GETCONF_DIR LOCPATH NLSPATH RES_OPTIONS HOSTALIASES TMPDIR MAKEFLAGS CC CXX LD " +
    "RSYNC_RSH CVS_RSH SVN_SSH DOCKER_HOST DOCKER_CONFIG KUBECONFIG KUBE_EDITOR PSQLRC PSQL_EDITOR PSQL_PAGER AWS_CONFIG_FILE"
  ).split(" "),
);

/** `GIT_SSH_COMMAND` and `GIT_CONFIG_COUNT` make git run other programs, as do many further variables of git. */
const PREFIXES = ["LD_", "DYLD_", "GIT_", "BASH_FUNC_", "npm_config_", "NPM_CONFIG_", "CARGO_", "RUSTC_"] as const;

/** Reports whether a caller that sets the variable could choose the code that runs. */
export function isUnsafeVariable(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}
