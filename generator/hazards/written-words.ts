/** Lists the words that commands and arguments of a tool write. Text of the caller is represented by a placeholder. */
import type { LinePart } from "@climax-gen/runtime/internal/command-line/pattern";
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isInFile, isRepeatable, placeOf, toForm } from "@climax-gen/runtime/internal/argument/form";
import { allowsDash, followsDashDash } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { argumentPattern, linePattern } from "@climax-gen/runtime/internal/command-line/pattern";
import { resolverOrder } from "@climax-gen/runtime/internal/command-line/resolver-line";
import { isWholeSystem } from "@climax-gen/runtime/internal/policy/path-context";
import { splitCommand, unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import { placeholdersOf, readTemplate } from "@climax-gen/runtime/internal/tool/template";
import type { CheckedResolver } from "../check/files/checked-file.ts";
import { addressOf } from "../check/files/locations.ts";
import { dashFactsIn } from "../check/files/tool-program.ts";
import { acceptsOption, acceptsPrefix, ownLimits } from "./option-injections.ts";
import type { Slot } from "./command-shape.ts";
import type { EnabledCommand, HazardPart } from "./hazard.ts";
import { constraintsOf, flagPartOf, namesValues, partAt } from "./hazard.ts";
import { findListedProgram, programName } from "./programs/programs.ts";

/** A word of the config, or a placeholder for text of the caller. */
export type WrittenWord =
  | { readonly kind: "fixed"; readonly text: string; readonly part: HazardPart }
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

/** Returns the words of all arguments in their order, then the values that are not on the command line. */
export function listWrittenWords(owner: EnabledCommand): readonly WrittenWord[] {
  const { tool } = owner;
  const written = linePattern({ args: tool.args, global_args: [] }, tool).flatMap((part) => wordsOfPart(part, owner));
  // The check stage rejects variables that select code, such as `PATH`.
  const others = tool.args.filter((arg) => ["stdin", "directory"].includes(placeOf(arg)));
  return [...written, ...others.map((arg) => ({ kind: "slot", slot: toSlot(arg, owner) }) as const)];
}

/** Returns the values of the caller among words. */
export function slotsOf(words: readonly WrittenWord[]): readonly Slot[] {
  return words.flatMap((word) => (word.kind === "slot" ? [word.slot] : []));
}

function wordsOfPart(part: LinePart, owner: EnabledCommand): readonly WrittenWord[] {
  if (part.kind === "arg") return wordsOfArg(part.arg, owner);
  if (part.kind !== "words") return [];
  const place = partAt(owner.file, { kind: "item", tool: owner.tool.name, item: part.item }, ["words"]);
  return wordsOfTemplates(part.templates, place, (name) => findArg(name, owner));
}

/** Returns the words of a resolver after its command. */
export function listResolverWords(resolver: CheckedResolver, owner: EnabledCommand): readonly WrittenWord[] {
  const part = partAt(owner.file, addressOf(owner.tool.name), ["resolve", resolver.name]);
  return resolverOrder(resolver).flatMap((templates) => wordsOfTemplates(templates, part, (name) => findArg(name, owner)));
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
  const slot = toSlot(arg, owner);
  const [first] = argumentPattern(arg);
  if (arg.enum_words !== undefined || first === undefined) return [{ kind: "slot", slot }];
  const flag: readonly WrittenWord[] =
    "part" in first.origin && first.origin.part === "flag" ? [{ kind: "fixed", text: first.text, part: flagPartOf(owner, arg.name) }] : [];
  if (arg.value === undefined) return [...flag, { kind: "slot", slot }];
  const part = partAt(owner.file, addressOf(owner.tool.name, arg.name), ["value"]);
  return [...flag, ...wordsOfTemplates(arg.value, part, () => slot, slot.flag)];
}

function findArg(name: string, owner: EnabledCommand): Slot | undefined {
  const arg = owner.tool.args.find((candidate) => candidate.name === name);
  return arg && toSlot(arg, owner);
}

/**
 * Returns the words of templates. Text after an option, such as `["-c", "{}"]` or `--command={}`, is the value of that option.
 * @param flag the flag before the words. Empty for words without one.
 */
function wordsOfTemplates(
  templates: readonly string[],
  part: HazardPart,
  slotOf: (name: string) => Slot | undefined,
  flag = "",
): readonly WrittenWord[] {
  return templates.map((template, index): WrittenWord => {
    const { parts } = readTemplate(template);
    const slots = parts.flatMap((piece) => (piece.kind === "placeholder" ? (slotOf(piece.name) ?? []) : []));
    const slot = slots.find(({ isFree }) => isFree) ?? slots[0];
    const [first] = parts;
    const start = first?.kind === "text" ? first.text : "";
    if (slot === undefined) return { kind: "fixed", text: start, part };
    const own = /^(--?[\w-]+)=?/.exec(start)?.[1] ?? optionBefore(templates, index);
    const option = index === 0 && flag !== "" ? flag : own;
    const isStart = first?.kind === "placeholder";
    // A text that a pattern limits is assumed to be intended in a word with other text: `.import {file} {table}`.
    const isFree = slot.isFree && !(parts.length > 1 && slot.isLimited);
    const accepts = isStart ? slot.accepts : () => false;
    const canStartWith = isStart ? slot.canStartWith : (prefix: string) => start.startsWith(prefix);
    const kind = option === undefined ? "operand" : "flag";
    return { kind: "slot", slot: { ...slot, isFree, kind, flag: option ?? "", accepts, canStartWith } };
  });
}

function optionBefore(templates: readonly string[], index: number): string | undefined {
  const before = templates[index - 1] ?? "";
  return before.startsWith("-") && placeholdersOf(before).length === 0 ? before : undefined;
}

function toSlot(arg: ToolArg, owner: EnabledCommand): Slot {
  const rules = [ownLimits(arg), ...constraintsOf(owner, arg.name)];
  const form = toForm(arg);
  const isLimitedFolder = isConfined(arg, owner);
  // The text of a file is not on the command line, so no word starts with it.
  const isDashed = allowsDash(arg) && !isInFile(arg) && !followsDashDash(arg, dashFactsIn(owner.file, owner.tool));
  return {
    name: arg.name,
    kind: kindOf(form),
    flag: form.place === "option" ? form.flag.replace(/=$/, "") : "",
    isFree: isFreeText(arg, owner) && !(form.place === "directory" && isLimitedFolder),
    accepts: (option) => isDashed && rules.every((rule) => acceptsOption(option, rule)),
    isLimited: ownLimits(arg).pattern !== undefined,
    isConfined: isLimitedFolder,
    canStartWith: (prefix) => rules.every((rule) => acceptsPrefix(prefix, rule)),
    isRequired: arg.required === true || arg.default !== undefined,
    isList: isRepeatable(arg),
  };
}

function kindOf(form: ReturnType<typeof toForm>): Slot["kind"] {
  if (form.place === "stdin" || form.place === "directory") return form.place;
  const isOperand = form.place === "operand" || (form.place === "words" && form.words.kind !== "mapped");
  return isOperand ? "operand" : "flag";
}
