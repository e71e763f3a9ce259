/**
 * Finds text of the caller that a program executes. Walks the fixed words of a command line; `executed-arguments.ts` searches the arguments
 * after them.
 */
import type { ListedProgram } from "./programs/program.ts";
import type { CommandShape, ExecutedText, Walk } from "./command-shape.ts";
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

function walkWords(shape: CommandShape, walk: Walk): ExecutedText | undefined {
  const { words, variables } = shape;
  const { program, label, from } = walk;
  if (isAnyOf(variables, program.safeOptions)) return undefined;
  let [operands, isFixed, hasDoubleDash] = [0, false, false];
  let script: string | undefined;
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? "";
    const next = words[at + 1];
    if (program.safeOptions?.includes(word) === true) return undefined;
    if (word === program.startOption && next !== undefined) return walkProgram(shape, at + 1) ?? findRelative(shape, walk, next);
    switch (kindOf(word, program, hasDoubleDash)) {
      case "separator":
        hasDoubleDash = true;
        break;
      case "code":
        if (next === undefined) return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, pending: at });
        // `bash -c -e 'code'`: the code is the first operand.
        if (program.passesArguments === true && next.startsWith("-")) break;
        // The code of `ssh -o` runs on this machine. The remote shell still reads commands from standard input.
        isFixed ||= program.runsAnyText !== true;
        at += 1;
        if (program.isShell === true || program.starts !== undefined) script ??= relativeProgramOf(next);
        if (program.isShell === true && runsItsArguments(next))
          return findInRest(shape, { ...walk, program: { operands: 0 }, label: `${label} ${word}`, operands: 0, isFixed, hasDoubleDash });
        break;
      case "load":
        if (next === undefined) return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, pending: at });
        at += 1;
        break;
      case "value":
        if (next === undefined) return findInRest(withoutOperand(shape), { ...walk, operands, isFixed, hasDoubleDash });
        at += 1;
        break;
      case "option":
        isFixed ||= (program.options ?? []).some((option) => word.startsWith(`${option}=`));
        break;
      case "assignment":
        break;
      case "operand": {
        const inner = operands === 0 ? selectSubcommand(word, walk, at) : undefined;
        if (inner !== undefined) return walkWords(shape, inner);
        if (program.starts === operands) {
          const started = findStarted(words, from, at);
          const inLauncher = program.runsAnyText === true ? findInLauncher(shape, walk) : undefined;
          return inLauncher ?? walkProgram(shape, started) ?? findRelative(shape, walk, words[started] ?? "") ?? findDirectory(shape, walk);
        }
        if (program.operands === operands) {
          script = program.hasScript === true && !isFixed ? word : undefined;
          isFixed = true;
        }
        operands += 1;
      }
    }
  }
  return findInRest(shape, { ...walk, operands, isFixed, hasDoubleDash, ...(script !== undefined && { script }) });
}

/** The meaning of a fixed word: `code`, `load` and `value` are options whose value is the next word. */
type WordKind = "separator" | "code" | "load" | "value" | "option" | "assignment" | "operand";

function kindOf(word: string, program: ListedProgram, hasDoubleDash: boolean): WordKind {
  const { options = [], loads = [], directories = [], values = [], starts } = program;
  if (!hasDoubleDash) {
    if (word === "--") return "separator";
    if (isOneOf(word, options)) return "code";
    if (loads.includes(word) || directories.includes(word)) return "load";
    if (values.includes(word)) return "value";
    if (word.startsWith("-")) return "option";
  }
  return starts !== undefined && isAssignment(word) ? "assignment" : "operand";
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

function isAssignment(word: string): boolean {
  return /^\w+=/.test(word);
}

/** Reports whether shell code executes its arguments as code or as a command: `eval "$1"`, `exec "$@"`. */
function runsItsArguments(code: string): boolean {
  return /\beval\b/.test(code) || /(?:^|[;&|(]|\bexec\b)\s*["']?\$[@*\d]/.test(code);
}
