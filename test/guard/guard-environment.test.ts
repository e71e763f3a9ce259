/** Tests which variables of a caller reach a guarded program. */
import { describe, expect, it } from "vitest";
import { listKept, toGuardEnvironment } from "../../runtime/guard/guard-environment.ts";

const PAGERS = Object.fromEntries(
  ["PAGER", "GIT_PAGER", "GH_PAGER", "MANPAGER", "SYSTEMD_PAGER", "AWS_PAGER", "BAT_PAGER"].map((name) => [name, "cat"]),
);

const from = (variables: Readonly<Record<string, string>>, kept: readonly string[] = []): object =>
  toGuardEnvironment({ variables, home: "/home/me", path: "/usr/bin", kept });

describe("the environment of a guarded program", () => {
  it("has no variables that add options, name programs, or change how words are read", () => {
    const names = [
      ..."POSIXLY_CORRECT TAR_OPTIONS RIPGREP_CONFIG_PATH NODE_OPTIONS MAKEFLAGS GOFLAGS LD_PRELOAD GIT_EXTERNAL_DIFF GIT_PAGER".split(" "),
      ..."GIT_CONFIG_COUNT PAGER EDITOR KUBECONFIG DOCKER_HOST PIP_INDEX_URL npm_config_script_shell UNZIP CLIMAX_AUDIT_FILE".split(" "),
      ..."OTEL_EXPORTER_OTLP_ENDPOINT XDG_CONFIG_HOME BASH_FUNC_git%%".split(" "),
    ];
    expect(from(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual({ ...PAGERS, HOME: "/home/me", PATH: "/usr/bin" });
  });

  it("has no variables that choose files, servers, programs or libraries if no argument does", () => {
    const names =
      "_POSIX2_VERSION DC_ENV_ARGS BZIP2 TAPE LEDGER_FILE UNITSFILE MALLOC_CONF GH_CONFIG_DIR GH_REPO PGHOST PGSERVICEFILE PGOPTIONS MYSQL_HOST " +
      "AWS_ENDPOINT_URL_S3 AWS_DATA_PATH CMAKE_TOOLCHAIN_FILE CMAKE_C_COMPILER_LAUNCHER GCC_EXEC_PREFIX COMPILER_PATH GVBINDIR GNUPLOT_DRIVER_DIR " +
      "CONTAINERS_HELPER_BINARY_DIR COREPACK_NPM_REGISTRY npm_execpath FREI0R_PATH OCL_ICD_VENDORS SSH_SK_HELPER SSH_PKCS11_HELPER DPKG_ROOT TEXINPUTS";
    expect(from(Object.fromEntries(names.split(" ").map((name) => [name, "x"])))).toEqual({
      ...PAGERS,
      HOME: "/home/me",
      PATH: "/usr/bin",
    });
  });

  it("has no variables that choose the interpreter or the version of a program, also if a policy names them", () => {
    const names = "VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYENV_VERSION RBENV_ROOT NODENV_VERSION NVM_BIN VOLTA_HOME BORG_RSH".split(" ");
    const own = Object.fromEntries(names.map((name) => [name, "/tmp/own"]));
    const none = { ...PAGERS, HOME: "/home/me", PATH: "/usr/bin" };
    expect([from(own), from(own, names)]).toEqual([none, none]);
  });

  it("has the other variables of the caller", () => {
    const own = {
      LANG: "C",
      TZ: "UTC",
      TERM: "xterm",
      GH_TOKEN: "t",
      PGPASSWORD: "p",
      BORG_PASSPHRASE: "p",
      AWS_PROFILE: "dev",
      HTTPS_PROXY: "http://proxy",
    };
    expect(from(own)).toEqual({ ...own, ...PAGERS, HOME: "/home/me", PATH: "/usr/bin" });
  });

  it("has the home directory of the account, because programs read their configuration there", () => {
    expect(from({ HOME: "/tmp/other" })).toMatchObject({ HOME: "/home/me" });
  });

  it("keeps variables that a policy names, except those with which a caller chooses code and configuration", () => {
    const fixed = ["PATH", "HOME", "KUBECONFIG", "DOCKER_HOST", "XDG_CONFIG_HOME", "GIT_SSH", "CARGO_HOME", "GOROOT", "CLIMAX_AUDIT_FILE"];
    const passed = { GH_REPO: "a/b", PGUSER: "me", TMPDIR: "/tmp/a", GIT_CEILING_DIRECTORIES: "/srv" };
    const kept = listKept([{}, { env: { inherit: "all" } }, { env: { inherit: [...fixed, ...Object.keys(passed)] } }]);
    const own = { ...Object.fromEntries(fixed.map((name) => [name, "/tmp/own"])), ...passed };
    expect(from(own, kept)).toEqual({ ...PAGERS, ...passed, HOME: "/home/me", PATH: "/usr/bin" });
  });

  it("starts no pager, because one on a terminal can start a shell", () => {
    expect(from({ PAGER: "less", LESSOPEN: "|x", LESS: "-R" })).toMatchObject({ PAGER: "cat", GIT_PAGER: "cat" });
  });
});
