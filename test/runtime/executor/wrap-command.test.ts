import { describe, expect, it } from "vitest";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import type { ExecutorHost, PlainCommand } from "../../../runtime/executor/plain-command.ts";
import { toBuildableHandler, wrapCommand } from "../../../runtime/executor/wrap-command.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { commandOf, toCommandTool } from "../../fixtures/tools.ts";

const host: ExecutorHost = {
  variables: { HOME: "/home/u", TOKEN: "hunter2", PATH: "/usr/bin" },
  architecture: process.arch,
  inherited: { PATH: "/usr/bin" },
  directory: "/srv",
};

const wrap = (executor: ExecutorSpec, command: Partial<PlainCommand> = {}) =>
  wrapCommand(executor, { argv: ["git", "log"], env: {}, ...command }, host, () => "climax-1");

/** Returns the words between `docker run --rm --name climax-1 --security-opt no-new-privileges` and the image with the command. */
function dockerOptions(executor: Partial<DockerExecutor>, command: Partial<PlainCommand> = {}): readonly string[] {
  const { argv } = wrap({ type: "docker", image: "img", ...executor }, command);
  const [prefix, end] = [argv.slice(0, 7), argv.slice(-3)];
  expect(prefix).toEqual(["docker", "run", "--rm", "--name", "climax-1", "--security-opt", "no-new-privileges"]);
  expect(end).toEqual(["img", "git", "log"]);
  return argv.slice(7, -3);
}

const MACHINE = ["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"];
const PROC = ["--proc", "/proc", "--remount-ro", "/proc"];
const NAMESPACES = ["--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"];

/** Returns the mounts, and the options after the namespaces that every sandbox has. */
function sandboxOptions(executor: Partial<BubblewrapExecutor>, command: Partial<PlainCommand> = {}): readonly (readonly string[])[] {
  const { argv } = wrap({ type: "bubblewrap", ...executor }, command);
  expect(argv.slice(0, 14)).toEqual(["bwrap", ...MACHINE, ...PROC]);
  const namespaces = argv.indexOf("--cap-drop");
  expect(argv.slice(namespaces, namespaces + 7)).toEqual(NAMESPACES);
  const end = argv.indexOf("--");
  return [argv.slice(14, namespaces), argv.slice(namespaces + 7, end)];
}

describe("the local executor", () => {
  it("does not change the command", () => {
    const given = { stdin: "x", directory: "/d", workingDir: "/w" };
    expect(wrap({ type: "local" }, given)).toEqual({ argv: ["git", "log"], stdin: "x", cwd: "/d", env: host.inherited, cleanup: [] });
    expect(wrap({ type: "local" }, { workingDir: "/w" })).toMatchObject({ cwd: "/w" });
  });

  it("passes the inherited variables, which those of the config override", () => {
    expect(wrap({ type: "local" }, { env: { PATH: "/own", A: "1" } }).env).toEqual({ PATH: "/own", A: "1" });
  });
});

describe("the docker executor", () => {
  it.each<[string, Partial<DockerExecutor>, Partial<PlainCommand>, readonly string[]]>([
    ["no further options by default", {}, {}, []],
    ["-i if there is input", {}, { stdin: "x" }, ["-i"]],
    ["no -i for an empty input, which counts as absent", {}, { stdin: "" }, []],
    ["the names of the config's variables, and none of the server's", {}, { env: { A: "1", B: "x y=$HOME" } }, ["-e", "A", "-e", "B"]],
    [
      "a file for variables that the client would read",
      {},
      { env: { A: "1", http_proxy: "p", DOCKER_HOST: "d" } },
      ["-e", "A", "--env-file", "/dev/fd/3"],
    ],
    [
      "$VAR of volumes from the server, ~ unchanged",
      { volumes: ["${HOME}/a:/a", "~/b:/b", "$NONE:/c"] },
      {},
      ["-v", "/home/u/a:/a", "-v", "~/b:/b", "-v", "$NONE:/c"],
    ],
    ["the working directory", { working_dir: "/work" }, {}, ["-w", "/work"]],
    ["the directory of the call instead of the working directory", { working_dir: "/work" }, { directory: "-x" }, ["-w", "-x"]],
    ["the working directory for an empty directory of the call", { working_dir: "/work" }, { directory: "" }, ["-w", "/work"]],
    ["no working directory of the config, which is a path on the host", {}, { workingDir: "/host" }, []],
    [
      "user, memory, processes and a read-only root",
      { user: "1000:1000", memory: "512m", pids: 64, read_only: true },
      {},
      ["--user", "1000:1000", "--memory", "512m", "--pids-limit", "64", "--read-only"],
    ],
    ["no read-only root for `read_only: false`", { read_only: false }, {}, []],
    [
      "volumes, network and directory last, in CLImax's order",
      { volumes: ["/a:/b"], network: "none", working_dir: "/w", user: "u" },
      { stdin: "x", env: { A: "1" } },
      ["-i", "--user", "u", "-e", "A", "-v", "/a:/b", "--network", "none", "-w", "/w"],
    ],
  ])("adds %s", (_title, executor, command, want) => {
    expect(dockerOptions(executor, command)).toEqual(want);
  });

  it("runs the client with the server's variables in the config's directory, and stops the container by name", () => {
    expect(wrap({ type: "docker", image: "img" }, { env: { PATH: "/own", A: "1" }, workingDir: "/w", directory: "/d" })).toMatchObject({
      env: { ...host.inherited, A: "1" },
      files: [new TextEncoder().encode("PATH=/own\n")],
      cwd: "/w",
      cleanup: [
        ["docker", "kill", "climax-1"],
        ["docker", "rm", "--force", "climax-1"],
      ],
    });
  });

  it.each(["PATH", "Https_Proxy", "LD_PRELOAD", "XDG_RUNTIME_DIR", "SSL_CERT_FILE", "CONTAINER_HOST", "BASH_ENV", "A*"])(
    "writes %s to a file, because the client would read the variable",
    (name) => {
      const { env, files, argv } = wrap({ type: "docker", image: "img" }, { env: { [name]: "own=#x" } });
      expect(env).toEqual(host.inherited);
      expect(files).toEqual([new TextEncoder().encode(`${name}=own=#x\n`)]);
      expect(argv).not.toContain(name);
    },
  );

  it("writes every variable to a file that the client, its loader, its shell or its runtime reads", () => {
    const names =
      "HOME USER LOGNAME SHELL PWD OLDPWD TMP TEMP TMPDIR TZ TZDIR TERM LANG LANGUAGE ENV IFS PS4 CDPATH SHELLOPTS BASHOPTS HOSTALIASES " +
      "LOCALDOMAIN RES_OPTIONS GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES NOTIFY_SOCKET REGISTRY_AUTH_FILE DOCKER_HOST CONTAINERS_CONF " +
      "PODMAN_OPTS STORAGE_DRIVER NETAVARK_CONFIG BUILDKIT_HOST BUILDX_CONFIG COMPOSE_FILE MOBY_OPTS DYLD_LIBRARY_PATH LC_ALL " +
      "MALLOC_CHECK_ OTEL_EXPORTER_OTLP_ENDPOINT LISTEN_FDS DBUS_SESSION_BUS_ADDRESS SNAP_NAME NIX_PATH GODEBUG GOGC GOMAXPROCS " +
      "GOMEMLIMIT GOTRACEBACK GOCOVERDIR SSH_AUTH_SOCK SSH_ASKPASS_REQUIRE SSH_SK_PROVIDER SSH_PKCS11_HELPER HTTP_PROXY no_proxy";
    const env = Object.fromEntries(names.split(" ").map((name) => [name, "x"]));
    expect(wrap({ type: "docker", image: "img" }, { env }).env).toEqual(host.inherited);
  });

  it("forwards a variable whose name only contains such a name", () => {
    const env = { MY_PATH: "1", PATHS: "2", GOPATH: "3", MY_LD_PRELOAD: "4", SSHKEY: "5", SSH_KEY: "6", GOGC_SIZE: "7", PROXY: "8" };
    expect(wrap({ type: "docker", image: "img" }, { env })).toMatchObject({ env: { ...host.inherited, ...env } });
  });

  it("forwards a variable with a line break, and rejects it if it must be in a file", () => {
    expect(wrap({ type: "docker", image: "img" }, { env: { KEY: "a\nb" } })).toMatchObject({ env: { KEY: "a\nb" } });
    for (const env of [{ HTTP_PROXY: "a\nLD_PRELOAD=b" }, { HOME: "a\r" }, { "A B": "1" }, { "#": "1" }, { "": "1" }] as const)
      expect(wrap({ type: "docker", image: "img" }, { env })).toMatchObject({
        argv: [],
        problem: { reason: "unpassable_variable", subject: Object.keys(env)[0] },
      });
  });

  it("runs nothing without a program, rather than the image's own command", () => {
    expect(wrap({ type: "docker", image: "img" }, { argv: [] }).argv).toEqual([]);
    expect(wrap({ type: "bubblewrap" }, { argv: [] }).argv).toEqual([]);
  });

  it("leaves ~ and $VAR of the command to the container, and keeps quoted words unsplit", () => {
    const tool = toCommandTool({
      name: "t",
      description: "",
      command: ["own"],
      args: [],
      cli: {
        name: "c",
        description: "",
        command: ["~/bin/app", '"$TOKEN x"', "$TOKEN"],
        global_args: [{ name: "key", type: "string", default: "$TOKEN" }],
        tool_count: 1,
      },
    });
    const wordsOf = (executor: ExecutorSpec): readonly string[] => {
      const handler = toBuildableHandler(executor, commandOf(tool));
      return argvOf(buildCommandLine(tool, handler, { values: new Map(), env: host.variables }));
    };
    const inContainer = ["~/bin/app", "$TOKEN x", "$TOKEN", "own", "--key", "hunter2"];
    expect(wordsOf({ type: "docker", image: "img" })).toEqual(inContainer);
    const onHost = ["/home/u/bin/app", "hunter2 x", "hunter2", "own", "--key", "hunter2"];
    expect(wordsOf({ type: "local" })).toEqual(onHost);
    expect(wordsOf({ type: "bubblewrap" })).toEqual(onHost);
  });
});

describe("the bubblewrap executor", () => {
  const TMP = ["--tmpfs", "/tmp"];
  const NO_RUN = ["--tmpfs", "/run"];
  const HOST = { network: "host" } as const;
  const SRV = ["--chdir", "/srv"];
  const FILTER = ["x64", "arm64"].includes(process.arch) ? ["--seccomp", "3"] : [];

  it.each<[string, Partial<BubblewrapExecutor>, Partial<PlainCommand>, readonly string[], readonly string[]]>([
    ["no network by default", {}, {}, [...TMP, ...NO_RUN], ["--unshare-net", ...FILTER, ...SRV]],
    ["no network for `network: none`", { network: "none" }, {}, [...TMP, ...NO_RUN], ["--unshare-net", ...FILTER, ...SRV]],
    ["the network of the host", HOST, {}, TMP, SRV],
    [
      "a working directory below /tmp, in an otherwise empty /tmp",
      { ...HOST, working_dir: "/tmp/p" },
      {},
      [...TMP, "--ro-bind", "/tmp/p", "/tmp/p"],
      ["--chdir", "/tmp/p"],
    ],
    [
      "a working directory and programs below /run, in an otherwise empty /run",
      { writable: ["/run/w"] },
      { argv: ["/run/p/app"], directory: "/run/d", env: { PATH: "/bin:/run/bin:/tmp/bin" } },
      [
        ...TMP,
        ...NO_RUN,
        ...["/run/bin", "/tmp/bin", "/run/p/app"].flatMap((path) => ["--ro-bind-try", path, path]),
        "--ro-bind",
        "/run/d",
        "/run/d",
        "--bind",
        "/run/w",
        "/run/w",
      ],
      ["--unshare-net", "--args", "3", ...FILTER.map((word) => (word === "3" ? "4" : word)), "--chdir", "/run/d"],
    ],
    [
      "writable directories, relative to the server's directory, with $VAR expanded",
      { ...HOST, writable: ["/data", "out", "$HOME/x"] },
      {},
      [...TMP, "--bind", "/data", "/data", "--bind", "/srv/out", "/srv/out", "--bind", "/home/u/x", "/home/u/x"],
      SRV,
    ],
    ["the config's variables in a file", HOST, { env: { A: "--bind" } }, TMP, ["--args", "3", ...SRV]],
    ["the config's directory", HOST, { workingDir: "w" }, TMP, ["--chdir", "/srv/w"]],
    ["the policy's directory, in preference to the config's", { ...HOST, working_dir: "/p" }, { workingDir: "w" }, TMP, ["--chdir", "/p"]],
    [
      "the call's directory, in preference to both",
      { ...HOST, working_dir: "/p" },
      { workingDir: "w", directory: "d" },
      TMP,
      ["--chdir", "/srv/d"],
    ],
  ])("gives %s", (_title, executor, command, mounts, rest) => {
    expect(sandboxOptions(executor, command)).toEqual([mounts, rest]);
  });

  it("hides the machine's /proc, /dev, /tmp and /run even if everything is writable", () => {
    const { argv } = wrap({ type: "bubblewrap", writable: ["/", "/data"] });
    expect(argv.slice(0, 14)).toEqual(["bwrap", "--bind", "/", "/", ...MACHINE.slice(3), ...PROC]);
    expect(argv.slice(14, 21)).toEqual([...TMP, ...NO_RUN, "--bind", "/data", "/data"]);
  });

  it("shows no hidden directory as a whole, however a search path names it", () => {
    const { argv } = wrap({ type: "bubblewrap" }, { env: { PATH: "/run/:/tmp/../run:/run/.:/tmp//bin/" } });
    const shown = argv.flatMap((word, index) => (word === "--ro-bind-try" ? [argv[index + 1]] : []));
    expect(shown).toEqual(["/tmp/bin"]);
  });

  it("limits the directories in memory, if bwrap supports it", () => {
    const { argv } = wrapCommand({ type: "bubblewrap" }, { argv: ["x"], env: {} }, { ...host, sandboxFeatures: ["size"] }, () => "");
    const sizes = argv.flatMap((word, index) => (word === "--size" ? [argv.slice(index + 1, index + 4)] : []));
    expect(sizes).toEqual([
      [String(64 * 1024 * 1024), "--tmpfs", "/dev/shm"],
      [String(512 * 1024 * 1024), "--tmpfs", "/tmp"],
      [String(16 * 1024 * 1024), "--tmpfs", "/run"],
    ]);
  });

  it("forbids user namespaces and asks for the status, if bwrap supports it", () => {
    const features = ["no_namespaces", "status"] as const;
    const wrapped = wrapCommand({ type: "bubblewrap" }, { argv: ["x"], env: {} }, { ...host, sandboxFeatures: features }, () => "");
    const { argv, files = [], starter } = wrapped;
    expect(argv.join(" ")).toContain("--unshare-user --disable-userns");
    expect(argv[argv.indexOf("--json-status-fd") + 1]).toBe(String(3 + files.length));
    expect(starter?.name).toBe("bubblewrap");
    const reports = ['{ "child-pid": 7 }\n{ "exit-code": 1 }\n', '{ "child-pid": 7 }\n', "", '{ "exit-'];
    expect(reports.map((status) => starter && "hasStarted" in starter && starter.hasStarted(status))).toEqual([true, false, false, false]);
    const old = wrap({ type: "bubblewrap" }).starter;
    const ended: readonly (readonly [number, string])[] = [
      [1, "bwrap: Creating new namespace failed\n"],
      [1, "bwrap: setting up uid map: Permission denied"],
      [2, "bwrap: x\n"],
      [1, "bwrap: x\nmore\n"],
      [1, "x: bwrap: x\n"],
      [1, ""],
    ];
    expect(ended.map((end) => old && "hasFailed" in old && old.hasFailed(...end))).toEqual([true, true, false, false, false, false]);
  });

  it("writes the config's variables as values and not as options, and rejects a NUL character in them", () => {
    const executor: ExecutorSpec = { type: "bubblewrap", network: "host" };
    expect(wrap(executor, { env: { A: "--bind", B: "a\nb" } }).files).toEqual([
      new TextEncoder().encode("--setenv\0A\0--bind\0--setenv\0B\0a\nb\0"),
    ]);
    const problem = { reason: "nul_byte", subject: "the environment" };
    for (const env of [{ A: "x\0--bind\0/\0/" }, { "A\0x\0--bind\0/\0/": "x" }])
      expect(wrap(executor, { env })).toMatchObject({ argv: [], problem });
  });

  it("starts in its working directory, so that a missing directory is reported as for a local command", () => {
    expect(wrap({ type: "bubblewrap" }, { directory: "d" })).toMatchObject({ cwd: "/srv/d", env: host.inherited, cleanup: [] });
  });
});
