/** Reads words as a call of one tool. */
import { isInFile, isOnCommandLine } from "../argument/form.ts";
import { argvOf, buildCommandLine } from "../command-line/command-line.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isListArg, isRequired } from "../tool/tool.ts";
import { absentValue } from "./absent-values.ts";
import { assignOperands } from "./assign-operands.ts";
import type { LineConstant } from "./line-entry.ts";
import type { LinePlan } from "./line-plan.ts";
import type { Passed } from "./read-fill.ts";
import { readingGrammar } from "./reading-grammar.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";
import { areAnswer, isImplied } from "./implied-words.ts";
import { scanWords } from "./scan-words.ts";
import { collectItems, type Item } from "./word-shape.ts";

/** A call of a tool that words can be. */
export interface ToolReading {
  readonly kind: "fits";
  readonly plan: LinePlan;
  readonly values: ReadonlyMap<string, ArgValue>;
  /** Constant words that the caller did not write. */
  readonly added: readonly LineConstant[];
  /** The words of defaults. */
  readonly addedDefaults: readonly string[];
  /** The number of constant words that the caller wrote. */
  readonly written: number;
  /** Constant words that answer a question of the program, and that the caller did not write. */
  readonly asked: readonly string[];
}

/** Reads the words after the program as a call of the tool of a plan. */
export function readAsTool(words: readonly string[], plan: LinePlan, program: string, env: Environment): ToolReading | Refusal {
  const grammar = readingGrammar(program, plan.path);
  const scanned = scanWords(words, plan, grammar, program);
  if (scanned.kind === "refused") return scanned;
  const start = plan.path.length;
  const operands = scanned.operands.slice(start);
  const file = grammar.hasResponseFiles ? operands.find((word) => word.startsWith("@")) : undefined;
  if (file !== undefined)
    return refuse("response-file", file, words.indexOf(file), `the program reads further words from the file '${file}'`);
  const dashes = scanned.dashes === undefined ? undefined : Math.max(scanned.dashes - start, 0);
  const assigned = assignOperands(plan.operands, operands, dashes, {
    at: words.length - operands.length,
    divides: grammar.dividesOperands,
  });
  if (assigned.kind === "refused") return assigned;
  const collected = collectValues(
    [...(plan.preset === undefined ? [] : [plan.preset]), ...scanned.passed, ...assigned.passed],
    words.length,
  );
  if (collected.kind === "refused") return collected;
  const { values, constants } = collected;
  const implying = { operands: operands.length - (plan.hasLeadingOperand ? 1 : 0), words };
  const unwritten = plan.constants.filter(
    (constant) => !constant.isAdded && !constants.has(constant) && !isImplied(constant.words, program, plan.path, implying),
  );
  const missing = unwritten.find((constant) => !areAnswer(constant.words, program, plan.path));
  if (missing !== undefined)
    return refuse("missing-word", "", words.length, `${plan.tool.name} needs the words ${missing.words.join(" ")}`);
  const absent = plan.tool.args.find((arg) => isRequired(arg) && isOnCommandLine(arg) && !values.has(arg.name));
  if (absent !== undefined) return refuse("missing-word", "", words.length, `${plan.tool.name} needs ${absent.name}`);
  const defaults = readDefaults(plan, values, program, words.length);
  if (defaults.kind === "refused") return defaults;
  const added = plan.constants.filter((constant) => !constants.has(constant));
  const written = [...constants].reduce((sum, constant) => sum + constant.words.length, 0);
  const asked = unwritten.flatMap((constant) => constant.words);
  const reading: ToolReading = { kind: "fits", plan, values: defaults.values, added, addedDefaults: defaults.words, written, asked };
  return checkOrder(words, reading, program, env);
}

interface ReadDefaults {
  readonly kind: "defaults";
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly words: readonly string[];
}

/** Completes the values with those that the absence of words means. */
function readDefaults({ tool, path }: LinePlan, given: ReadonlyMap<string, ArgValue>, program: string, at: number): ReadDefaults | Refusal {
  const values = new Map(given);
  const words: string[] = [];
  for (const arg of tool.args) {
    if (arg.default === undefined || given.has(arg.name) || !isOnCommandLine(arg) || arg.file !== undefined) continue;
    const absent = absentValue(arg, arg.default, program, path);
    if (absent.kind === "value") values.set(arg.name, absent.value);
    else if (absent.kind === "default") words.push(...absent.words);
    else return refuse("missing-word", "", at, `${tool.name} needs ${arg.name}: write ${absent.words.join(" ")} or another value`);
  }
  return { kind: "defaults", values, words };
}

const EXPRESSION = "the words are an expression that is evaluated in their order";
const IMAGE = "options act on the files before or after them";

/** Programs for which the order of the options has a meaning, with the reason. Their words must be exactly those that the server would write. */
export const ORDER_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["find", EXPRESSION],
  ["sox", IMAGE],
  ["ffmpeg", IMAGE],
  ["convert", IMAGE],
  ["magick", IMAGE],
  ["identify", IMAGE],
  ["compare", IMAGE],
  ["montage", IMAGE],
  ["mogrify", IMAGE],
  ["mlr", "commands follow each other in a chain"],
  ["gnuplot", "commands run in their order"],
  ["qpdf", "groups of options end with `--`"],
  ["rsync", "the first rule for a file counts"],
  ["rclone", "the first rule for a file counts"],
  ["tesseract", "the output name precedes the options"],
  ["ip", EXPRESSION],
  ["tc", EXPRESSION],
]);

/** Refuses a command line whose order has a meaning, unless the server would write the same words in the same order. */
function checkOrder(words: readonly string[], reading: ToolReading, program: string, env: Environment): ToolReading | Refusal {
  const reason = ORDER_PROGRAMS.get(program);
  if (reason === undefined) return reading;
  const built = buildWords(reading, env);
  let place = 0;
  for (const word of built) if (word === words[place]) place += 1;
  const [word = ""] = words.slice(place);
  return place === words.length
    ? reading
    : refuse("order-dependent", word, place, `the order of the words has a meaning (${reason}), and the tool writes them in another one`);
}

/** Returns the words that the server runs for a reading, after the program. */
export function buildWords({ plan, values }: ToolReading, env: Environment): readonly string[] {
  const defaults = plan.tool.args.flatMap((arg) => (arg.default === undefined ? [] : [[arg.name, arg.default] as const]));
  const all = new Map([...defaults, ...values]);
  return argvOf(buildCommandLine(plan.tool, plan.handler, { values: all, env })).slice(1);
}

interface CollectedValues {
  readonly kind: "collected";
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly constants: ReadonlySet<LineConstant>;
}

/** Collects the values of all options and operands. An option that is no list must not be repeated: programs differ in which one counts. */
function collectValues(passed: readonly Passed[], at: number): CollectedValues | Refusal {
  const constants = new Set<LineConstant>();
  const values = new Map<string, ArgValue>();
  const items = new Map<ToolArg, Item[]>();
  for (const one of passed) {
    switch (one.kind) {
      case "constant":
        constants.add(one.fill.constant);
        break;
      case "values":
        for (const [arg, value] of one.values) {
          if (values.has(arg.name)) return refuseRepeated(arg, at);
          values.set(arg.name, value);
        }
        break;
      case "items": {
        const list = items.get(one.arg);
        if (list === undefined) items.set(one.arg, [...one.items]);
        else list.push(...one.items);
      }
    }
  }
  for (const [arg, list] of items) {
    if (isInFile(arg))
      return refuse(
        "file-argument",
        "",
        at,
        `the tool takes the text of ${arg.name} itself, not the path of a file; call the tool instead`,
      );
    const isList = isListArg(arg) || arg.type === "map";
    if (values.has(arg.name) || (!isList && list.length > 1)) return refuseRepeated(arg, at);
    const value = isList ? collectItems(arg, list) : list.find((item) => typeof item !== "object");
    if (value === undefined) return refuseRepeated(arg, at);
    values.set(arg.name, value);
  }
  return { kind: "collected", values, constants };
}

function refuseRepeated({ name }: ToolArg, at: number): Refusal {
  return refuse("repeated-option", "", at, `${name} is given twice; programs differ in which one counts`);
}
