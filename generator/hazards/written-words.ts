/** Lists the words that commands and arguments of a tool write. Text of the caller is represented by a placeholder. */
import type { ArgConstraint, ToolArg } from "@climax-gen/runtime/compiler";
import {
  isInFile,
  isWholeSystem,
  placeholdersOf,
  readTemplate,
  resolverOrder,
  splitCommand,
  toForm,
  unquoteWords,
} from "@climax-gen/runtime/compiler";
import type { CheckedResolver } from "../check/files/checked-file.ts";
import { addressOf } from "../check/files/locations.ts";
import { acceptsOption, acceptsPrefix, endsOptions } from "./accepted-options.ts";
import type { Slot } from "./command-shape.ts";
import type { EnabledCommand, Part } from "./hazard.ts";
import { constraintsOf, flagPartOf, namesValues, partAt } from "./hazard.ts";
import { findListedProgram, programName } from "./programs/programs.ts";

/** A word of the config, or a placeholder for text of the caller. */
export type WrittenWord =
  | { readonly kind: "fixed"; readonly text: string; readonly part: Part }
  | { readonly kind: "slot"; readonly slot: Slot };

/** Returns the words of a command without their quotes. */
export function wordsOf(command: string): readonly string[] {
  const split = splitCommand(command);
  return split.kind === "words" ? unquoteWords(split.words) : [];
}

/** A program, and the fixed words after it. */
export interface StartedProgram {
  /** Name without its directory. Empty if the command is. */
  readonly program: string;
  readonly words: readonly string[];
}

/** Returns the program that the command of a tool starts, after launchers such as `timeout 60`. */
export function startedProgramOf({ file, tool }: EnabledCommand): StartedProgram {
  const words = [...wordsOf(tool.program ?? file.command), ...wordsOf(tool.command)];
  let at = 0;
  for (let next = 0; next < words.length; next += 1) {
    if (findListedProgram(words[at] ?? "")?.starts === undefined) break;
    const word = words[next + 1] ?? "-";
    if (!/^-|^\d|=/.test(word)) at = next + 1;
  }
  return { program: programName(words[at] ?? ""), words: words.slice(at + 1) };
}

/** Returns the fixed variables of a tool, as `NAME=value`. */
export function listVariables({ file, tool }: EnabledCommand): readonly string[] {
  return Object.entries({ ...file.env, ...tool.env }).map(([name, value]) => `${name}=${value}`);
}

/** Returns the words of all arguments: with `order`, in that order, otherwise in the order of the arguments. */
export function listWrittenWords(owner: EnabledCommand): readonly WrittenWord[] {
  const { args, order } = owner.tool;
  if (order === undefined) return args.flatMap((arg) => wordsOfArg(arg, owner));
  const placed = new Set(order.flatMap((item) => (typeof item === "string" ? [] : item.flatMap(placeholdersOf))));
  return order.flatMap((item, index) => {
    if (typeof item === "string")
      return args.filter(({ name }) => name === item && !placed.has(name)).flatMap((arg) => wordsOfArg(arg, owner));
    const part = partAt(owner.file, { kind: "item", tool: owner.tool.name, item: index }, ["words"]);
    return wordsOfTemplates(item, part, (name) => findArg(args, name, owner));
  });
}

/** Returns the words of a resolver after its command. */
export function listResolverWords(resolver: CheckedResolver, owner: EnabledCommand): readonly WrittenWord[] {
  const part = partAt(owner.file, addressOf(owner.tool.name), ["resolve", resolver.name]);
  return resolverOrder(resolver).flatMap((templates) => wordsOfTemplates(templates, part, (name) => findArg(owner.tool.args, name, owner)));
}

/** Reports whether a caller can pass any text. */
function isFreeText(arg: ToolArg, owner: EnabledCommand): boolean {
  const isText = arg.type === "string" || (arg.type === "map" && arg.keys === undefined);
  return isText && arg.enum === undefined && constraintsOf(owner, arg.name).every((constraint) => !namesValues(constraint));
}

/** Reports whether the config or a policy limits a working directory. */
function isConfined(arg: ToolArg, owner: EnabledCommand): boolean {
  return [ownLimits(arg), ...constraintsOf(owner, arg.name)].some(
    ({ within, pattern }: ArgConstraint) => pattern !== undefined || (within !== undefined && !isWholeSystem(within)),
  );
}

function wordsOfArg(arg: ToolArg, owner: EnabledCommand): readonly WrittenWord[] {
  const form = toForm(arg);
  const slot = toSlot(arg, owner);
  switch (form.place) {
    case "variable":
      // The check stage rejects variables that select code, such as `PATH`.
      return [];
    case "directory":
      return [{ kind: "slot", slot: { ...slot, kind: "directory", isFree: slot.isFree && !slot.isConfined } }];
    case "stdin":
      return [{ kind: "slot", slot }];
    case "operand":
    case "words":
      return form.words.kind === "mapped" ? [{ kind: "slot", slot }] : wordsOfValue(arg, slot, owner);
    case "option": {
      if (form.words.kind === "mapped") return [{ kind: "slot", slot }];
      // An optional value is part of its flag's word.
      const isAlone = !form.isGlued && form.words.kind !== "optional";
      const flag: readonly WrittenWord[] = isAlone ? [{ kind: "fixed", text: form.flag, part: flagPartOf(owner, arg.name) }] : [];
      const [first, ...others] = wordsOfValue(arg, slot, owner);
      // The first template is the value of the flag.
      const firstWord = first?.kind === "slot" ? { ...first, slot: { ...first.slot, kind: "flag", flag: slot.flag } as const } : first;
      return [...flag, ...(firstWord ? [firstWord] : []), ...others];
    }
  }
}

/** Returns the words of a value after its flag. */
function wordsOfValue(arg: ToolArg, slot: Slot, owner: EnabledCommand): readonly WrittenWord[] {
  if (arg.value === undefined) return [{ kind: "slot", slot }];
  const part = partAt(owner.file, addressOf(owner.tool.name, arg.name), ["value"]);
  return wordsOfTemplates(arg.value, part, () => slot);
}

function findArg(args: readonly ToolArg[], name: string, owner: EnabledCommand): Slot | undefined {
  const arg = args.find((candidate) => candidate.name === name);
  return arg && toSlot(arg, owner);
}

/** Returns the words of templates. Text after an option, such as `["-c", "{}"]` or `--command={}`, is the value of that option. */
function wordsOfTemplates(templates: readonly string[], part: Part, slotOf: (name: string) => Slot | undefined): readonly WrittenWord[] {
  return templates.map((template, index): WrittenWord => {
    const { parts } = readTemplate(template);
    const slots = parts.flatMap((piece) => (piece.kind === "placeholder" ? (slotOf(piece.name) ?? []) : []));
    const slot = slots.find(({ isFree }) => isFree) ?? slots[0];
    const [first] = parts;
    const start = first?.kind === "text" ? first.text : "";
    if (slot === undefined) return { kind: "fixed", text: start, part };
    const option = /^(--?[\w-]+)=?/.exec(start)?.[1] ?? optionBefore(templates, index);
    const isStart = first?.kind === "placeholder";
    // A text that a pattern limits is assumed to be intended in a word with other text: `.import {file} {table}`.
    const isFree = slot.isFree && !(parts.length > 1 && slot.isLimited);
    const accepts = isStart ? slot.accepts : () => false;
    const canStartWith = isStart ? slot.canStartWith : (prefix: string) => start.startsWith(prefix);
    return {
      kind: "slot",
      slot: { ...slot, isFree, kind: option === undefined ? "operand" : "flag", flag: option ?? "", accepts, canStartWith },
    };
  });
}

function optionBefore(templates: readonly string[], index: number): string | undefined {
  const before = templates[index - 1] ?? "";
  return before.startsWith("-") && placeholdersOf(before).length === 0 ? before : undefined;
}

function toSlot(arg: ToolArg, owner: EnabledCommand): Slot {
  const constraints = constraintsOf(owner, arg.name);
  const form = toForm(arg);
  const isOperand = form.place === "operand" || (form.place === "words" && form.words.kind !== "mapped");
  // The text is in a temporary file, so no word starts with it.
  const isDashed = arg.allow_leading_dash === true && !isInFile(arg) && !(endsOptions(owner) && form.place === "operand");
  return {
    name: arg.name,
    kind: form.place === "stdin" ? "stdin" : isOperand ? "operand" : "flag",
    flag: form.place === "option" ? form.flag.replace(/=$/, "") : "",
    isFree: isFreeText(arg, owner),
    accepts: (option) => isDashed && [ownLimits(arg), ...constraints].every((rules) => acceptsOption(option, rules)),
    isLimited: ownLimits(arg).pattern !== undefined,
    isConfined: isConfined(arg, owner),
    canStartWith: (prefix) => [ownLimits(arg), ...constraints].every((rules) => acceptsPrefix(prefix, rules)),
    isRequired: arg.required === true || arg.default !== undefined,
    isList: "times" in form && (form.times === "each" || form.times === "together"),
  };
}

/** Returns the limits of the config on the start of a word. */
export function ownLimits({ type, pattern, keys }: ToolArg): { readonly pattern?: string } {
  const start = type === "map" ? keys?.pattern : pattern;
  return start === undefined ? {} : { pattern: start };
}
