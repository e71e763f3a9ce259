/** Finds text of the caller that a program executes. Walks the fixed words of a command line, then its arguments. */
import type { Program } from "./program.ts";
import { findProgram, programName } from "./programs.ts";

/** Argument passed on the command line, on standard input, or as the working directory. */
export interface Slot {
  readonly name: string;
  readonly kind: "operand" | "flag" | "stdin" | "directory";
  /** Flag as written, without a trailing `=`. */
  readonly flag: string;
  /** True if callers can pass any text. */
  readonly isFree: boolean;
  /** Reports whether the text of an operand can be this option. */
  readonly accepts: (option: string) => boolean;
  /** True if the config limits the text with a pattern. */
  readonly isLimited: boolean;
  /** Reports whether the text can start with this prefix. */
  readonly canStartWith: (prefix: string) => boolean;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** The fixed words of a command line, and the arguments that callers can pass. */
export interface CommandShape {
  /** Fixed words, unquoted. */
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
  /** True if operands follow `--`. */
  readonly endsOptions: boolean;
}

/** Text of the caller that a program executes. */
export interface ExecutedText {
  /** Program, with the option or subcommand that executes the text: `bash -c`. */
  readonly program: string;
  /** Name of the argument. */
  readonly arg: string;
  /** Index of the fixed word that is the cause. Omitted if the argument itself is the cause. */
  readonly word?: number;
}

/** Returns the first executed text, or undefined if no text of the caller is executed. */
export function findExecutedText(shape: CommandShape): ExecutedText | undefined {
  return walkProgram(shape, 0) ?? findInside(shape);
}

/** Finds a shell or interpreter with inline code after an unlisted program: `fakeroot sh -c`. */
function findInside(shape: CommandShape): ExecutedText | undefined {
  for (const [at, word] of shape.words.entries()) {
    const program = findProgram(word);
    if (at === 0 || program?.passesArguments !== true || program.options === undefined) continue;
    const next = shape.words[at + 1];
    const found = next !== undefined && isOneOf(next, program.options) ? walkProgram(shape, at) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Walk {
  readonly program: Program;
  /** Name of the program and its selected subcommands. */
  readonly label: string;
  /** Index of the next word. */
  readonly from: number;
}

function walkProgram(shape: CommandShape, at: number): ExecutedText | undefined {
  const word = shape.words[at] ?? "";
  const program = findProgram(word);
  return program && walkWords(shape, { program, label: programName(word), from: at + 1 });
}

/** State after the fixed words of a program. */
interface Rest extends Walk {
  /** Number of fixed operands. */
  readonly operands: number;
  /** True if the fixed words already contain the code. */
  readonly isFixed: boolean;
  /** Index of the last word, if it is an option whose value is executed. */
  readonly pending?: number;
  /** True if a fixed word is `--`. */
  readonly hasDoubleDash: boolean;
  /** Fixed script of an interpreter. */
  readonly script?: string;
  /** True if a launcher has started its program, which gets the words. */
  readonly isStarted?: boolean;
}

function walkWords(shape: CommandShape, walk: Walk): ExecutedText | undefined {
  const { words } = shape;
  const { program, label, from } = walk;
  const { options = [], loads = [], values = [], subcommands, starts, startOption, safeOptions = [] } = program;
  let [operands, isFixed, hasDoubleDash] = [0, false, false];
  let script: string | undefined;
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? "";
    if (safeOptions.includes(word)) return undefined;
    if (word === startOption && at + 1 < words.length) return walkProgram(shape, at + 1);
    if (!hasDoubleDash && word === "--") hasDoubleDash = true;
    else if (!hasDoubleDash && isOneOf(word, options)) {
      const code = words[at + 1];
      if (code === undefined) return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, pending: at });
      // `bash -c -e 'code'`: the code is the first operand.
      if (program.passesArguments === true && code.startsWith("-")) continue;
      // The code of `ssh -o` runs on this machine. The remote shell still reads commands from standard input.
      isFixed ||= program.runsAnyText !== true;
      at += 1;
      if (program.isShell === true && runsItsArguments(code))
        return findInRest(shape, { ...walk, program: { operands: 0 }, label: `${label} ${word}`, operands: 0, isFixed, hasDoubleDash });
    } else if (!hasDoubleDash && (values.includes(word) || loads.includes(word))) {
      if (at + 1 === words.length && loads.includes(word))
        return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, pending: at });
      at += 1;
    } else if (!hasDoubleDash && word.startsWith("-")) isFixed ||= options.some((option) => word.startsWith(`${option}=`));
    else if (starts !== undefined && isAssignment(word)) continue;
    else {
      const chosen = operands === 0 ? subcommands?.get(word) : undefined;
      if (chosen !== undefined) {
        const inherited = { ...chosen, loads: [...loads, ...(chosen.loads ?? [])] };
        return walkWords(shape, { program: inherited, label: `${label} ${word}`, from: at + 1 });
      }
      if (subcommands !== undefined && program.operands === undefined) return walkWords(shape, { program: { loads }, label, from: at + 1 });
      if (starts === operands) {
        return (program.runsAnyText === true ? findInLauncher(shape, walk) : undefined) ?? walkProgram(shape, findStarted(words, from, at));
      }
      if (program.operands === operands) {
        script = program.hasScript === true && !isFixed ? word : undefined;
        isFixed = true;
      }
      operands += 1;
    }
  }
  return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, ...(script !== undefined && { script }) });
}

/**
 * Returns the index of the program that a launcher starts: `at`, or the next word if that is a listed program and a word before it can be
 * the value of an unlisted option, as in `timeout --kill-after 5 10 make`.
 */
function findStarted(words: readonly string[], from: number, at: number): number {
  const [word = "", next = ""] = words.slice(at, at + 2);
  if (findProgram(word) !== undefined || findProgram(next) === undefined) return at;
  const hasValue = words
    .slice(from, at)
    .some((option, index) => option.startsWith("-") && words[from + index + 1]?.startsWith("-") === false);
  return hasValue ? at + 1 : at;
}

/** Reports whether a word is one of the options, or a cluster of short options that ends with one. */
function isOneOf(word: string, options: readonly string[]): boolean {
  if (options.includes(word)) return true;
  return /^-[A-Za-z]{2,4}$/.test(word) && options.includes(`-${word.at(-1) ?? ""}`) && !options.some((option) => /^-[a-z]{2}/.test(option));
}

/** Reports whether a word is a short option with the start of its value: `-oProxyCommand` for `-o`. */
function isGlued(word: string, options: readonly string[]): boolean {
  return /^-[A-Za-z]\w/.test(word) && options.includes(word.slice(0, 2)) && !options.some((option) => /^-[a-z]{2}/.test(option));
}

/** Returns the options whose value is executed, as code, as a module, or as a program. */
function listOptions({ options = [], loads = [], startOption }: Program): readonly string[] {
  return [...options, ...loads, ...(startOption === undefined ? [] : [startOption])];
}

function isAssignment(word: string): boolean {
  return /^\w+=/.test(word);
}

/** Reports whether shell code executes its arguments as code or as a command: `eval "$1"`, `exec "$@"`. */
function runsItsArguments(code: string): boolean {
  return /\beval\b/.test(code) || /(?:^|[;&|(]|\bexec\b)\s*["']?\$[@*\d]/.test(code);
}

/** Finds an executed text among the arguments of a launcher, apart from the program that it starts. */
function findInLauncher(shape: CommandShape, walk: Walk): ExecutedText | undefined {
  const { starts = 0 } = walk.program;
  const rest: Rest = { ...walk, operands: starts + 1, isFixed: false, hasDoubleDash: false, isStarted: true };
  return findOperand(shape, rest) ?? findOption(shape, rest) ?? (walk.program.stdin === true ? findInput(shape, rest) : undefined);
}

function findInRest(shape: CommandShape, rest: Rest): ExecutedText | undefined {
  return (
    findPending(shape, rest) ?? findOperand(shape, rest) ?? findOption(shape, rest) ?? findInput(shape, rest) ?? findDirectory(shape, rest)
  );
}

/** Finds the operand that becomes the value of the option at the end of the fixed words. */
function findPending({ words, slots, endsOptions }: CommandShape, { label, pending }: Rest): ExecutedText | undefined {
  if (pending === undefined || endsOptions) return undefined;
  const operands = slots.filter(({ kind }) => kind === "operand");
  const last = operands.findIndex(({ isRequired }) => isRequired);
  const found = operands.slice(0, last === -1 ? operands.length : last + 1).find(({ isFree }) => isFree);
  return found && { program: `${label} ${words[pending] ?? ""}`, arg: found.name, word: pending };
}

function findOperand(
  { slots, endsOptions }: CommandShape,
  { program, label, from, operands, isFixed, hasDoubleDash }: Rest,
): ExecutedText | undefined {
  // A caller who chooses the subcommand can choose one that executes the words after it.
  const subcommand = program.subcommands !== undefined && operands === 0 ? 0 : undefined;
  const first = program.operands ?? program.starts ?? subcommand;
  if (first === undefined || (program.passesArguments === true && isFixed)) return undefined;
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
  for (const { name, kind, flag, isFree, isList, accepts } of slots) {
    if (!isFree) continue;
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
  const hasRequiredOperand = slots.some(({ kind, isRequired }) => kind === "operand" && isRequired);
  if (!runsInput || !isCode || (program.passesArguments === true && hasRequiredOperand)) return undefined;
  const input = slots.find(({ kind, isFree }) => kind === "stdin" && isFree);
  return input && { program: label, arg: input.name, word: from - 1 };
}

/** Finds a working directory of the caller, from which the program reads code: a makefile, or a relative script. */
function findDirectory({ slots }: CommandShape, { program, label, from, script }: Rest): ExecutedText | undefined {
  if (program.readsDirectory !== true && (script === undefined || /^[/~$]/.test(script))) return undefined;
  const directory = slots.find(({ kind, isFree }) => kind === "directory" && isFree);
  return directory && { program: label, arg: directory.name, word: from - 1 };
}
