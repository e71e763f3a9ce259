/** Tests which variables are rejected, and which are reported, if callers set them. */
import { isSuspiciousVariable, isUnsafeVariable } from "@climax-gen/runtime/internal/tool/unsafe-variables";
import { expect, it } from "vitest";
import { codesOf } from "./codes-of.ts";

const namesOf = (text: string): readonly string[] => text.split(/\s+/);

it("rejects the variables that decide which code runs", () => {
  const names = namesOf(
    `TAR_OPTIONS GNUMAKEFLAGS MAKEFILES PYTHONUSERBASE OPENSSL_CONF CURL_HOME NODE_V8_COVERAGE Npm_Config_registry RIPGREP_CONFIG_PATH
    OPENSSL_ENGINES OPENSSL_MODULES RSYNC_CONNECT_PROG KUBECTL_EXTERNAL_DIFF KUBERC GOFLAGS GOROOT GOENV RUSTC RUSTFLAGS RUSTDOC
    RUSTUP_TOOLCHAIN PYTHONWARNINGS PYTHONPYCACHEPREFIX RUBYSHELL BUNDLE_GEMFILE MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS ANT_OPTS ANT_ARGS JAVA_OPTS
    IBM_JAVA_OPTIONS JDK_JAVAC_OPTIONS SBT_OPTS AWS_SHARED_CREDENTIALS_FILE AWS_PAGER BAT_PAGER DELTA_PAGER GH_PAGER GH_EDITOR SYSTEMD_PAGER
    SUDO_EDITOR HGRCPATH VIMINIT EXINIT WGETRC GNUPGHOME HELM_PLUGINS ANSIBLE_CONFIG ANSIBLE_LIBRARY TF_CLI_CONFIG_FILE TF_CLI_ARGS
    PIP_INDEX_URL PIP_CONFIG_FILE UV_INDEX_URL MAGICK_CODER_MODULE_PATH LADSPA_PATH GST_PLUGIN_PATH GTK_MODULES AWKLIBPATH LUA_INIT_5_4
    R_PROFILE_USER ERL_FLAGS JULIA_LOAD_PATH XDG_DATA_HOME BASH_LOADABLES_PATH PS1 SSH_SK_PROVIDER CLOUDSDK_PYTHON PATH LD_PRELOAD GIT_SSH
    npm_config_script_shell CARGO_BUILD_RUSTC CARGO_CREDENTIAL_ALIAS_TOKEN CARGO_CREDENTIAL_ALIAS_MY_SECRET CARGO_ALIAS_AUTH GIT_CONFIG_SECRET
    npm_config_otp_token CARGO_REGISTRIES_CORP_CREDENTIAL_PROVIDER`,
  );
  expect(names.filter((name) => !isUnsafeVariable(name))).toEqual([]);
});

it("suspects the shapes of such names", () => {
  const names = namesOf(
    "X_PAGER X_EDITOR X_OPTS X_OPTIONS XFLAGS X_CONFIG X_CONFIG_FILE XRC X_HOME X_PLUGIN_DIR X_MODULES PYTHONX GOTMPDIR TF_X",
  );
  expect(names.filter((name) => !isSuspiciousVariable(name) || isUnsafeVariable(name))).toEqual([]);
});

it("accepts well-known names that decide no code, and secrets", () => {
  const names = namesOf(
    `PGDATABASE PGHOST NO_COLOR LC_ALL LANG TZ GOOS GOARCH NODE_ENV PYTHONUNBUFFERED AWS_REGION npm_config_otp NPM_CONFIG_OTP npm_config__auth CARGO_REGISTRY_TOKEN
    CARGO_REGISTRIES_CORP_TOKEN CARGO_REGISTRIES_MY_CORP_TOKEN TF_LOG GH_TOKEN GIT_TOKEN X_OPTIONS_TOKEN`,
  );
  expect(names.filter((name) => isUnsafeVariable(name) || isSuspiciousVariable(name))).toEqual([]);
});

it("reports a fixed variable that loads code, or whose relative path depends on the caller", async () => {
  const config = (env: string, args: string): string =>
    `name: x\ncommand: fs\ntools: [{ name: t, description: d, env: { ${env} }, args: [${args}] }]\n`;
  const cwd = "{ name: a, cwd: true }";
  expect(await codesOf([config("LD_PRELOAD: ./x.so", cwd)])).toEqual(["code-variable"]);
  expect(await codesOf([config("PYTHONPATH: lib/py", cwd)])).toEqual(["code-variable"]);
  expect(await codesOf([config("NODE_OPTIONS: --require=/x.js", "")])).toEqual(["code-variable"]);
  expect(await codesOf([config("NODE_OPTIONS: --max-old-space-size=100", cwd)])).toEqual([]);
  expect(await codesOf([config("PYTHONPATH: /lib/py, GIT_PAGER: cat", cwd)])).toEqual([]);
  expect(await codesOf([config("PYTHONPATH: lib/py", "")])).toEqual([]);
});
