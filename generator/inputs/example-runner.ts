/** Runs examples as the server would run the calls, each in a copy of a project that no other call has changed. */
import { join } from "node:path";
import type { FinishedCall } from "@climax-gen/runtime/internal/call/call-context";
import type { SandboxFeature } from "@climax-gen/runtime/internal/executor/sandbox";
import { combineExecutionOn } from "@climax-gen/runtime/internal/executor/execution";
import { isLink, toRealPath } from "@climax-gen/runtime/internal/executor/file-kind";
import { createLimiter } from "@climax-gen/runtime/internal/process/limiter";
import { createProcessRunner } from "@climax-gen/runtime/internal/process/process";
import type { RequestHandler } from "@climax-gen/runtime/internal/server/request-handler";
import { createRequestHandler } from "@climax-gen/runtime/internal/server/request-handler";
import { createPartsReader } from "@climax-gen/runtime/internal/tool-index/index-reader";
import { createIndexOver } from "@climax-gen/runtime/internal/tool-index/tool-index";
import { CALL_TOOL } from "@climax-gen/runtime/internal/tool/meta-tool-names";
import type { ToolReply } from "@climax-gen/runtime/internal/call/reply";
import type { CliFile } from "../check/files/checked-file.ts";
import {
  createExampleFolder,
  type ExampleFolder,
  type ProjectCopy,
  readSnapshot,
  moveFile,
  SETUP_FILE,
  writeInto,
} from "../host/example-folder.ts";
import {
  canTrace,
  createExampleProcesses,
  exampleEnvironment,
  type ExampleMachine,
  locatePrograms,
  pathBehindShims,
} from "../host/example-process.ts";
import { listFolder, readTextIfThere } from "../host/file-system.ts";
import { makeFolders } from "../host/folders.ts";
import { toCliTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { listChanges, type Snapshot } from "../try/file-changes.ts";
import { readNetworkTrace } from "../try/network-trace.ts";
import type { ObservedCall } from "../try/observed-call.ts";
import type { PlannedExample } from "../try/plan-examples.ts";
import type { Trap } from "../try/traps/trap.ts";

/** Options of all examples of a run. */
export interface ExampleOptions {
  /** The project whose copies the examples run in. */
  readonly project: string;
  /** Command that a shell runs once in the first copy. Defaults to `setup.sh` of the project, if it exists. */
  readonly setup?: string;
  /** Names of the programs of the examples, which the setup can start. */
  readonly programs: readonly string[];
  readonly hasNetwork: boolean;
  readonly features: readonly SandboxFeature[];
}

/** Runs examples. `close` terminates all programs and removes the copies. */
export interface ExampleRunner {
  /** Whether strace observes the network. */
  readonly isTraced: boolean;
  /** Runs one example, with traps in the copy. Rejects only if the copy cannot be written. */
  readonly run: (example: PlannedExample, traps?: readonly Trap[]) => Promise<ObservedCall>;
  readonly close: () => Promise<void>;
}

/** The runner, or the output of a setup that failed. */
export type OpenedExamples =
  | { readonly kind: "open"; readonly runner: ExampleRunner }
  | { readonly kind: "setup_failed"; readonly command: string; readonly reason: string };

/** Maximum duration of the setup, in milliseconds. It can compile a project. */
const SETUP_LIMIT_MS = 600_000;
const GRACE_MS = 50;
/** Directory of a copy in which the programs of traps leave their marks. */
const MARKS = "marks";

/** Copies the project, runs its setup in the sandbox, and returns the runner. */
export async function openExamples({ project, setup, programs, hasNetwork, features }: ExampleOptions): Promise<OpenedExamples> {
  const runner = createProcessRunner({ graceMs: GRACE_MS });
  const folder = createExampleFolder(project, () => runner.killAllNow());
  const close = async (): Promise<void> => {
    await runner.terminateAll();
    await folder.remove();
  };
  const first = await folder.copy();
  const untraced = { runner, hasNetwork, features };
  const machine = { ...untraced, isTraced: await canTrace(first, untraced) };
  // Moved before it runs, so that it does not become part of a repository that it creates.
  const hasFile = moveFile(join(first.project, SETUP_FILE), join(first.other, SETUP_FILE));
  const command = setup ?? (hasFile ? `. '${join(first.other, SETUP_FILE)}'` : undefined);
  const reason = command === undefined ? undefined : await runSetup(command, first, { ...machine, isTraced: false, programs });
  if (command !== undefined && reason !== undefined) {
    await close();
    return { kind: "setup_failed", command: setup ?? SETUP_FILE, reason };
  }
  const copies = createCopyPool(folder);
  return {
    kind: "open",
    runner: { isTraced: machine.isTraced, run: (example, traps = []) => runExample(example, { copies, machine, traps }), close },
  };
}

/** Returns the reason why the setup failed. */
async function runSetup(
  command: string,
  copy: ProjectCopy,
  { programs: names, ...machine }: ExampleMachine & Pick<ExampleOptions, "programs">,
): Promise<string | undefined> {
  const { run, programs } = createExampleProcesses(copy, { ...machine, starts: locatePrograms(names) });
  const result = await run({
    argv: ["sh", "-c", command],
    env: { ...exampleEnvironment(copy), PATH: pathBehindShims(names) },
    timeoutMs: SETUP_LIMIT_MS,
    maxOutputBytes: 1024 * 1024,
  });
  if (result.kind === "exited" && result.exit === 0) return undefined;
  const printed = programs.map(({ stdout, stderr }) => `${stdout.toString("utf8")}${stderr.toString("utf8")}`.trim()).join("\n");
  return printed === "" ? (result.kind === "exited" ? `exit status ${result.exit}` : result.kind) : printed;
}

interface ExampleSurroundings {
  readonly copies: CopyPool;
  readonly machine: ExampleMachine;
  readonly traps: readonly Trap[];
}

async function runExample(example: PlannedExample, { copies, machine, traps }: ExampleSurroundings): Promise<ObservedCall> {
  const prepared = await copies.take(traps);
  const { copy, before } = prepared;
  const processes = createExampleProcesses(copy, machine);
  const finished: FinishedCall[] = [];
  try {
    const reply = await callTool(example, copy, { run: processes.run, onFinished: (call) => void finished.push(call) });
    const last = processes.programs.at(-1);
    const hide = createPathHider(copy);
    const changes = {
      project: listChanges(before.project, readSnapshot(copy.project)),
      home: listChanges(before.home, readSnapshot(copy.home)),
    };
    const sprung = listFolder(join(copy.other, MARKS));
    prepared.isClean = changes.project.length === 0 && changes.home.length === 0 && sprung.length === 0;
    return {
      argv: last?.argv.map(hide),
      outcome: finished.at(-1)?.outcome ?? "internal_error",
      exit: finished.at(-1)?.exit,
      ...hideInStreams(last, hide),
      ...(traps.length > 0 ? { project: [], home: [] } : changes),
      network: machine.isTraced ? readNetworkTrace(processes.programs.map(({ trace = "" }) => trace).join("\n")) : undefined,
      reply: { texts: textsOf(reply).map(hide), isError: reply.isError },
      sprung,
    };
  } finally {
    await copies.give(prepared, traps);
  }
}

/** A copy of the project, and its files before a call. */
interface PreparedCopy {
  readonly copy: ProjectCopy;
  readonly before: { readonly project: Snapshot; readonly home: Snapshot };
  /** Whether the call left every file unchanged, so that another example can run in the copy. */
  isClean: boolean;
}

/** Copies of the project for the examples. Most examples read, and the next one runs in the same copy. */
interface CopyPool {
  readonly take: (traps: readonly Trap[]) => Promise<PreparedCopy>;
  readonly give: (copy: PreparedCopy, traps: readonly Trap[]) => Promise<void>;
}

function createCopyPool(folder: ExampleFolder): CopyPool {
  const free = new Map<string, PreparedCopy[]>();
  const keyOf = (traps: readonly Trap[]): string => traps.map(({ id }) => id).join();
  return {
    async take(traps) {
      const known = free.get(keyOf(traps))?.pop();
      if (known !== undefined) return known;
      const copy = await folder.copy();
      plantTraps(traps, copy);
      return { copy, before: { project: readSnapshot(copy.project), home: readSnapshot(copy.home) }, isClean: false };
    },
    async give(prepared, traps) {
      if (!prepared.isClean) return await folder.discard(prepared.copy);
      const key = keyOf(traps);
      free.set(key, [...(free.get(key) ?? []), prepared]);
      prepared.isClean = false;
    },
  };
}

/** Returns the streams of a program without the paths of the copy, whose length depends on the machine. */
function hideInStreams(
  program: ReturnType<typeof createExampleProcesses>["programs"][number] | undefined,
  hide: (text: string) => string,
): Pick<ObservedCall, "stdout" | "stderr" | "stdoutSize" | "stderrSize"> {
  const hideIn = (bytes: Buffer): Buffer => Buffer.from(hide(bytes.toString("latin1")), "latin1");
  const [stdout, stderr] = [hideIn(program?.stdout ?? Buffer.alloc(0)), hideIn(program?.stderr ?? Buffer.alloc(0))];
  return {
    stdout,
    stderr,
    stdoutSize: stdout.length + (program === undefined ? 0 : program.stdoutSize - program.stdout.length),
    stderrSize: stderr.length + (program === undefined ? 0 : program.stderrSize - program.stderr.length),
  };
}

/** Cache: a config has many examples. */
const handlers = new WeakMap<CliFile, RequestHandler>();

/** Returns the handler of a server with the tools of one config. */
function handlerOf(file: CliFile): RequestHandler {
  const known = handlers.get(file);
  if (known !== undefined) return known;
  const handler = createRequestHandler(createIndexOver(createPartsReader(toCliTools(resolveModel([file], {}).clis))), false);
  handlers.set(file, handler);
  return handler;
}

/** Runs the call as the server runs `climax_call`, without a policy. Calls that need a confirmation are confirmed. */
async function callTool(
  { file, tool, args }: PlannedExample,
  copy: ProjectCopy,
  observed: { readonly run: ExampleMachine["runner"]["run"]; readonly onFinished: (call: FinishedCall) => void },
): Promise<ToolReply> {
  const env = exampleEnvironment(copy);
  const machine = { directory: copy.project, architecture: process.arch, realPath: toRealPath, isLink };
  const combined = combineExecutionOn(machine, { embedded: [] }, env);
  if (combined.kind === "refused") throw new Error(combined.problem);
  return await handlerOf(file).callListedTool(
    CALL_TOOL,
    { tool_name: tool.name, args },
    {
      env,
      policies: [],
      execution: combined.execution,
      directory: copy.project,
      limiter: createLimiter(),
      confirm: () => Promise.resolve({ kind: "accepted" }),
      ...observed,
    },
  );
}

/** Returns the texts that a host shows to a model. */
function textsOf({ text, notes = [], hint }: ToolReply): readonly string[] {
  return [text, ...notes, ...(hint === undefined ? [] : [hint])];
}

/** Writes the files of traps, and the programs that mark them as sprung. */
function plantTraps(traps: readonly Trap[], copy: ProjectCopy): void {
  if (traps.length === 0) return;
  const marks = join(copy.other, MARKS);
  makeFolders(marks);
  for (const { id, plant } of traps) {
    const spring = join(copy.other, "springs", id);
    writeInto(copy.other, `springs/${id}`, `#!/bin/sh\n: > '${join(marks, id)}'\n`, true);
    for (const { path, text, isExecutable } of plant(spring, (one) => readTextIfThere(join(copy.project, one))))
      writeInto(copy.project, path, text, isExecutable);
  }
}

function createPathHider({ project, home, other }: ProjectCopy): (text: string) => string {
  return (text) => text.replaceAll(project, "PROJECT").replaceAll(home, "HOME").replaceAll(other, "OTHER");
}
