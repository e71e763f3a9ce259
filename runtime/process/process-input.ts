/** Passes standard input and other data to a program, as unnamed files, or as pipes if no file can be created. */
import type { ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";
import type { UnnamedFile } from "./unnamed-file.ts";
import { openUnnamedFile } from "./unnamed-file.ts";
import { FIRST_DESCRIPTOR } from "./process-request.ts";

/**
 * One input of a program. A file is preferred, because the program can reopen it and seek in it. Node.js implements `pipe` as a socket
 * pair, and a socket cannot be reopened: `cat /dev/stdin` fails.
 */
type Input =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly file: UnnamedFile }
  | { readonly kind: "pipe"; readonly content: Uint8Array };

/** The input descriptors of a program. */
export interface ProcessInputs {
  /** Values for `stdio` of `spawn`: standard input, and the descriptors after standard error. */
  readonly stdin: number | "pipe" | "ignore";
  readonly others: readonly (number | "pipe" | "ignore")[];
  /** Writes to the pipes of the started program. */
  readonly write: (child: ChildProcess) => void;
  /** Closes the server's descriptors; the program has its own. */
  readonly close: () => void;
}

/**
 * Opens all inputs, each in the first of `folders` that can hold it. An absent or empty `stdin` is /dev/null.
 * Throws the system's error if too many files are open, after closing all inputs.
 */
export function openInputs(stdin: string | undefined, others: readonly Uint8Array[], folders: readonly string[]): ProcessInputs {
  const inputs: Input[] = [];
  const close = (): void => {
    for (const input of inputs) if (input.kind === "file") input.file.close();
  };
  try {
    inputs.push(stdin ? toInput(Buffer.from(stdin), folders) : { kind: "none" });
    for (const content of others) inputs.push(toInput(content, folders));
  } catch (error) {
    close();
    throw error;
  }
  const [first = "ignore", ...rest] = inputs.map(toStdio);
  return { stdin: first, others: rest, write: (child) => inputs.forEach((input, index) => writeInput(child, input, index)), close };
}

function toInput(content: Uint8Array, folders: readonly string[]): Input {
  const file = openUnnamedFile(content, folders);
  return file === undefined ? { kind: "pipe", content } : { kind: "file", file };
}

function toStdio(input: Input): number | "pipe" | "ignore" {
  switch (input.kind) {
    case "none":
      return "ignore";
    case "file":
      return input.file.descriptor;
    case "pipe":
      return "pipe";
  }
}

function writeInput(child: ChildProcess, input: Input, index: number): void {
  if (input.kind !== "pipe") return;
  const stream = child.stdio[index === 0 ? 0 : FIRST_DESCRIPTOR + index - 1];
  if (!(stream instanceof Duplex)) return;
  // EPIPE: the program closed the input early, which is allowed.
  stream.on("error", ignore).end(input.content);
  // Node.js emits `close` of the process only after both directions of the stream have ended.
  stream.resume();
}

function ignore(): void {}
