/** Detects that an engine, such as bwrap, has failed before it started the program. */
import type { ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";
import { createOutputBuffer } from "./output-buffer.ts";
import type { NotStarted } from "./process-failure.ts";
import type { FailingStarter, ProcessRequest } from "./process-request.ts";
import { FIRST_DESCRIPTOR } from "./process-request.ts";

/** Maximum size of the engine's message and of its status, in bytes. */
const MAX_BYTES = 2000;

/** The start of a program by its engine. */
export interface ProgramStart {
  /** Reports whether the engine can report nothing more. */
  readonly hasEnded: () => boolean;
  /** Returns the failure of the engine, or undefined if it has started the program. Called after the engine has exited with a code above 0. */
  readonly findFailure: (exit: number) => NotStarted | undefined;
}

const STARTED: ProgramStart = { hasEnded: () => true, findFailure: () => undefined };

/** Returns the values for `stdio` of `spawn` of the descriptors after those of `files`. */
export function starterStdio({ starter }: Pick<ProcessRequest, "starter">): readonly "pipe"[] {
  return starter === undefined || "hasFailed" in starter ? [] : ["pipe"];
}

/** Reads the status of the request's engine. Without an engine, the program counts as started. */
export function watchStart(child: ChildProcess, { starter, files = [] }: Pick<ProcessRequest, "starter" | "files">): ProgramStart {
  if (starter !== undefined && "hasFailed" in starter) return watchMessage(child, starter);
  const stream = child.stdio[FIRST_DESCRIPTOR + files.length];
  if (starter === undefined || !(stream instanceof Duplex)) return STARTED;
  const [status, message] = [createOutputBuffer(MAX_BYTES), createOutputBuffer(MAX_BYTES)];
  // A broken pipe counts as the end of the status.
  stream.on("data", status.push).on("error", ignore);
  // Node.js emits `close` of the process only after both directions of the stream have ended.
  stream.end();
  child.stderr?.on("data", message.push);
  return {
    hasEnded: () => stream.readableEnded,
    findFailure() {
      if (starter.hasStarted(status.text())) return undefined;
      return toFailure(starter.name, message.text());
    },
  };
}

/** Reads the message of an engine that reports nothing else. */
function watchMessage(child: ChildProcess, { name, hasFailed }: FailingStarter): ProgramStart {
  const message = createOutputBuffer(MAX_BYTES);
  let hasOutput = false;
  child.stdout?.once("data", () => (hasOutput = true));
  child.stderr?.on("data", message.push);
  return {
    hasEnded: () => true,
    findFailure: (exit) => (!hasOutput && hasFailed(exit, message.text()) ? toFailure(name, message.text()) : undefined),
  };
}

function toFailure(name: string, message: string): NotStarted {
  return { kind: "not_started", reason: "executor_failed", subject: name, message: message.trim() };
}

function ignore(): void {}
