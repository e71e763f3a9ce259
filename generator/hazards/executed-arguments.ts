/** Finds the argument whose text a program executes, after its fixed words. */
import type { CommandShape, ExecutedText, Rest, Walk } from "./command-shape.ts";
import type { ListedProgram } from "./programs/program.ts";

/** Finds an executed text among the arguments of a launcher, apart from the program that it starts. */
export function findInLauncher(shape: CommandShape, walk: Walk): ExecutedText | undefined {
  const { starts = 0 } = walk.program;
  const rest: Rest = { ...walk, operands: starts + 1, isFixed: false, hasDoubleDash: false, isStarted: true };
  return findOperand(shape, rest) ?? findOption(shape, rest) ?? (walk.program.stdin === true ? findInput(shape, rest) : undefined);
}

/** Finds an executed text among the arguments: the first kind that applies. */
export function findInRest(shape: CommandShape, rest: Rest): ExecutedText | undefined {
  return (
    findPending(shape, rest) ?? findOperand(shape, rest) ?? findOption(shape, rest) ?? findInput(shape, rest) ?? findDirectory(shape, rest)
  );
}

/** Finds the operand that becomes the value of the option at the end of the fixed words. */
function findPending({ words, slots, endsOptions }: CommandShape, { program, label, pending }: Rest): ExecutedText | undefined {
  // The option belongs to a flag of the caller, which `findOption` examines.
  const isOwn = slots[0]?.kind === "flag" && slots[0].flag === words[pending ?? -1];
  if (pending === undefined || endsOptions || isOwn) return undefined;
  const isDirectory = program.directories?.includes(words[pending] ?? "") === true;
  const operands = slots.filter(({ kind, isConfined }) => kind === "operand" && !(isDirectory && isConfined));
  const last = operands.findIndex(({ isRequired }) => isRequired);
  const found = operands.slice(0, last === -1 ? operands.length : last + 1).find(({ isFree }) => isFree);
  return found && { program: `${label} ${words[pending] ?? ""}`, arg: found.name, word: pending };
}

function findOperand(
  { words, slots, endsOptions }: CommandShape,
  { program, label, from, operands, isFixed, hasDoubleDash }: Rest,
): ExecutedText | undefined {
  // A caller who chooses the subcommand can choose one that executes the words after it.
  const subcommand = program.subcommands !== undefined && operands === 0 ? 0 : undefined;
  const first = program.operands ?? program.starts ?? subcommand;
  if (
    first === undefined ||
    program.enabledBy?.some((word) => words.includes(word)) === false ||
    (program.passesArguments === true && isFixed)
  )
    return undefined;
  if (program.isOptionLike === true && (endsOptions || hasDoubleDash)) return undefined;
  let position = operands;
  for (const slot of slots) {
    if (slot.kind !== "operand") continue;
    // If an optional operand is omitted, the later operands move forward. An operand is executed if its highest possible index is.
    const isCode = slot.isFree && (program.codePrefix === undefined || slot.canStartWith(program.codePrefix));
    if (isCode && (position >= first || slot.isList)) return { program: label, arg: slot.name, word: from - 1 };
    if (position >= first && slot.isRequired && (program.passesArguments === true || program.starts !== undefined)) return undefined;
    position += 1;
  }
  return undefined;
}

/** Finds a flag, or an operand that can be an option, whose value is executed. */
function findOption(
  { slots, endsOptions }: CommandShape,
  { program, label, from, isFixed, hasDoubleDash, isStarted = false }: Rest,
): ExecutedText | undefined {
  if (program.runsAnyText === true && (isStarted || program.options === undefined)) {
    const flag = slots.find(({ kind, isFree }) => kind === "flag" && isFree);
    if (flag !== undefined) return { program: label, arg: flag.name, word: from - 1 };
  }
  const options = listOptions(program);
  if ((program.passesArguments === true && isFixed) || hasDoubleDash) return undefined;
  const operands = slots.filter(({ kind }) => kind === "operand");
  for (const { name, kind, flag, isFree, isConfined, isList, accepts } of slots) {
    if (!isFree) continue;
    if (kind === "flag" && !isConfined && program.directories?.includes(flag) === true) return { program: `${label} ${flag}`, arg: name };
    if (kind === "flag" && (isOneOf(flag, options) || isGlued(flag, options))) return { program: `${label} ${flag}`, arg: name };
    const hasRoom = isList || operands.length >= (program.minWords ?? 1);
    const option = kind === "operand" && !endsOptions && hasRoom ? options.find(accepts) : undefined;
    if (option !== undefined) return { program: `${label} ${option}`, arg: name };
  }
  return undefined;
}

function findInput({ slots }: CommandShape, { program, label, from, isFixed, operands }: Rest): ExecutedText | undefined {
  const runsInput = program.stdin !== undefined || (program.starts !== undefined && operands <= program.starts);
  const isCode = program.stdin === "always" || !isFixed;
  const required = slots.filter(({ kind, isRequired }) => kind === "operand" && isRequired).length;
  // With code as an operand, as in `sqlite3 notes.db '.import /dev/stdin notes'`, standard input is data.
  const hasCode = program.operands !== undefined && operands + required > program.operands;
  const isData = required > 0 && (program.passesArguments === true || hasCode) && program.stdin !== "always";
  if (!runsInput || !isCode || isData) return undefined;
  const input = slots.find(({ kind, isFree }) => kind === "stdin" && isFree);
  return input && { program: label, arg: input.name, word: from - 1 };
}

/** Finds a working directory of the caller, from which the program reads code: a makefile, or a relative script. */
export function findDirectory(
  { words, slots, variables }: CommandShape,
  rest: Pick<Rest, "program" | "label" | "from" | "script">,
): ExecutedText | undefined {
  const { program, label, from, script } = rest;
  const readsDirectory = program.readsDirectory === true && !isAnyOf([...words, ...variables], program.directoryGuards);
  if (!readsDirectory && (script === undefined || /^[/~$]/.test(script))) return undefined;
  const directory = slots.find(({ kind, isFree }) => kind === "directory" && isFree);
  return directory && { program: label, arg: directory.name, word: from - 1 };
}

/** Reports whether one of the words is in a list, or starts with a member of the list that ends in `=`. */
export function isAnyOf(words: readonly string[], list: readonly string[] = []): boolean {
  return words.some((word) => list.some((one) => (one.endsWith("=") ? word.startsWith(one) : word === one)));
}

/** Reports whether a word is one of the options, or a cluster of short options that ends with one. */
export function isOneOf(word: string, options: readonly string[]): boolean {
  if (options.includes(word)) return true;
  return /^-[A-Za-z]{2,4}$/.test(word) && options.includes(`-${word.at(-1) ?? ""}`) && !options.some((option) => /^-[a-z]{2}/.test(option));
}

/** Reports whether a word is a short option with the start of its value: `-oProxyCommand` for `-o`. */
function isGlued(word: string, options: readonly string[]): boolean {
  return /^-[A-Za-z]\w/.test(word) && options.includes(word.slice(0, 2)) && !options.some((option) => /^-[a-z]{2}/.test(option));
}

/** Returns the options whose value is executed, as code, as a module, or as a program. */
function listOptions({ options = [], loads = [], startOption }: ListedProgram): readonly string[] {
  return [...options, ...loads, ...(startOption === undefined ? [] : [startOption])];
}
