/**
 * Runs a program to read its help. Besides `git.ts`, this is the only file of the generator that starts a program. Standard input is
 * closed, time and output are limited, and no process of the program remains.
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { isFolder } from "@climax-gen/runtime/compiler";
import { findProgram } from "./find-program.ts";

/** Time limit of a run, in milliseconds. */
export const TIME_LIMIT_MS = 10_000;
/** Limit of each output stream, in bytes. */
export const OUTPUT_LIMIT = 2 * 1024 * 1024;
/** Time for reading the rest of the output after the program has exited, in milliseconds. A background process can keep the pipes open. */
const DRAIN_MS = 200;

/** Confinement of a run. `bubblewrap`: without network, with a read-only file system and an empty home directory. */
export type Sandbox = "bubblewrap" | "none";

/** Outcome of running a program. */
export type ProgramRun =
  | { readonly kind: "exited"; readonly exit: number; readonly stdout: string; readonly stderr: string }
  /** `reason` is the limit that was exceeded: `time`, or 2 MiB of `output`. */
  | { readonly kind: "killed"; readonly reason: "time" | "output"; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "not_started"; readonly reason: string };

/** Reports whether bubblewrap is installed and may create namespaces here. Starts it once. */
export async function canSandbox(): Promise<boolean> {
  if (findProgram("bwrap") === undefined || findProgram("true") === undefined) return false;
  const run = await runProgram(["true"], { sandbox: "bubblewrap" });
  return run.kind === "exited" && run.exit === 0;
}

/** Options of running a program. */
export interface RunOptions {
  readonly sandbox: Sandbox;
  /** Additional environment variables, such as those that make `man` print plain text. */
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds. Defaults to 10 s. */
  readonly timeLimitMs?: number;
}

/** Runs a program, found like `findProgram`, in an empty directory. Never rejects. */
export async function runProgram(words: readonly string[], options: RunOptions): Promise<ProgramRun> {
  const { sandbox, env = {}, timeLimitMs = TIME_LIMIT_MS } = options;
  const [name = "", ...args] = words;
  const program = findProgram(name);
  if (program === undefined) return { kind: "not_started", reason: "it is not on PATH, or not executable" };
  const argv = sandbox === "bubblewrap" ? [...bubblewrapWords(program), program, ...args] : [program, ...args];
  const run = openRun();
  try {
    return await start(argv, run, { timeLimitMs, env: { ...plainEnvironment(sandbox === "none" ? run.folder : homedir()), ...env } });
  } finally {
    closeRun(run);
  }
}

/**
 * Returns the environment of a run without a sandbox. Its home directory is the empty working directory, because programs write settings
 * there.
 */
function plainEnvironment(home: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    PAGER: "cat",
    MANPAGER: "cat",
    GIT_PAGER: "cat",
    AWS_PAGER: "",
    SYSTEMD_PAGER: "cat",
    NO_COLOR: "1",
    TERM: "dumb",
    COLUMNS: "200",
    LC_ALL: "C.UTF-8",
    CI: "1",
  };
}

function bubblewrapWords(program: string): readonly string[] {
  const home = homedir();
  const hidden = [...new Set([tmpdir(), "/tmp", "/run", home])].filter((folder) => folder !== "/" && isFolder(folder));
  return [
    "bwrap",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    ...hidden.flatMap((folder) => ["--tmpfs", folder]),
    ...visibleFolders(program, hidden).flatMap((folder) => ["--ro-bind-try", folder, folder]),
    "--unshare-net",
    "--unshare-pid",
    "--unshare-ipc",
    "--cap-drop",
    "ALL",
    "--new-session",
    "--die-with-parent",
    "--chdir",
    "/tmp",
    "--",
  ];
}

/**
 * Returns the directories below hidden directories that the program needs: its own, that of a script's interpreter, and those of PATH. Adds
 * the parents of `bin` and `shims`, and `node_modules`, which contain libraries and other programs. Follows links, because the interpreter of a Python
 * environment is a link.
 */
function visibleFolders(program: string, hidden: readonly string[]): readonly string[] {
  const parents = [program, ...findInterpreter(program)].flatMap((path) => [dirname(path), dirname(realpathSync(path))]);
  const libraries = parents.filter((folder) => /\/(?:bin|shims)$/.test(folder)).map((folder) => dirname(folder));
  const modules = parents.flatMap((folder) => /^.*?\/node_modules(?=\/)/.exec(folder)?.[0] ?? []);
  const search = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const isBelow = (folder: string): boolean => hidden.some((one) => folder.startsWith(`${one}/`));
  return [...new Set([...search, ...parents, ...libraries, ...modules])].filter(isBelow);
}

/** Maximum length of the line that names an interpreter, in bytes. The limit of Linux. */
const INTERPRETER_LINE = 256;

/** Returns the path in the `#!` line of a script, if it exists, in a list. */
function findInterpreter(program: string): readonly string[] {
  const line = Buffer.alloc(INTERPRETER_LINE);
  try {
    const file = openSync(program, "r");
    try {
      readSync(file, line);
    } finally {
      closeSync(file);
    }
  } catch {
    // A program may be executable but not readable.
    return [];
  }
  const path = /^#! *(\/[^\s\0]+)/.exec(line.toString("utf8"))?.[1];
  return path !== undefined && existsSync(path) ? [path] : [];
}

interface StartOptions {
  readonly timeLimitMs: number;
  readonly env: Readonly<Record<string, string>>;
}

async function start(argv: readonly string[], run: Run, { timeLimitMs, env }: StartOptions): Promise<ProgramRun> {
  const [file = "", ...args] = argv;
  const child = spawn(file, args, { cwd: run.folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  run.pid = child.pid;
  const outputs = [collect(child.stdout, stop), collect(child.stderr, stop)] as const;
  let reason: "time" | "output" | undefined;
  function stop(why: "time" | "output"): void {
    reason ??= why;
    killGroup(child.pid);
    // A process that left the group can keep the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  }
  const timer = setTimeout(() => stop("time"), timeLimitMs);
  return await new Promise<ProgramRun>((done) => {
    let exit = 1;
    const finish = (): void => {
      clearTimeout(timer);
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      const [stdout, stderr] = [outputs[0](), outputs[1]()];
      done(reason === undefined ? { kind: "exited", exit, stdout, stderr } : { kind: "killed", reason, stdout, stderr });
    };
    child.once("error", (error) => {
      clearTimeout(timer);
      done({ kind: "not_started", reason: "code" in error && typeof error.code === "string" ? error.code : error.message });
    });
    child.once("exit", (code) => {
      exit = code ?? 1;
      const drain = setTimeout(finish, DRAIN_MS);
      child.once("close", () => clearTimeout(drain));
    });
    child.once("close", finish);
  });
}

/** Collects a stream up to the limit. The returned function decodes what was collected. */
function collect(stream: NodeJS.ReadableStream, stop: (reason: "output") => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    if (bytes >= OUTPUT_LIMIT) return;
    chunks.push(chunk.subarray(0, OUTPUT_LIMIT - bytes));
    bytes += chunk.length;
    if (bytes >= OUTPUT_LIMIT) stop("output");
  });
  stream.on("error", () => {});
  return () => Buffer.concat(chunks).toString("utf8");
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Run {
  /** The temporary directory in which the program runs. */
  readonly folder: string;
  /** Id of the program and of its group. Undefined until it has started. */
  pid?: number | undefined;
}

const runs = new Set<Run>();

/** Creates the directory of a run. Until `closeRun`, a signal that terminates this process kills the program and removes the directory. */
function openRun(): Run {
  // The handlers are added before the directory is created. Without them, a signal would terminate the process and leave the directory.
  if (runs.size === 0) for (const signal of SIGNALS) process.on(signal, cleanAll);
  const run: Run = { folder: mkdtempSync(join(tmpdir(), "climax-gen-")) };
  runs.add(run);
  return run;
}

function closeRun(run: Run): void {
  rmSync(run.folder, { recursive: true, force: true });
  runs.delete(run);
  if (runs.size === 0) for (const signal of SIGNALS) process.off(signal, cleanAll);
}

function cleanAll(signal: NodeJS.Signals): void {
  for (const { pid, folder } of runs) {
    killGroup(pid);
    rmSync(folder, { recursive: true, force: true });
  }
  for (const one of SIGNALS) process.off(one, cleanAll);
  process.kill(process.pid, signal);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has exited.
  }
}
