/** Completes the last word of a command line. */
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { COMMANDS } from "./commands.ts";
import { choicesOf, listFlags, negationOf } from "./flags.ts";
import type { ShellFlag } from "./flags.ts";
import { FRONT_FLAGS } from "./front-options.ts";

/** The names of the shells whose completion scripts the front end prints. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The completions of a word. */
export interface Completions {
  /** Words that start with the typed one, sorted. */
  readonly words: readonly string[];
  /** Whether names of files are completions, too. */
  readonly files: boolean;
}

/** Options whose value is the name of a file or a directory. */
const FILE_OPTIONS: ReadonlySet<string> = new Set(["--policy", "--root"]);

/** The options that can follow the name of a tool. */
const OWN_FLAGS = ["--args", "--dry-run", "--help", "--json"];

/** Returns the completions of the last of these words, which are those after the name of the program. */
export function complete(index: Pick<ToolIndex, "names" | "get">, words: readonly string[]): Completions {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const at = findName(before);
  if (at === undefined) {
    if (FILE_OPTIONS.has(before.at(-1) ?? "")) return { words: [], files: true };
    return select(last.startsWith("-") ? FRONT_FLAGS : [...COMMANDS, ...index.names()], last);
  }
  const [name = "", ...rest] = before.slice(at);
  switch (name) {
    case "completion":
      return select(SHELLS, last);
    case "help":
      return select(index.names(), last);
    case "list":
    case "search":
      return select(["--json"], last);
    case "call":
      return rest.length === 0 ? select(index.names(), last) : completeTool(index, rest, last);
    default:
      return completeTool(index, [name, ...rest], last);
  }
}

/** Returns the position of the first word that is neither an option nor the value of one. */
function findName(words: readonly string[]): number | undefined {
  const withValue = new Set([...FILE_OPTIONS, "--log-level", "--args"]);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) return at;
    if (withValue.has(word)) at += 1;
  }
  return undefined;
}

function completeTool(index: Pick<ToolIndex, "get">, [name = "", ...before]: readonly string[], last: string): Completions {
  const tool = index.get(name);
  if (tool === undefined) return { words: [], files: false };
  const flags = listFlags(tool);
  const isEnded = before.includes("--");
  const ofFlag = (spelling: string | undefined): ShellFlag | undefined => flags.find((flag) => flag.flag === spelling && takesWord(flag));
  const valued = isEnded ? undefined : ofFlag(before.at(-1));
  if (valued !== undefined) return completeValue(valued, last, "");
  const [spelling = "", inline] = last.split(/=(.*)/s);
  const inlined = flags.find(({ flag }) => flag === spelling);
  if (!isEnded && inline !== undefined && inlined !== undefined) return completeValue(inlined, inline, `${spelling}=`);
  if (!isEnded && last.startsWith("-")) return select([...flags.flatMap(spellingsOf), ...OWN_FLAGS], last);
  const operands = flags.filter(({ isOperand }) => isOperand);
  const choices = operands.flatMap((flag) => choicesOf(flag));
  return { ...select(choices, last), files: operands.some((flag) => choicesOf(flag).length === 0 && flag.type === "string") };
}

function takesWord({ kind }: ShellFlag): boolean {
  return kind !== "switch" && kind !== "optional";
}

function spellingsOf(flag: ShellFlag): readonly string[] {
  return flag.kind === "switch" ? [flag.flag, negationOf(flag)] : [flag.flag];
}

/** Returns the values of a flag. `prefix` is the part of the word before the value. */
function completeValue(flag: ShellFlag, typed: string, prefix: string): Completions {
  const choices = flag.kind === "switch" ? ["true", "false"] : choicesOf(flag);
  const files = choices.length === 0 && flag.type === "string" && prefix === "";
  return { words: select(choices, typed).words.map((word) => `${prefix}${word}`), files };
}

function select(words: readonly string[], typed: string): Completions {
  return { words: [...new Set(words.filter((word) => word.startsWith(typed) && !/\s/.test(word)))].toSorted(), files: false };
}

/** Returns the lines that completion scripts read: `files` or `words`, and one completion in each further line. */
export function formatCompletions({ words, files }: Completions): string {
  return [files ? "files" : "words", ...words].map((line) => `${line}\n`).join("");
}
