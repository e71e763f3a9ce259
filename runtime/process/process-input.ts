/** Gives a program its standard input and other texts to read: as unnamed files, or as pipes if no file can be made. */
import type { ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";
import type { UnnamedFile } from "./unnamed-file.ts";
import { openUnnamedFile } from "./unnamed-file.ts";

/**
 * Node.js makes a socket pair of a `pipe`, and a socket cannot be opened again: `cat /dev/stdin` fails. A file can, and the program
 * may also seek in it.
 */
type Input =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly file: UnnamedFile }
  | { readonly kind: "pipe"; readonly content: Uint8Array };

export interface ProcessInputs {
  /** For `stdio` of `spawn`: standard input, and what follows standard error. */
  readonly stdin: number | "pipe" | "ignore";
  readonly others: readonly (number | "pipe" | "ignore")[];
  /** Writes to the pipes of the started program. */
  readonly write: (child: ChildProcess) => void;
  /** Closes the server's descriptors; the program has its own. */
  readonly close: () => void;
}

/** Number of the first descriptor behind standard input, output and error. */
const FIRST_DESCRIPTOR = 3;

/**
 * Opens all inputs, each in the first of `folders` that can hold it. An absent or empty `stdin` is /dev/null.
 * Throws the system's error if too many files are open; nothing stays open then.
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
  // EPIPE only says that the program did not read to the end, which is its own affair.
  stream.on("error", ignore).end(input.content);
  // Both directions of such a stream have to end before the process counts as closed.
  stream.resume();
}

function ignore(): void {}
