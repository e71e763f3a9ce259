/**
 * Finds text of the caller that a program executes. Walks the fixed words of a command line; `executed-arguments.ts` searches the arguments
 * after them.
 */
import type { ListedProgram } from "./programs/program.ts";
import type { CommandShape, ExecutedText, Rest, Walk } from "./command-shape.ts";
import { findDirectory, findInLauncher, findInRest, isAnyOf, isOneOf } from "./executed-arguments.ts";
import { findListedProgram, programName } from "./programs/programs.ts";

/** Returns the first executed text, or undefined if no text of the caller is executed. */
export function findExecutedText(shape: CommandShape): ExecutedText | undefined {
  return walkProgram(shape, 0) ?? findInside(shape);
}

/** Finds a shell or interpreter with inline code after an unlisted program: `fakeroot sh -c`. */
function findInside(shape: CommandShape): ExecutedText | undefined {
  for (const [at, word] of shape.words.entries()) {
    const program = findListedProgram(word);
    if (at === 0 || program?.passesArguments !== true || program.options === undefined) continue;
    const next = shape.words[at + 1];
    const found = next !== undefined && isOneOf(next, program.options) ? walkProgram(shape, at) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function walkProgram(shape: CommandShape, at: number): ExecutedText | undefined {
  const word = shape.words[at] ?? "";
  const program = findListedProgram(word);
  return program && walkWords(shape, { program, label: programName(word), from: at + 1 });
}

/** Reads the words one by one, until one of them decides what the program executes. */
function walkWords(shape: CommandShape, walk: Walk): ExecutedText | undefined {
  if (isAnyOf(shape.variables, walk.program.safeOptions)) return undefined;
  let rest: Rest = { ...walk, operands: 0, isFixed: false, hasDoubleDash: false };
  for (const reading of readWords(shape.words, walk)) {
    const decision = decide(shape, rest, reading);
    if (decision !== undefined) return decision.found;
    rest = advance(rest, reading);
  }
  return findInRest(shape, rest);
}

/** A fixed word, as the program reads it. */
interface ReadWord {
  /** `code`, `load` and `value` are options whose value is the next word. */
  readonly kind: "separator" | "code" | "load" | "value" | "option" | "assignment" | "operand";
  readonly word: string;
  /** The index of the word. */
  readonly at: number;
  /** The next word. */
  readonly next?: string;
}

/** Returns the words of a program without the values of its options. */
function readWords(words: readonly string[], { program, from }: Walk): readonly ReadWord[] {
  const readings: ReadWord[] = [];
  for (let at = from; at < words.length; at += 1) {
    const [word = "", next] = words.slice(at, at + 2);
    const isAfterSeparator = readings.some(({ kind }) => kind === "separator");
    const kind = kindOf(word, next, program, isAfterSeparator);
    readings.push({ kind, word, at, ...(next !== undefined && { next }) });
    if (kind === "code" || kind === "load" || kind === "value") at += 1;
  }
  return readings;
}

function kindOf(word: string, next: string | undefined, program: ListedProgram, isAfterSeparator: boolean): ReadWord["kind"] {
  const { options = [], loads = [], directories = [], values = [], starts, passesArguments } = program;
  if (!isAfterSeparator) {
    if (word === "--") return "separator";
    // `bash -c -e 'code'`: the code is the first operand.
    if (isOneOf(word, options)) return passesArguments === true && next?.startsWith("-") === true ? "option" : "code";
    if (loads.includes(word) || directories.includes(word)) return "load";
    if (values.includes(word)) return "value";
    if (word.startsWith("-")) return "option";
  }
  return starts !== undefined && /^\w+=/.test(word) ? "assignment" : "operand";
}

/** Returns the result of the walk if a word decides it: the executed text, or undefined for none. Returns undefined for other words. */
function decide(shape: CommandShape, rest: Rest, reading: ReadWord): { readonly found: ExecutedText | undefined } | undefined {
  const { program, label, operands } = rest;
  const { kind, word, at, next } = reading;
  if (program.safeOptions?.includes(word) === true) return { found: undefined };
  if (word === program.startOption && next !== undefined) return { found: walkProgram(shape, at + 1) ?? findRelative(shape, rest, next) };
  if ((kind === "code" || kind === "load") && next === undefined) return { found: findInRest(shape, { ...rest, pending: at }) };
  if (kind === "value" && next === undefined) return { found: findInRest(withoutOperand(shape), rest) };
  if (kind === "code" && program.isShell === true && runsItsArguments(next ?? ""))
    return { found: findInRest(shape, { ...rest, program: { operands: 0 }, label: `${label} ${word}`, operands: 0 }) };
  if (kind !== "operand") return undefined;
  const inner = operands === 0 ? selectSubcommand(word, rest, at) : undefined;
  if (inner !== undefined) return { found: walkWords(shape, inner) };
  return program.starts === operands ? { found: findInStarted(shape, rest, at) } : undefined;
}

/** Returns the state after a word that does not decide the result. */
function advance(rest: Rest, { kind, word, next = "" }: ReadWord): Rest {
  const { program, operands, isFixed, script, ...others } = rest;
  if (kind === "separator") return { ...rest, hasDoubleDash: true };
  if (kind === "option") return { ...rest, isFixed: isFixed || (program.options ?? []).some((option) => word.startsWith(`${option}=`)) };
  if (kind === "code") {
    const first = script ?? (program.isShell === true || program.starts !== undefined ? relativeProgramOf(next) : undefined);
    // The code of `ssh -o` runs on this machine. The remote shell still reads commands from standard input.
    return { ...rest, isFixed: isFixed || program.runsAnyText !== true, ...(first !== undefined && { script: first }) };
  }
  if (kind !== "operand") return rest;
  if (program.operands !== operands) return { ...rest, operands: operands + 1 };
  const isScript = program.hasScript === true && !isFixed;
  return { ...others, program, operands: operands + 1, isFixed: true, ...(isScript && { script: word }) };
}

/** Finds text that a launcher executes, or the program that it starts: the operand at the index, or the next one. */
function findInStarted(shape: CommandShape, { program, label, from }: Walk, at: number): ExecutedText | undefined {
  const walk = { program, label, from };
  const started = findStarted(shape.words, from, at);
  return (
    (program.runsAnyText === true ? findInLauncher(shape, walk) : undefined) ??
    walkProgram(shape, started) ??
    findRelative(shape, walk, shape.words[started] ?? "") ??
    findDirectory(shape, walk)
  );
}

/** Returns the walk of the subcommand that the first operand selects, or undefined if the program goes on with its operands. */
function selectSubcommand(word: string, { program, label }: Walk, at: number): Walk | undefined {
  const { subcommands, loads = [], readsDirectory = false, directories = [], directoryGuards } = program;
  const chosen = subcommands?.get(word);
  const isOfDirectory = readsDirectory || chosen?.readsDirectory === true;
  const own: ListedProgram = {
    ...chosen,
    loads: [...loads, ...(chosen?.loads ?? [])],
    readsDirectory: isOfDirectory,
    directories: [...(isOfDirectory ? directories : []), ...(chosen?.directories ?? [])],
    ...(directoryGuards !== undefined && { directoryGuards: [...directoryGuards, ...(chosen?.directoryGuards ?? [])] }),
  };
  if (chosen !== undefined) return { program: own, label: `${label} ${word}`, from: at + 1 };
  const isHarmless = subcommands !== undefined && program.operands === undefined;
  return isHarmless ? { program: own, label, from: at + 1 } : undefined;
}

/** Finds a working directory of the caller from which a launcher starts a relative program: `timeout 5 ./report`. */
function findRelative(shape: CommandShape, { program, label, from }: Walk, word: string): ExecutedText | undefined {
  const script = program.startsElsewhere === true ? undefined : relativeProgramOf(word);
  return script === undefined ? undefined : findDirectory(shape, { program: {}, label, from, script });
}

/** Returns the relative program that a shell command starts with, after its variables. */
function relativeProgramOf(code: string): string | undefined {
  return /^\s*(?:exec\s+)?(?:\w+=\S*\s+)*(?<path>[\w.@%+-]+\/\S*)/.exec(code)?.groups?.["path"];
}

/** Returns the shape without its first operand, which is the value of an option. */
function withoutOperand(shape: CommandShape): CommandShape {
  const first = shape.slots.findIndex(({ kind }) => kind === "operand");
  return { ...shape, slots: shape.slots.filter((_, index) => index !== first) };
}

/**
 * Returns the index of the program that a launcher starts. This is `at`, unless the next word is a listed program and a word before it can
 * be the value of an unlisted option, as in `timeout --kill-after 5 10 make`.
 */
function findStarted(words: readonly string[], from: number, at: number): number {
  const [word = "", next = ""] = words.slice(at, at + 2);
  if (findListedProgram(word) !== undefined || findListedProgram(next) === undefined) return at;
  const hasValue = words
    .slice(from, at)
    .some((option, index) => option.startsWith("-") && words[from + index + 1]?.startsWith("-") === false);
  return hasValue ? at + 1 : at;
}

/** Reports whether shell code executes its arguments as code or as a command: `eval "$1"`, `exec "$@"`. */
function runsItsArguments(code: string): boolean {
  return /\beval\b/.test(code) || /(?:^|[;&|(]|\bexec\b)\s*["']?\$[@*\d]/.test(code);
}
