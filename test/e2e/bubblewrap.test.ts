/** Tests programs that try to escape from the bubblewrap sandbox. Requires bwrap. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSandbox, NO_SANDBOX, runProgram } from "../../generator/host/run-program.ts";
import { thisMachine } from "../../runtime/executor/this-machine.ts";
import { probeExecutorOf } from "../../runtime/executor/probe-executor.ts";
import type { ExecutorHost, PlainCommand } from "../../runtime/executor/plain-command.ts";
import { wrapCommand } from "../../runtime/executor/wrap-command.ts";
import type { BubblewrapExecutor } from "../../runtime/policy/policy-spec.ts";
import type { ProcessResult } from "../../runtime/process/process.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import { findBubblewrap } from "../fixtures/engines.ts";

const bubblewrap = findBubblewrap();
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

/** Another user, because root's rights hide faults. bwrap must be able to create its sandbox as that user. */
const OTHER = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const isRoot = process.getuid?.() === 0;
const otherProblem = isRoot
  ? tryProgram([...OTHER, "bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "true"])
  : "only root can become another user";
if (otherProblem !== undefined) console.log(`skipped for another user: ${otherProblem}`);

const folder = mkdtempSync(join(tmpdir(), "climax-bubblewrap-"));
const runner = createProcessRunner();
const PATH = process.env["PATH"] ?? "";
const machine: ExecutorHost = { variables: { PATH }, inherited: { PATH }, ...thisMachine(), directory: "/" };
const probed = await probeExecutorOf({ type: "bubblewrap" }, machine);
const sandboxFeatures = probed.kind === "usable" ? probed.sandboxFeatures : [];
const host: ExecutorHost = { ...machine, sandboxFeatures };

afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true, force: true });
});

interface InSandbox
  extends
    Partial<Pick<ExecutorHost, "resources">>,
    Partial<BubblewrapExecutor>,
    Partial<Pick<PlainCommand, "env" | "stdin" | "directory">> {
  readonly as?: readonly string[];
}

/** Runs a program as the server would start it. */
async function run(argv: readonly string[], options: InSandbox = {}): Promise<ProcessResult> {
  const { as = [], env = {}, stdin, directory, resources = {}, ...executor } = options;
  const command = { argv, env, ...(stdin !== undefined && { stdin }), ...(directory !== undefined && { directory }) };
  const limited = { ...host, resources };
  const { argv: wrapped, ...request } = wrapCommand({ type: "bubblewrap", ...executor }, command, limited, () => "");
  return await runner.run({ ...request, argv: [...as, ...wrapped], timeoutMs: 60_000, maxOutputBytes: 10_000 });
}

const sh = (script: string, options: InSandbox = {}): Promise<ProcessResult> => run(["sh", "-c", script], options);

/** The sandboxes with the same walls: programs that `import`, `init` and `verify` start are confined like those of calls. */
const sandbox = (await findSandbox()) ?? NO_SANDBOX;
const SANDBOXES: readonly { readonly title: string; readonly attack: (argv: readonly string[]) => Promise<object> }[] = [
  { title: "the executor", attack: run },
  { title: "import, init and verify", attack: (argv) => runProgram(argv, { sandbox }) },
];

function tryProgram([command = "", ...args]: readonly string[]): string | undefined {
  try {
    execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

describe.skipIf("missing" in bubblewrap)("a bubblewrap sandbox", () => {
  const users = [["this user", []] as const, ...(otherProblem === undefined ? [["another user", OTHER] as const] : [])];

  it.each(users)("mounts /proc read-only for %s, so that no sysctl of the host can be changed", async (_title, as) => {
    const file = "/proc/sys/kernel/core_pattern";
    // Writes the current value, so that a failing test does not change the machine's setting.
    const result = await sh(`echo "$(cat ${file})" >${file} && echo written; echo x >/proc/self/comm && echo named`, { as });
    expect(result).toMatchObject({ kind: "exited", stdout: "" });
    expect("stderr" in result && result.stderr).toMatch(/Read-only file system[\s\S]*Read-only file system/);
  });

  it("has the limits of the policy, also for the processes that it starts", async () => {
    const resources = { memory: 512 * 1024 * 1024, cpu_seconds: 7 };
    expect(await sh("sh -c 'ulimit -v; ulimit -t'", { resources })).toMatchObject({ kind: "exited", stdout: "524288\n7\n" });
  });

  it("mounts /proc read-only if the policy allows writing everywhere", async () => {
    const file = "/proc/sys/kernel/core_pattern";
    expect(await sh(`echo "$(cat ${file})" >${file} && echo written`, { writable: ["/"] })).toMatchObject({ stdout: "" });
  });

  it("keeps the values of variables from the config out of the process table", async () => {
    const result = await sh("tr '\\0' ' ' </proc/1/cmdline; echo; echo $OWN", { env: { OWN: "hunter2" } });
    expect("stdout" in result && result.stdout).toMatch(/^bwrap [^\n]* --args 3 (?:(?!hunter2)[^\n])*\nhunter2\n$/);
  });

  it("passes no more file descriptors to the program than without a sandbox", async () => {
    const argv = ["ls", "/proc/self/fd"];
    const plain = await runner.run({ argv, env: { PATH }, timeoutMs: 60_000, maxOutputBytes: 10_000 });
    expect(await run(argv, { env: { OWN: "1" }, stdin: "text" })).toMatchObject({ stdout: "stdout" in plain ? plain.stdout : undefined });
  });

  it("reports a failure of bwrap as the executor's, and a failure of the program as its own", async ({ skip }) => {
    skip(!sandboxFeatures.includes("status"), "this bwrap takes no --json-status-fd");
    const failure = { kind: "not_started", reason: "executor_failed", subject: "bubblewrap" };
    expect(await run(["/no/such/program"])).toMatchObject({ ...failure, message: expect.stringContaining("/no/such/program") as string });
    expect(await run(["true"], { writable: [join(folder, "missing")] })).toMatchObject(failure);
    const script = 'echo "bwrap: Creating new namespace failed" >&2; exit 1';
    expect(await sh(script)).toMatchObject({ kind: "exited", exit: 1, stderr: "bwrap: Creating new namespace failed\n" });
    expect(await sh("kill -9 $$")).toMatchObject({ kind: "exited", exit: 137 });
  });

  it("lets the program open standard input by its name", async () => {
    expect(await run(["cat", "/dev/stdin"], { stdin: "grün\n" })).toMatchObject({ exit: 0, stdout: "grün\n" });
  });
});

const CONNECT = `require("net").connect(process.argv[1]).on("connect", () => { console.log("connected"); process.exit(); }).on("error", (error) => console.log(error.code))`;
const DENIED = /^(EAFNOSUPPORT|EINVAL|ENOTSUP)\n$/;

describe.skipIf("missing" in bubblewrap).each(SANDBOXES)("a sandbox of $title", ({ attack }) => {
  it("has no writable sysctl, device or system file", async () => {
    const file = "/proc/sys/kernel/core_pattern";
    // Writes the current value, so that a failing test does not change the machine's setting.
    const writes = [`echo "$(cat ${file})" >${file}`, "echo 0 >/proc/self/oom_score_adj", "touch /dev/y", "touch /usr/made-here"];
    const script = writes.map((write, index) => `(${write}) && echo ${index}`).join("\n");
    const result = await attack(["sh", "-c", `${script}\ntrue`]);
    expect(result).toMatchObject({ kind: "exited", stdout: "" });
    expect("stderr" in result && String(result.stderr).match(/Read-only file system/g)).toHaveLength(writes.length);
  });

  it("limits the size of in-memory files", async ({ skip }) => {
    skip(!sandboxFeatures.includes("size"), "this bwrap takes no --size");
    const script = "head -c 70000000 /dev/zero >/dev/shm/x; df -k /tmp | awk 'END { print $2 }'";
    const result = await attack(["sh", "-c", script]);
    expect(result).toMatchObject({ stdout: `${512 * 1024}\n` });
    expect("stderr" in result && result.stderr).toMatch(/No space left/);
  });

  it("allows no user namespace, in which a program reaches more of the kernel", async ({ skip }) => {
    skip(!sandboxFeatures.includes("no_namespaces"), "this bwrap takes no --disable-userns");
    skip(tryProgram(["unshare", "--version"]) !== undefined, "there is no unshare");
    expect(await attack(["unshare", "--user", "echo", "created"])).toMatchObject({ kind: "exited", exit: 1, stdout: "" });
  });

  it("shows neither the processes, the users' sessions nor the temporary files of the machine", async () => {
    const script = `ls -d /proc/${process.pid} ${folder} 2>/dev/null; ls -A /run /tmp 2>/dev/null | grep -v :; true`;
    const result = await attack(["sh", "-c", script]);
    // A directory of PATH below /run or /tmp stays visible.
    expect("stdout" in result && String(result.stdout)).not.toMatch(new RegExp(`${process.pid}|climax-bubblewrap`));
  });

  it.skipIf(!["x64", "arm64"].includes(process.arch))("cannot connect to a UNIX socket, wherever it is", async () => {
    const home = mkdtempSync("/var/tmp/climax-bubblewrap-");
    const server = createServer((connection) => connection.end());
    try {
      await new Promise<void>((resolve) => server.listen(join(home, "socket"), resolve));
      expect(await attack([process.execPath, "-e", CONNECT, join(home, "socket")])).toMatchObject({
        stdout: expect.stringMatching(DENIED) as string,
      });
    } finally {
      await new Promise((resolve) => server.close(resolve));
      rmSync(home, { recursive: true });
    }
  });

  it.skipIf(!["x64", "arm64"].includes(process.arch))(
    "cannot connect through a socket pair, not even with the help of another process",
    async ({ skip }) => {
      skip(tryProgram(["python3", "--version"]) !== undefined, "there is no python3");
      const script = [
        "import socket",
        "for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):",
        "    try:",
        "        socket.socketpair(socket.AF_UNIX, kind)",
        "        print(kind.name)",
        "    except OSError as error: print(error.errno)",
        "print(open('/proc/1/status').read().split('Seccomp:')[1].split()[0])",
      ].join("\n");
      expect(await attack(["python3", "-c", script])).toMatchObject({ stdout: "SOCK_STREAM\n97\nSOCK_SEQPACKET\n2\n" });
    },
  );

  it.skipIf(process.arch !== "x64")("cannot read, add or revoke keys of the user", async ({ skip }) => {
    skip(tryProgram(["python3", "--version"]) !== undefined, "there is no python3");
    // add_key, request_key, and keyctl(KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING).
    const script = [
      "import ctypes",
      "kernel = ctypes.CDLL(None, use_errno=True)",
      "for call in ((248, b'user', b'climax-test', b'x', 1, -3), (249, b'user', b'climax-test', None, 0), (250, 0, -4, 0)):",
      "    print(kernel.syscall(*call), ctypes.get_errno())",
    ].join("\n");
    expect(await attack(["python3", "-c", script])).toMatchObject({ stdout: "-1 38\n-1 38\n-1 38\n" });
  });
});

const SERVES = ["x64", "arm64"].includes(process.arch) && !("missing" in bubblewrap);

describe.skipIf(!SERVES)("a bubblewrap sandbox without network", () => {
  const home = mkdtempSync(join(homedir(), ".climax-bubblewrap-"));
  const socket = join(home, "socket");
  let server: Server;
  beforeAll(async () => {
    server = createServer((connection) => connection.end());
    await new Promise<void>((resolve) => server.listen(socket, resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(home, { recursive: true, force: true });
  });

  const connect = (path: string, options: InSandbox = {}): Promise<ProcessResult> =>
    run([process.execPath, "-e", CONNECT, path], { directory: home, ...options });

  it("cannot connect to a UNIX socket in the home or working directory, unlike a sandbox with the host network", async () => {
    expect(await connect(socket, { network: "host" })).toMatchObject({ stdout: "connected\n" });
    expect(await connect(socket)).toMatchObject({ stdout: expect.stringMatching(DENIED) as string });
    expect(await connect(socket, { writable: [home] })).not.toMatchObject({ stdout: "connected\n" });
  });

  it("runs ordinary programs: pipelines, git, Python, and programs that start subprocesses", async () => {
    expect(await sh("printf 'b\\na\\n' | sort | (read first; echo $first) && hostname >/dev/null && id -u >/dev/null")).toMatchObject({
      exit: 0,
      stdout: "a\n",
      stderr: "",
    });
    const node = `const { execFile } = require("child_process"); execFile("echo", ["child"], (error, out) => console.log(error ?? out.trim(), Object.keys(require("os").networkInterfaces()).length))`;
    expect(await run([process.execPath, "-e", node])).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^child \d\n$/) as string });
    if (tryProgram(["git", "--version"]) === undefined) {
      const commit = "git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m m && git log --format=%s";
      expect(await sh(commit, { writable: [home], directory: home, env: { HOME: home } })).toMatchObject({
        exit: 0,
        stdout: "m\n",
        stderr: "",
      });
    }
    if (tryProgram(["python3", "--version"]) === undefined) {
      const python =
        "import subprocess, multiprocessing as m, asyncio; asyncio.run(asyncio.sleep(0)); print(subprocess.check_output(['echo', 'x']).decode().strip(), m.Pipe()[0].writable)";
      expect(await run(["python3", "-c", python])).toMatchObject({ exit: 0, stdout: "x True\n" });
    }
  });

  it("can write to its standard output, which is a socket pair", async () => {
    expect(await sh("echo out; echo err >&2")).toMatchObject({ exit: 0, stdout: "out\n", stderr: "err\n" });
  });

  it.each(["/proc", "/", "/tmp", "/dev"])("shows its own files in a working directory that is a link to %s", async (target) => {
    const link = join(folder, `link-to-${basename(target)}`);
    symlinkSync(target, link);
    const script = `pwd -P; ls /proc | grep -c '^[0-9]'; ls -d ${process.pid} proc/${process.pid} ${basename(folder)} mem`;
    const result = await sh(script, { directory: link });
    expect(result).toMatchObject({ kind: "exited", stdout: expect.stringMatching(new RegExp(`^${target}\n[1-9]\n$`)) });
  });

  it("hides /run except for programs and the working directory in it", async ({ skip }) => {
    skip(!existsSync("/run") || !isWritable("/run"), "/run is not there or not for us");
    const folderOfRun = mkdtempSync("/run/climax-bubblewrap-");
    try {
      for (const name of ["bin", "work", "other"]) mkdirSync(join(folderOfRun, name));
      writeFileSync(join(folderOfRun, "bin", "hello"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
      const env = { PATH: `${PATH}:${join(folderOfRun, "bin")}` };
      const result = await sh(`hello; pwd; ls ${folderOfRun}; ls -A /run`, { directory: join(folderOfRun, "work"), env });
      expect(result).toMatchObject({ stdout: `hello\n${folderOfRun}/work\nbin\nwork\n${folderOfRun.slice("/run/".length)}\n` });
    } finally {
      rmSync(folderOfRun, { recursive: true });
    }
  });
});

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
