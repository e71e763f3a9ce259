/** Completes the arguments of a command line with the one that a tool takes from standard input. */
import { placeOf } from "../argument/form.ts";
import type { InputKind, ReadInput } from "../shell/terminal.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import { isRequired } from "../tool/tool.ts";
import type { ReadLine } from "./reading.ts";

/** The arguments, or the reason why standard input cannot be read. */
export type CompleteArgs =
  | { readonly kind: "complete"; readonly args: Readonly<Record<string, ArgValue>> }
  | { readonly kind: "refused"; readonly problem: string };

/**
 * Returns the arguments with the text of standard input, if the tool has an argument for it. An optional argument is read from a pipe or a
 * file only. A terminal is never read.
 */
export function completeInput({ tool, args }: Pick<ReadLine, "tool" | "args">, kind: InputKind, read: () => ReadInput): CompleteArgs {
  const arg = tool.args.find((one) => placeOf(one) === "stdin");
  if (arg === undefined || kind === "terminal" || (kind === "other" && !isRequired(arg))) return { kind: "complete", args };
  const input = read();
  return input.kind === "read" ? { kind: "complete", args: { ...args, [arg.name]: input.text } } : input;
}
