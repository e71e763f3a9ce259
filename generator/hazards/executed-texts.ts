/** Finds tools whose callers can choose a program or code to execute. */
import { addressOf, WHOLE_FILE } from "../check/files/locations.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import { endsOptions } from "./option-injections.ts";
import type { CommandShape, ExecutedText, Slot } from "./command-shape.ts";
import { findExecutedText } from "./find-executed-text.ts";
import { findListedProgram } from "./programs/programs.ts";
import type { Hazard, HazardPart, EnabledCommand } from "./hazard.ts";
import { flagPartOf, hazardAt, locatePart, partAt, partsOf } from "./hazard.ts";
import type { WrittenWord } from "./written-words.ts";
import { listResolverWords, listVariables, listWrittenWords, slotsOf, wordsOf } from "./written-words.ts";

/**
 * Returns a hazard for each argument whose text the command line of a tool or of one of its resolvers executes. It points at the command,
 * with a note at the argument, or at the argument if this is the cause itself.
 */
export function findExecutedTexts(owner: EnabledCommand): readonly Hazard[] {
  const { order, resolve = [] } = owner.tool;
  const command = listCommandWords(owner, partAt(owner.file, addressOf(owner.tool.name), ["command"]), owner.tool.command);
  const own = { command, isOrdered: order !== undefined, endsOptions: endsOptions(owner), listWritten: () => listWrittenWords(owner) };
  const resolvers = resolve.map((resolver): StartedLine => {
    const part = partAt(owner.file, addressOf(owner.tool.name), ["resolve", resolver.name, "command"]);
    const words = listCommandWords(owner, part, resolver.command);
    return { command: words, isOrdered: true, endsOptions: false, listWritten: () => listResolverWords(resolver, owner) };
  });
  return [own, ...resolvers].flatMap((line) => findInLine(owner, line));
}

/** Returns the program of a tool that runs code of its working directory, such as `npm test`, whether or not callers choose the directory. */
export function findDirectoryCode(owner: EnabledCommand): string | undefined {
  const { file, tool } = owner;
  const constant = (tool.order ?? []).flatMap((item) => (typeof item === "string" ? [] : item));
  const words = [...wordsOf(tool.program ?? file.command), ...wordsOf(tool.command), ...constant];
  return findExecutedText({ words, slots: [ANY_DIRECTORY], endsOptions: false, variables: listVariables(owner) })?.program;
}

/** A working directory of the caller. */
const ANY_DIRECTORY: Slot = {
  name: "",
  kind: "directory",
  flag: "",
  isFree: true,
  accepts: () => false,
  isLimited: false,
  isConfined: false,
  canStartWith: () => false,
  isRequired: false,
  isList: false,
};

/** A command line that a tool starts: its own, or that of a resolver. */
interface StartedLine {
  /** The words of the program, then those of the command. */
  readonly command: readonly FixedWord[];
  /** True if constant words can follow values of the caller. */
  readonly isOrdered: boolean;
  /** True if operands follow `--`. */
  readonly endsOptions: boolean;
  /** Lists the words after those of the command. */
  readonly listWritten: () => readonly WrittenWord[];
}

function findInLine(owner: EnabledCommand, { command, isOrdered, endsOptions: isEnded, listWritten }: StartedLine): readonly Hazard[] {
  // Without `order`, only the words of the command can name a program.
  if (!isOrdered && command.every(({ text }) => findListedProgram(text) === undefined)) return [];
  const written = listWritten();
  if (!written.some((word) => word.kind === "slot" && word.slot.isFree)) return [];
  const shapes = isOrdered ? listShapes(owner, command, written) : [{ words: command, slots: slotsOf(written) }];
  for (const shape of shapes) {
    const words = shape.words.map(({ text }) => text);
    const found = listExecutedTexts({ words, slots: shape.slots, endsOptions: isEnded, variables: listVariables(owner) });
    if (found.length > 0) return found.map((text) => toHazard(owner, text, shape));
  }
  return [];
}

/**
 * Returns every executed text of a command line, because each argument can be acknowledged separately. Flags of programs such as `ssh`,
 * which execute the text of any flag, count as one.
 */
export function listExecutedTexts(shape: CommandShape): readonly ExecutedText[] {
  const found: ExecutedText[] = [];
  let { slots } = shape;
  for (;;) {
    const text = findExecutedText({ ...shape, slots });
    if (text === undefined) return found;
    const isOfAnyFlag = text.word !== undefined && slots.some(({ name, kind }) => name === text.arg && kind === "flag");
    if (found.length === 0 || !isOfAnyFlag) found.push(text);
    slots = slots.map((slot) => (slot.name === text.arg ? { ...slot, isFree: false } : slot));
  }
}

function toHazard(owner: EnabledCommand, found: ExecutedText, { words, slots }: Shape): Hazard {
  const executes = { program: found.program, arg: found.arg, tool: owner.tool.name };
  const isDirectory = slots.some(({ name, kind }) => name === found.arg && kind === "directory");
  const details = { ...executes, isDirectory };
  const argPart = flagPartOf(owner, found.arg);
  const part = found.word === undefined ? undefined : words[found.word]?.part;
  if (part === undefined) return { ...hazardAt("interpreter-command", argPart, partsOf(owner, found.arg), details), executes };
  const hazard = hazardAt("interpreter-command", part, partsOf(owner, found.arg), details);
  const chosen = `callers choose this ${isDirectory ? "directory" : "text"}`;
  return { ...hazard, executes, diagnostic: withRelated(hazard.diagnostic, chosen, locatePart(argPart)) };
}

/** A word before the arguments, with the part of the file that it comes from. */
interface FixedWord {
  readonly text: string;
  readonly part: HazardPart;
}

/** The fixed words before a value of the caller, and the values that follow. */
interface Shape {
  readonly words: readonly FixedWord[];
  readonly slots: readonly Slot[];
}

/** Returns one shape for each value after a fixed word, because any of these words can be the cause. */
function listShapes(owner: EnabledCommand, words: readonly FixedWord[], written: readonly WrittenWord[]): readonly Shape[] {
  const slots = slotsOf(written);
  const input = slots.filter(isElsewhere);
  return written.flatMap((word, index) => {
    if (word.kind === "fixed" || (index > 0 && written[index - 1]?.kind === "slot")) return [];
    const before = written.slice(0, index).map((earlier) => toFixedWord(earlier, owner));
    const later = written.slice(index);
    // Values after a constant operand, such as a subcommand, belong to another shape.
    const end = later.findIndex((part) => part.kind === "fixed" && !part.text.startsWith("-"));
    const rest = later
      .slice(0, end === -1 ? later.length : end)
      .flatMap((part) => (part.kind === "slot" && !isElsewhere(part.slot) ? [part.slot] : []));
    return [{ words: [...words, ...before], slots: [...rest, ...input] }];
  });
}

/** Reports whether a value is not on the command line. */
function isElsewhere({ kind }: Slot): boolean {
  return kind === "stdin" || kind === "directory";
}

/** Placeholder for a value of the caller that an earlier shape has examined. */
const SOME_VALUE = "VALUE";

function toFixedWord(word: WrittenWord, owner: EnabledCommand): FixedWord {
  if (word.kind === "fixed") return word;
  return { text: SOME_VALUE, part: flagPartOf(owner, word.slot.name) };
}

/** Returns the words of the program, then those of a command that is written at the part. */
function listCommandWords(owner: EnabledCommand, part: HazardPart, command: string): readonly FixedWord[] {
  const { file, tool } = owner;
  const program = tool.program === undefined ? partAt(file, WHOLE_FILE, ["command"]) : partAt(file, addressOf(tool.name), ["program"]);
  return [
    ...wordsOf(tool.program ?? file.command).map((text) => ({ text, part: program })),
    ...wordsOf(command).map((text) => ({ text, part })),
  ];
}
