/** Validates and coerces the arguments of a call, and fills in defaults. */
import { renderValue } from "../text/render-value.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import { isEncodable } from "../text/utf8.ts";
import { coerceScalar, isInexactWhole } from "../tool/coerce.ts";
import type { ArgValue, MapValue, ScalarValue } from "../tool/tool-spec.ts";
import { findSeparator, keySeparatorsOf } from "./separators.ts";
import type { ToolArg } from "../tool/tool.ts";
import { canStandAlone, isListArg } from "../tool/tool.ts";

/**
 * Maximum number of items of a list argument. A longer list is rejected before its items are read. A command line has room for about as
 * many words (2 MiB on Linux). Longer input can be passed as one string on `stdin`.
 */
export const MAX_LIST_ITEMS = 10_000;

/** Maximum number of problems that a reply lists. The reply states the number of the others. */
export const MAX_REPORTED_PROBLEMS = 50;

/** An invalid or missing argument. `message` is for the caller only, because it may contain the value, even of a `secret` argument. */
export interface ArgumentProblem {
  readonly kind: "missing" | "type" | "enum" | "limit" | "relation" | "leading_dash" | "too_many_items";
  readonly arg: string;
  readonly message: string;
}

/** Result of the validation of types and members. */
export interface ValidatedArguments {
  /** The valid arguments of the call, coerced to their types. A value is a list if `repeat` is set. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** At most `MAX_REPORTED_PROBLEMS`. */
  readonly problems: readonly ArgumentProblem[];
  /** Number of further problems, which `problems` does not list. */
  readonly omitted: number;
}

/**
 * Validates a call's arguments: required, then type and enum (CLImax contract, "Behavior Rules" 2). Reports all problems: first missing
 * arguments in definition order, then the other problems in the order of `given`. Unknown names are ignored. `null` counts as absent,
 * because models send it for arguments that they omit. An empty list for a list and an empty object for a map also count as absent, even as
 * JSON text. A default does not satisfy `required`. Only own properties of `given` are read. If two arguments have the same name, the last
 * one applies (vector coerce.required.019).
 */
export function validateArguments(args: readonly ToolArg[], given: Readonly<Record<string, unknown>>): ValidatedArguments {
  const byName = new Map(args.map((arg) => [arg.name, arg]));
  const values = new Map<string, ArgValue>();
  const found = createProblemList();
  const present = new Set<string>();
  for (const name of Object.keys(given)) {
    const arg = byName.get(name);
    if (arg === undefined) continue;
    const value = isListArg(arg) ? parseListText(arg, given[name]) : given[name];
    if (isAbsent(arg, value)) continue;
    present.add(name);
    const before = found.count();
    const checked = checkValue({ arg, found }, value);
    if (found.count() === before) values.set(name, checked);
  }
  const missing = args.filter((arg) => arg.required === true && !present.has(arg.name)).map(missingProblem);
  const problems = [...missing, ...found.listed()].slice(0, MAX_REPORTED_PROBLEMS);
  return { values, problems, omitted: missing.length + found.count() - problems.length };
}

/**
 * Returns `values` in definition order, with the defaults of all arguments filled in, including `stdin` and `cwd`. A default is used as
 * written in the config, because the generator has checked its type.
 */
export function withDefaults(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>): ReadonlyMap<string, ArgValue> {
  const filled = new Map<string, ArgValue>();
  for (const arg of args) {
    const value = values.get(arg.name) ?? arg.default;
    if (value !== undefined) filled.set(arg.name, value);
  }
  return filled;
}

/**
 * Parses a list in JSON text, because models send lists in this form. Returns any other value unchanged, such as the pattern `[a-z]`. For
 * an argument of type string, every item must be a string, because `[1]` can be a pattern too.
 */
function parseListText({ type }: ToolArg, value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*\[/.test(value)) return value;
  const list = parseJson(value);
  return Array.isArray(list) && (type !== "string" || list.every((item) => typeof item === "string")) ? list : value;
}

function isAbsent(arg: ToolArg, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value) && value.length === 0) return arg.type === "map" || isListArg(arg);
  return arg.type === "map" && readObject(value)?.length === 0;
}

function missingProblem(arg: ToolArg): ArgumentProblem {
  return { kind: "missing", arg: arg.name, message: `Missing required argument '${arg.name}'` };
}

/** Collects the problems of one call. Only the first `MAX_REPORTED_PROBLEMS` are kept, because every item of a list can have a problem. */
interface ProblemList {
  readonly add: (problem: () => ArgumentProblem) => void;
  /** Number of all problems, including problems that are not kept. */
  readonly count: () => number;
  readonly listed: () => readonly ArgumentProblem[];
}

function createProblemList(): ProblemList {
  const kept: ArgumentProblem[] = [];
  let count = 0;
  return {
    add(problem) {
      if (count < MAX_REPORTED_PROBLEMS) kept.push(problem());
      count += 1;
    },
    count: () => count,
    listed: () => kept,
  };
}

/** The check of one argument. */
interface Check {
  readonly arg: ToolArg;
  readonly found: ProblemList;
}

/** Returns the coerced value, which is meaningless if a problem was added. */
function checkValue(check: Check, value: unknown): ArgValue {
  const { arg, found } = check;
  if (arg.type === "map") return checkMap(check, value);
  const choice = canStandAlone(arg) ? readChoice(arg, value) : undefined;
  if (choice !== undefined) return choice;
  if (!isListArg(arg)) return checkScalar(check, value, () => arg.name);
  const items: readonly unknown[] = Array.isArray(value) ? value : splitItems(arg, value);
  if (items.length > MAX_LIST_ITEMS) {
    found.add(() => tooManyItemsProblem(arg, items.length));
    return [];
  }
  if (!Array.isArray(value) && items.length === 1) return [checkScalar(check, value, () => arg.name)];
  // Array.from visits holes. A call made from code can have them; one parsed from JSON cannot.
  return Array.from(items, (item, index) => checkScalar(check, item, () => `${arg.name}[${index}]`));
}

/** Returns `true` or `false` of a flag with an optional value. Models also send them as text, which counts unless it can be a value. */
function readChoice({ type, enum: members = [] }: ToolArg, value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const canBeText = type === "string" && (members.length === 0 || members.includes(value));
  const choice = canBeText ? undefined : coerceScalar("boolean", value);
  return typeof choice === "boolean" ? choice : undefined;
}

/** Splits a text that the caller has already joined, such as `"name,size"`. Any other value is one item. */
function splitItems({ join = "" }: ToolArg, value: unknown): readonly unknown[] {
  return typeof value === "string" && join !== "" ? value.split(join, MAX_LIST_ITEMS + 1) : [value];
}

/** Validates an object of strings. JSON text is accepted too, because models send it. */
function checkMap(check: Check, value: unknown): MapValue {
  const { arg, found } = check;
  const entries = readObject(value);
  if (entries === undefined) {
    found.add(() => ({
      kind: "type",
      arg: arg.name,
      message: `Argument '${arg.name}': '${renderValue(value)}' is not an object of strings, such as {"key": "value"}`,
    }));
    return {};
  }
  if (entries.length > MAX_LIST_ITEMS) {
    found.add(() => tooManyItemsProblem(arg, entries.length));
    return {};
  }
  const separators = [...keySeparatorsOf(arg), arg.join ?? ""];
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const problem = findKeyProblem(key, separators);
      if (problem !== undefined) found.add(() => ({ kind: "type", arg: arg.name, message: `Argument '${arg.name}': ${problem}` }));
      return [key, String(checkScalar(check, item, () => `${arg.name}.${renderValue(key)}`))] as const;
    }),
  );
}

function readObject(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  const object = typeof value === "string" ? parseJson(value) : value;
  return isJsonObject(object) ? Object.entries(object) : undefined;
}

const HALF_PAIR = "half of a surrogate pair, which UTF-8 cannot encode";

/** Returns the reason why a key is invalid. A key with a separator would change where its value or the next entry starts. */
function findKeyProblem(key: string, separators: readonly string[]): string | undefined {
  if (key === "") return "a key must not be empty";
  if (!isEncodable(key)) return `the key '${renderValue(key)}' contains ${HALF_PAIR}`;
  const [misplaced] = separators.flatMap((text) => findSeparator(key, text) ?? []);
  return misplaced && `the key '${renderValue(key)}' must not ${misplaced}`;
}

function tooManyItemsProblem({ name, type }: ToolArg, length: number): ArgumentProblem {
  const [whole, parts] = type === "map" ? ["map", "entries"] : ["list", "items"];
  const message = `Argument '${name}': a ${whole} may have at most ${MAX_LIST_ITEMS} ${parts}, and this one has ${length}; split it into several calls`;
  return { kind: "too_many_items", arg: name, message };
}

/** @param label the name of the value in messages: `path`, `path[1]` for the second item of a list, or `define.key` */
function checkScalar({ arg, found }: Check, value: unknown, label: () => string): ScalarValue {
  const coerced = coerceScalar(arg.type === "map" ? "string" : arg.type, value);
  if (coerced === undefined) {
    found.add(() => ({ kind: "type", arg: arg.name, message: `Argument '${label()}': ${describeMisfit(arg, value)}` }));
    return "";
  }
  const members = arg.enum ?? [];
  if (members.length > 0 && !members.some((member) => String(member) === String(coerced))) {
    const allowed = canStandAlone(arg) ? [...members, true, false] : members;
    found.add(() => ({ kind: "enum", arg: arg.name, message: `Argument '${label()}' must be one of: ${allowed.join(", ")}` }));
  }
  const misplaced = findSeparator(String(coerced), arg.join ?? "");
  if (misplaced !== undefined) {
    const problem = `'${renderValue(coerced)}' must not ${misplaced}, which separates items`;
    found.add(() => ({ kind: "type", arg: arg.name, message: `Argument '${label()}': ${problem}` }));
  }
  return coerced;
}

function describeMisfit({ type }: ToolArg, value: unknown): string {
  const misfit = `cannot convert '${renderValue(value)}' to ${type === "map" ? "text" : type}`;
  if (typeof value === "string" && !isEncodable(value)) return `${misfit}: it contains ${HALF_PAIR}`;
  if (Array.isArray(value)) return `${misfit}; send one value, not a list`;
  if (type === "string" && typeof value === "object" && value !== null) return `${misfit}; to pass JSON, send it as a string, in quotes`;
  if (type === "integer" && isBeyondIntegers(value))
    return `${misfit} exactly; send an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
  return type === "string" && isInexactWhole(value) ? `${misfit} exactly; send it as a string, in quotes` : misfit;
}

/** Reports whether a value is an integer, also as text, that a JavaScript number cannot represent exactly. */
function isBeyondIntegers(value: unknown): boolean {
  const number = coerceScalar("number", value);
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}
