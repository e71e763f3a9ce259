/** Validates and coerces the arguments of a call, and fills in defaults. */
import { renderValue } from "../text/render-value.ts";
import { coerceScalar, isInexactWhole } from "../tool/coerce.ts";
import { isDashAllowed, startsWithDash } from "../command-line/dash-guard.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";

/**
 * Maximum number of items of a list argument. A call with a longer list is rejected before its items are read. A command line holds
 * about as many words (2 MiB on Linux); longer input can be passed as one string on `stdin`.
 */
export const MAX_LIST_ITEMS = 10_000;

/** Maximum number of problems that a reply lists. The reply states the number of the others. */
export const MAX_REPORTED_PROBLEMS = 50;

/** An invalid or missing argument. `message` is for the caller only: it may show the value, even of a `secret` argument. */
export interface ArgumentProblem {
  readonly kind: "missing" | "type" | "enum" | "leading_dash" | "too_many_items";
  readonly arg: string;
  readonly message: string;
}

export interface ValidatedArguments {
  /** The given arguments that are valid, coerced to their type; lists if `repeat` is set. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** At most `MAX_REPORTED_PROBLEMS`. */
  readonly problems: readonly ArgumentProblem[];
  /** Number of problems beyond those in `problems`. */
  readonly omitted: number;
}

/**
 * Validates a call's arguments: required, then type, enum and leading dashes (CLImax contract, "Behavior Rules" 2). Reports all
 * problems at once: missing arguments in definition order, then the others in the order of `given`. Unknown names are ignored. `null`
 * counts as absent, because models send it for arguments that they leave out; so does an empty list if `repeat` is set. A default does
 * not satisfy `required`. Only own properties of `given` are read. If two arguments have the same name, the last one applies (vector
 * coerce.required.019).
 * @param hasEndOfOptions the tool writes `--` before its positionals, so they may start with a dash
 */
export function validateArguments(
  args: readonly ToolArg[],
  given: Readonly<Record<string, unknown>>,
  hasEndOfOptions: boolean = false,
): ValidatedArguments {
  const byName = new Map(args.map((arg) => [arg.name, arg]));
  const values = new Map<string, ArgValue>();
  const found = createProblemList();
  const present = new Set<string>();
  // Filtered first: a caller may send a million unknown names.
  for (const name of Object.keys(given).filter((key) => byName.has(key))) {
    const [arg, value] = [byName.get(name), given[name]];
    if (arg === undefined || isAbsent(arg, value)) continue;
    present.add(name);
    const before = found.count();
    const mayStartWithDash = hasEndOfOptions || args.every((one) => one.name !== name || isDashAllowed(one, value));
    const checked = checkValue({ arg, mayStartWithDash, found }, value);
    if (found.count() === before) values.set(name, checked);
  }
  const missing = args.filter((arg) => arg.required === true && !present.has(arg.name)).map(missingProblem);
  const problems = [...missing, ...found.listed()].slice(0, MAX_REPORTED_PROBLEMS);
  return { values, problems, omitted: missing.length + found.count() - problems.length };
}

/**
 * Returns `values` with defaults filled in, in definition order, for flags, positionals, `stdin` and `cwd` alike. A default is used as
 * written in the config; the generator has checked it against the argument's type.
 */
export function withDefaults(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>): ReadonlyMap<string, ArgValue> {
  const filled = new Map<string, ArgValue>();
  for (const arg of args) {
    const value = values.get(arg.name) ?? arg.default;
    if (value !== undefined) filled.set(arg.name, value);
  }
  return filled;
}

function isAbsent(arg: ToolArg, value: unknown): boolean {
  return value === null || value === undefined || (arg.repeat === true && Array.isArray(value) && value.length === 0);
}

function missingProblem(arg: ToolArg): ArgumentProblem {
  return { kind: "missing", arg: arg.name, message: `Missing required argument '${arg.name}'` };
}

/** Collects the problems of one call. Only the first `MAX_REPORTED_PROBLEMS` are kept, because every item of a list can have one. */
interface ProblemList {
  readonly add: (problem: () => ArgumentProblem) => void;
  /** Number of all problems, kept or not. */
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
  /** Whether its strings may start with `-`. */
  readonly mayStartWithDash: boolean;
  readonly found: ProblemList;
}

/** Returns the coerced value, which is meaningless if a problem was added. */
function checkValue(check: Check, value: unknown): ArgValue {
  const { arg, found } = check;
  if (arg.repeat !== true) return checkScalar(check, value, () => arg.name);
  if (!Array.isArray(value)) return [checkScalar(check, value, () => arg.name)];
  if (value.length > MAX_LIST_ITEMS) {
    found.add(() => tooManyItemsProblem(arg, value.length));
    return [];
  }
  // Array.from visits holes. A call made from code can have them; one parsed from JSON cannot.
  return Array.from(value, (item: unknown, index) => checkScalar(check, item, () => `${arg.name}[${index}]`));
}

function tooManyItemsProblem({ name }: ToolArg, length: number): ArgumentProblem {
  const message = `Argument '${name}': a list may have at most ${MAX_LIST_ITEMS} items, and this one has ${length}; split it into several calls`;
  return { kind: "too_many_items", arg: name, message };
}

/** @param label the name of the value in messages: `path`, or `path[1]` for the second item of a list */
function checkScalar({ arg, mayStartWithDash, found }: Check, value: unknown, label: () => string): ScalarValue {
  const coerced = coerceScalar(arg.type, value);
  if (coerced === undefined) {
    found.add(() => ({ kind: "type", arg: arg.name, message: `Argument '${label()}': ${describeMisfit(arg, value)}` }));
    return "";
  }
  const members = arg.enum ?? [];
  // Members may start with a dash: the config's author wrote them.
  if (members.length > 0) {
    const message = (): string => `Argument '${label()}' must be one of: ${members.join(", ")}`;
    if (!members.includes(String(coerced))) found.add(() => ({ kind: "enum", arg: arg.name, message: message() }));
  } else if (!mayStartWithDash && startsWithDash(coerced)) {
    const way = "the config allows it with allow_leading_dash on the argument or end_of_options on the tool";
    const message = (): string => `Argument '${label()}': '${renderValue(coerced)}' starts with '-' and could be read as an option; ${way}`;
    found.add(() => ({ kind: "leading_dash", arg: arg.name, message: message() }));
  }
  return coerced;
}

function describeMisfit({ type }: ToolArg, value: unknown): string {
  const misfit = `cannot convert '${renderValue(value)}' to ${type}`;
  return type === "string" && isInexactWhole(value) ? `${misfit} exactly; send it as a string, in quotes` : misfit;
}
