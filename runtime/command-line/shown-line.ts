/** Masks secret values in command lines that users see or logs contain. */
import type { CommandLine, PlacedText } from "./command-line.ts";
import type { CommandWord, PlacedValue } from "./command-word.ts";
import { MASK } from "../text/mask.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";

/** Renders a value that is not secret. */
type ShowValue = (value: PlacedValue) => string;

/** Returns the words with every secret value as `***`. A secret boolean's flag is left out, because its presence is the value. */
export function maskWords(line: Pick<CommandLine, "words">): readonly CommandWord[] {
  return showWords(line, ({ text }) => text);
}

/** Returns the words as strings, with every secret value as `***`, and the config's variables by name (`$TOKEN`). */
export function maskArgv(line: CommandLine): readonly string[] {
  return maskWords(toNamed(line)).map(({ text }) => text);
}

/** Returns the words of `maskArgv`, with each value replaced by the result of `show`, or by `***` if it is secret. */
export function showArgv(line: CommandLine, show: ShowValue): readonly string[] {
  return showWords(toNamed(line), show).map(({ text }) => text);
}

/** Returns the value of `stdin` or `cwd`, or `***` if its argument is secret. */
export function maskText({ arg, text }: PlacedText): string {
  return arg.secret === true ? MASK : text;
}

/** Returns the argument with its default replaced by `***` if it is secret. */
export function maskDefault(arg: ToolArg): ToolArg {
  return arg.secret === true && arg.default !== undefined ? { ...arg, default: maskValue(arg.default) } : arg;
}

/** Returns the values, with each item of a secret argument replaced by `***`. The keys of a map are not replaced. */
export function maskValues<Value>(args: readonly ToolArg[], values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value | ArgValue> {
  const secrets = args.filter(({ name, secret }) => secret === true && values.has(name));
  if (secrets.length === 0) return values;
  return new Map<string, Value | ArgValue>([...values, ...secrets.map(({ name }) => [name, maskValue(values.get(name))] as const)]);
}

function maskValue(value: unknown): ArgValue {
  if (Array.isArray(value)) return value.map(() => MASK);
  if (typeof value !== "object" || value === null) return MASK;
  return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]));
}

function toNamed({ words, namedWords = words }: CommandLine): Pick<CommandLine, "words"> {
  return { words: namedWords };
}

function isSecret({ arg, isKey }: PlacedValue): boolean {
  return arg.secret === true && isKey !== true;
}

function showWords({ words }: Pick<CommandLine, "words">, show: ShowValue): readonly CommandWord[] {
  return words
    .filter(({ arg }) => arg?.secret !== true)
    .map((word) => {
      if (word.parts.every((part) => typeof part === "string")) return word;
      const text = word.parts.map((part) => (typeof part === "string" ? part : isSecret(part) ? MASK : show(part))).join("");
      return { ...word, text };
    });
}
