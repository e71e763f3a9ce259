/** Writes the arguments of a tool as words of a shell. */
import { isJsonObject } from "../text/json.ts";
import type { ShellFlag } from "./flags.ts";
import { negationOf } from "./flags.ts";

/**
 * Returns the words that `readWords` reads as these arguments: flags, then operands. Arguments without a flag are in `--args`, and so are
 * lists and maps without an item.
 */
export function writeWords(given: Readonly<Record<string, unknown>>, flags: readonly ShellFlag[]): readonly string[] {
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  const operands = toOperands(given, flags);
  const words: string[] = [];
  const rest = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    if (operands.names.has(name)) continue;
    const flag = byName.get(name);
    const written = flag && writeFlag(flag, value);
    if (written === undefined) rest.set(name, value);
    else words.push(...written);
  }
  const args = rest.size === 0 ? [] : ["--args", JSON.stringify(Object.fromEntries(rest))];
  const needsEnd = operands.words.some((word) => word.startsWith("-") && word !== "-");
  return [...words, ...args, ...(needsEnd ? ["--"] : []), ...operands.words];
}

interface Operands {
  readonly names: ReadonlySet<string>;
  readonly words: readonly string[];
}

/**
 * Returns the arguments that are written without a flag. An operand after an omitted optional one keeps its flag: the words would be read
 * as the value of the omitted one.
 */
function toOperands(given: Readonly<Record<string, unknown>>, flags: readonly ShellFlag[]): Operands {
  const names = new Set<string>();
  const words: string[] = [];
  let isOmitted = false;
  for (const { name, isOperand, isRequired, kind } of flags) {
    if (!isOperand) continue;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const items = kind === "list" ? (Array.isArray(value) ? value : undefined) : isWord(value) ? [value] : undefined;
    if (items === undefined || items.length === 0 || !items.every(isWord)) isOmitted = true;
    else if (!isOmitted || (isRequired && items.length === 1)) {
      names.add(name);
      words.push(...items.map(String));
      // A list takes all words that no required argument needs.
      isOmitted ||= kind === "list";
    }
  }
  return { names, words };
}

/** Returns the words of an argument, or undefined if its value does not become words. */
function writeFlag(flag: ShellFlag, value: unknown): readonly string[] | undefined {
  switch (flag.kind) {
    case "switch":
      return typeof value === "boolean" ? [value ? flag.flag : negationOf(flag)] : undefined;
    case "optional":
      if (typeof value === "boolean") return [value ? flag.flag : negationOf(flag)];
      return isWord(value) ? [`${flag.flag}=${value}`] : undefined;
    case "value":
      return isWord(value) && !(flag.isInput && value === "-") ? writeValue(flag, value) : undefined;
    case "list":
      return Array.isArray(value) && value.length > 0 && value.every(isWord) ? value.flatMap((item) => writeValue(flag, item)) : undefined;
    case "map": {
      const entries = isJsonObject(value) ? Object.entries(value) : [];
      const isPlain = entries.length > 0 && entries.every(([key, text]) => typeof text === "string" && !key.includes("="));
      return isPlain ? entries.flatMap(([key, text]) => writeValue(flag, `${key}=${String(text)}`)) : undefined;
    }
    case "json":
      return [flag.flag, JSON.stringify(value)];
  }
}

function writeValue({ flag }: ShellFlag, value: string | number | boolean): readonly string[] {
  const text = String(value);
  return text.startsWith("-") ? [`${flag}=${text}`] : [flag, text];
}

function isWord(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
