import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { argvOf, buildCommandLine } from "../../runtime/call/command-line.ts";
import { findExecutorProblem } from "../../runtime/executor/find-executor.ts";
import type { ExecutorHost, PlainCommand } from "../../runtime/executor/wrap-command.ts";
import { toBuildableHandler, wrapCommand } from "../../runtime/executor/wrap-command.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import { commandOf, toCommandTool } from "../fixtures/tools.ts";

const host: ExecutorHost = {
  variables: { HOME: "/home/u", TOKEN: "hunter2", PATH: "/usr/bin" },
  inherited: { PATH: "/usr/bin" },
  directory: "/srv",
};

const wrap = (executor: ExecutorSpec, command: Partial<PlainCommand> = {}) =>
  wrapCommand(executor, { argv: ["git", "log"], env: {}, ...command }, host, () => "climax-1");

/** What is between `docker run --rm --name climax-1 --security-opt no-new-privileges` and the image with the command. */
function dockerOptions(executor: Partial<DockerExecutor>, command: Partial<PlainCommand> = {}): readonly string[] {
  const { argv } = wrap({ type: "docker", image: "img", ...executor }, command);
  const [prefix, end] = [argv.slice(0, 7), argv.slice(-3)];
  expect(prefix).toEqual(["docker", "run", "--rm", "--name", "climax-1", "--security-opt", "no-new-privileges"]);
  expect(end).toEqual(["img", "git", "log"]);
  return argv.slice(7, -3);
}

/** What is between the options that every sandbox has and the command. */
function sandboxOptions(executor: Partial<BubblewrapExecutor>, command: Partial<PlainCommand> = {}): readonly string[] {
  const { argv } = wrap({ type: "bubblewrap", ...executor }, command);
  expect(argv.slice(0, 10)).toEqual(["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]);
  const namespaces = ["--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"];
  expect(argv.slice(10, 17)).toEqual(namespaces);
  expect(argv.slice(-3)).toEqual(["--", "git", "log"]);
  return argv.slice(17, -3);
}

describe("the local executor", () => {
  it("changes nothing", () => {
    const given = { stdin: "x", directory: "/d", workingDir: "/w" };
    expect(wrap({ type: "local" }, given)).toEqual({ argv: ["git", "log"], stdin: "x", cwd: "/d", env: host.inherited, cleanup: [] });
    expect(wrap({ type: "local" }, { workingDir: "/w" })).toMatchObject({ cwd: "/w" });
  });

  it("gives the command what is inherited, and the config's variables over it", () => {
    expect(wrap({ type: "local" }, { env: { PATH: "/own", A: "1" } }).env).toEqual({ PATH: "/own", A: "1" });
  });
});

describe("the docker executor", () => {
  it.each<[string, Partial<DockerExecutor>, Partial<PlainCommand>, readonly string[]]>([
    ["nothing more by itself", {}, {}, []],
    ["-i when there is input", {}, { stdin: "x" }, ["-i"]],
    ["no -i for an empty input, which is none", {}, { stdin: "" }, []],
    ["the config's variables, and none of the server's", {}, { env: { A: "1", B: "x y=$HOME" } }, ["-e", "A=1", "-e", "B=x y=$HOME"]],
    [
      "$VAR of volumes from the server, ~ as it is",
      { volumes: ["${HOME}/a:/a", "~/b:/b", "$NONE:/c"] },
      {},
      ["-v", "/home/u/a:/a", "-v", "~/b:/b", "-v", "$NONE:/c"],
    ],
    ["the working directory", { working_dir: "/work" }, {}, ["-w", "/work"]],
    ["the directory of the call instead", { working_dir: "/work" }, { directory: "-x" }, ["-w", "-x"]],
    ["the working directory for an empty one of the call", { working_dir: "/work" }, { directory: "" }, ["-w", "/work"]],
    ["no working directory of the config, which is one of the server's machine", {}, { workingDir: "/host" }, []],
    [
      "user, memory, processes and a read-only root",
      { user: "1000:1000", memory: "512m", pids: 64, read_only: true },
      {},
      ["--user", "1000:1000", "--memory", "512m", "--pids-limit", "64", "--read-only"],
    ],
    ["no read-only root where it says false", { read_only: false }, {}, []],
    [
      "volumes, network and directory last, in CLImax's order",
      { volumes: ["/a:/b"], network: "none", working_dir: "/w", user: "u" },
      { stdin: "x", env: { A: "1" } },
      ["-i", "--user", "u", "-e", "A=1", "-v", "/a:/b", "--network", "none", "-w", "/w"],
    ],
  ])("adds %s", (_title, executor, command, want) => {
    expect(dockerOptions(executor, command)).toEqual(want);
  });

  it("runs its client with the server's variables in the config's directory, and ends its container by name", () => {
    expect(wrap({ type: "docker", image: "img" }, { env: { PATH: "/own" }, workingDir: "/w", directory: "/d" })).toMatchObject({
      env: host.inherited,
      cwd: "/w",
      cleanup: [
        ["docker", "kill", "climax-1"],
        ["docker", "rm", "--force", "climax-1"],
      ],
    });
  });

  it("runs nothing where there is no program, rather than the image's own command", () => {
    expect(wrap({ type: "docker", image: "img" }, { argv: [] }).argv).toEqual([]);
    expect(wrap({ type: "bubblewrap" }, { argv: [] }).argv).toEqual([]);
  });

  it("leaves ~ and $VAR of the command to the container, and keeps its quotes' words", () => {
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
  it.each<[string, Partial<BubblewrapExecutor>, Partial<PlainCommand>, readonly string[]]>([
    ["no network by itself", {}, {}, ["--unshare-net", "--chdir", "/srv"]],
    ["no network where it says none", { network: "none" }, {}, ["--unshare-net", "--chdir", "/srv"]],
    ["the network of the host", { network: "host" }, {}, ["--chdir", "/srv"]],
    [
      "a working directory below /tmp shown in the empty one",
      { network: "host", working_dir: "/tmp/p" },
      {},
      ["--ro-bind", "/tmp/p", "/tmp/p", "--chdir", "/tmp/p"],
    ],
    [
      "folders to write to, from the server's directory on, $VAR expanded",
      { network: "host", writable: ["/data", "out", "$HOME/x"] },
      {},
      ["--bind", "/data", "/data", "--bind", "/srv/out", "/srv/out", "--bind", "/home/u/x", "/home/u/x", "--chdir", "/srv"],
    ],
    [
      "the config's variables, as values and not as options",
      { network: "host" },
      { env: { A: "--bind" } },
      ["--setenv", "A", "--bind", "--chdir", "/srv"],
    ],
    ["the config's directory", { network: "host" }, { workingDir: "w" }, ["--chdir", "/srv/w"]],
    ["the policy's directory before that", { network: "host", working_dir: "/p" }, { workingDir: "w" }, ["--chdir", "/p"]],
    [
      "the call's directory before both",
      { network: "host", working_dir: "/p" },
      { workingDir: "w", directory: "d" },
      ["--chdir", "/srv/d"],
    ],
  ])("gives %s", (_title, executor, command, want) => {
    expect(sandboxOptions(executor, command)).toEqual(want);
  });

  it("starts where it changes to, so that a missing directory is told as for a local command", () => {
    expect(wrap({ type: "bubblewrap" }, { directory: "d" })).toMatchObject({ cwd: "/srv/d", env: host.inherited, cleanup: [] });
  });
});

describe("an executor that the machine does not have", () => {
  const folder = mkdtempSync(join(tmpdir(), "climax-executor-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of ["both", "file", "none"]) mkdirSync(join(folder, name));
  for (const program of ["docker", "bwrap"]) writeFileSync(join(folder, "both", program), "", { mode: 0o755 });
  writeFileSync(join(folder, "file", "docker"), "", { mode: 0o644 });
  mkdirSync(join(folder, "none", "docker"));

  const problem = (executor: ExecutorSpec, ...path: readonly string[]): string | undefined =>
    findExecutorProblem(executor, { ...host, inherited: { PATH: path.map((name) => join(folder, name)).join(":") } });
  const docker: ExecutorSpec = { type: "docker", image: "img" };

  it("is a problem in words", () => {
    expect(problem(docker, "none", "file")).toBe("the policy runs every command with docker, which is not on the server's PATH");
    expect(problem({ type: "bubblewrap" }, "file")).toBe("the policy runs every command with bwrap, which is not on the server's PATH");
    expect(findExecutorProblem(docker, { ...host, inherited: { PATH: "" } })).toMatch(/docker/);
  });

  it("is none where a folder of the PATH has it", () => {
    expect(problem(docker, "none", "both")).toBeUndefined();
    expect(problem({ type: "bubblewrap", writable: [folder] }, "both")).toBeUndefined();
    expect(problem({ type: "local" })).toBeUndefined();
  });

  it("counts a folder to write to that is not there", () => {
    expect(problem({ type: "bubblewrap", writable: ["/", "$UNSET/x"] }, "both")).toBe("executor.writable: /srv/$UNSET/x is not a folder");
    expect(problem({ type: "bubblewrap", writable: [join(folder, "file/docker")] }, "both")).toMatch(/is not a folder/);
  });
});
