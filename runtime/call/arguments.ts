/** The arguments of one call: checked, coerced, and filled up with defaults. */
import { coerceScalar, renderValue } from "./coerce.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";

/** What is wrong with one argument. `message` is for the caller: it may show the value, even of a `secret` argument. */
export interface ArgumentProblem {
  readonly kind: "missing" | "type" | "enum" | "leading_dash";
  readonly arg: string;
  readonly message: string;
}

export interface ValidatedArguments {
  /** The arguments that are given and have no problem, as their type; a list where `repeat` is set. */
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly problems: readonly ArgumentProblem[];
}

/**
 * Checks a call's arguments: required, then type, then enum (contract, "Behavior Rules" 2), and reports all problems
 * at once: missing ones in definition order, then the others in the order of `given`. Unknown names are dropped;
 * `null` is absent (design 4.7), and so is an empty list where `repeat` is set. A default does not satisfy `required`.
 * Only own properties of `given` count. Of two arguments with one name the last decides (vector coerce.required.019).
 */
export function validateArguments(args: readonly ToolArg[], given: Readonly<Record<string, unknown>>): ValidatedArguments {
  const byName = new Map(args.map((arg) => [arg.name, arg]));
  const values = new Map<string, ArgValue>();
  const problems: ArgumentProblem[] = [];
  const present = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const arg = byName.get(name);
    if (arg === undefined || isAbsent(arg, value)) continue;
    present.add(name);
    const checked = checkValue(arg, value);
    problems.push(...checked.problems);
    if (checked.problems.length === 0) values.set(name, checked.value);
  }
  const missing = args.filter((arg) => arg.required === true && !present.has(arg.name)).map(missingProblem);
  return { values, problems: [...missing, ...problems] };
}

/**
 * `values` with the default of every argument that has none, in definition order (design 4.6: wherever the value goes).
 * A default is taken as the config writes it; the compiler has held it against the argument's type.
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

interface Checked {
  readonly value: ArgValue;
  readonly problems: readonly ArgumentProblem[];
}

function checkValue(arg: ToolArg, value: unknown): Checked {
  if (arg.repeat !== true) return checkScalar(arg, value, arg.name);
  if (!Array.isArray(value)) {
    const only = checkScalar(arg, value, arg.name);
    return { value: [only.value], problems: only.problems };
  }
  // Array.from visits holes, which a call made in code, not in JSON, may have.
  const items = Array.from(value, (item: unknown, index) => checkScalar(arg, item, `${arg.name}[${index}]`));
  return { value: items.map((item) => item.value), problems: items.flatMap((item) => item.problems) };
}

/** `label` is what the message calls the value: `path`, or `path[1]` for the second of a list. */
function checkScalar(
  arg: ToolArg,
  value: unknown,
  label: string,
): { readonly value: ScalarValue; readonly problems: readonly ArgumentProblem[] } {
  const coerced = coerceScalar(arg.type, value);
  if (coerced === undefined) {
    const message = `Argument '${label}': cannot convert '${renderValue(value)}' to ${arg.type}`;
    return { value: "", problems: [{ kind: "type", arg: arg.name, message }] };
  }
  if (arg.enum !== undefined && arg.enum.length > 0 && !arg.enum.includes(String(coerced))) {
    const message = `Argument '${label}' must be one of: ${arg.enum.join(", ")}`;
    return { value: coerced, problems: [{ kind: "enum", arg: arg.name, message }] };
  }
  return { value: coerced, problems: [] };
}
