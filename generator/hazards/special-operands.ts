/** Finds words that a program reads as options, as an operator or as a command, although they do not start with a dash. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isOnCommandLine, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { placeholdersOf } from "@climax-gen/runtime/internal/tool/template";
import { addressOf } from "../check/files/locations.ts";
import { endsOptions } from "./option-injections.ts";
import type { Slot } from "./command-shape.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";
import type { OperandForm } from "./programs/operand-forms.ts";
import { operandFormsOf } from "./programs/operand-forms.ts";
import { listWrittenWords, startedProgramOf } from "./written-words.ts";

/** Returns one hazard for each argument with such words. */
export function findSpecialOperands(owner: EnabledCommand): readonly Hazard[] {
  const { program, words } = startedProgramOf(owner);
  const forms = operandFormsOf(program);
  if (forms.length === 0) return [];
  const first = words.length > 0 ? [] : listFirst(owner);
  const isEnded = words.includes("--") || endsOptions(owner);
  return listOperands(owner, words).flatMap(({ slot, isValue }) => {
    const form = forms.find(({ starts, isFirst = false, followsOptions = false, isOptionLike = false, isAnyWord = false }) => {
      const isElsewhere = (isFirst && !first.includes(slot.name)) || (followsOptions && isValue) || (slot.kind === "flag" && !isAnyWord);
      return !isElsewhere && !(isOptionLike && isEnded) && starts.some(slot.canStartWith);
    });
    return form === undefined ? [] : [toHazard(owner, { slot, form, program })];
  });
}

interface FoundOperand {
  readonly slot: Slot;
  readonly form: OperandForm;
  readonly program: string;
}

function toHazard(owner: EnabledCommand, { slot, form, program }: FoundOperand): Hazard {
  const { file, tool } = owner;
  const { example, meaning, isFirst = false } = form;
  const part = partAt(file, addressOf(tool.name, slot.name), [
    tool.args.some((arg) => arg.name === slot.name && placeOf(arg) === "operand") ? "positional" : "name",
  ]);
  return hazardAt("special-operand", part, partsOf(owner, slot.name), {
    tool: tool.name,
    arg: slot.name,
    program,
    example,
    meaning,
    isFirst,
  });
}

/** A free operand, or the free value of an option that is a separate word. */
interface Operand {
  readonly slot: Slot;
  /** True if the word before it is an option, whose value it can be. */
  readonly isValue: boolean;
}

function listOperands(owner: EnabledCommand, words: readonly string[]): readonly Operand[] {
  const written = listWrittenWords(owner);
  return written.flatMap((word, index) => {
    if (word.kind === "fixed" || !word.slot.isFree) return [];
    const before = written[index - 1];
    const previous = before === undefined ? words.at(-1) : before.kind === "fixed" ? before.text : undefined;
    if (word.slot.kind !== "operand" && (word.slot.kind !== "flag" || previous !== word.slot.flag)) return [];
    return [{ slot: word.slot, isValue: previous !== undefined && /^-.*[^-]/.test(previous) }];
  });
}

/** Returns the names of the arguments that can be the first word after the program. Operands precede flags, unless `order` is set. */
function listFirst({ tool: { args, order } }: EnabledCommand): readonly string[] {
  const operands = args.filter((arg) => placeOf(arg) === "operand");
  const found: string[] = [];
  for (const item of order ?? operands.map(({ name }) => name)) {
    const names = typeof item === "string" ? [item] : item.flatMap(placeholdersOf);
    const members = names.flatMap((name) => args.find((arg) => arg.name === name) ?? []);
    found.push(...members.filter((arg) => ["operand", "words"].includes(placeOf(arg))).map(({ name }) => name));
    const isOmitted = (arg: ToolArg): boolean => arg.type === "boolean" || (arg.required !== true && arg.default === undefined);
    if (members.every((arg) => isOnCommandLine(arg) && !isOmitted(arg))) return found;
  }
  return found;
}
