/** Builds the arguments of a call from the specification, and compares what the program parsed. */
import { type DraftedArgument, type DraftedTool, findByFlag, isLeftOut, spellings } from "./drafted.ts";
import type { SpecCall, SpecCommand, SpecOption, SpecProgram, SpecValue } from "./program.ts";

/** A call of a drafted tool, or the reason why the draft has no way to make it. */
export type DraftedCall =
  | { readonly kind: "call"; readonly tool: string; readonly arguments: Readonly<Record<string, SpecValue>> }
  | { readonly kind: "impossible"; readonly reason: string };

/** Returns the call of a drafted tool that passes the values of the specification. */
export function buildCall(program: SpecProgram, call: SpecCall, tools: readonly DraftedTool[]): DraftedCall {
  const { command, tool } = findTool(program, call, tools);
  if (command === undefined || tool === undefined) return { kind: "impossible", reason: "no tool" };
  const found = Object.entries(call.arguments).map(([name, value]) => buildArgument(command, tool, name, value));
  const missing = found.find((one) => typeof one === "string");
  if (typeof missing === "string") return { kind: "impossible", reason: missing };
  return { kind: "call", tool: tool.name, arguments: Object.fromEntries(found.filter((one) => typeof one !== "string")) };
}

/** Returns a call without the values of options that the draft leaves out on purpose. */
export function withoutLeftOut(program: SpecProgram, call: SpecCall, tools: readonly DraftedTool[]): SpecCall {
  const { command, tool } = findTool(program, call, tools);
  const isKept = (name: string): boolean => {
    const option = command?.options.find((one) => one.name === name || one.name === `no-${name}`);
    return option === undefined || tool === undefined || !isLeftOut(option, tool);
  };
  return { ...call, arguments: Object.fromEntries(Object.entries(call.arguments).filter(([name]) => isKept(name))) };
}

function findTool(
  program: SpecProgram,
  { path }: SpecCall,
  tools: readonly DraftedTool[],
): { readonly command: SpecCommand | undefined; readonly tool: DraftedTool | undefined } {
  const hasPath = (one: { readonly path: readonly string[] }): boolean => one.path.join(" ") === path.join(" ");
  return { command: program.commands.find(hasPath), tool: tools.find(hasPath) };
}

/** Returns the name and value of an argument, or the reason why the tool cannot take the value. */
function buildArgument(command: SpecCommand, tool: DraftedTool, name: string, value: SpecValue): readonly [string, SpecValue] | string {
  const position = command.positionals.findIndex((one) => one.name === name);
  if (position >= 0) {
    const arg = tool.args.filter(({ isPositional }) => isPositional)[position];
    return arg === undefined ? `no argument for ${name}` : fit(arg, value);
  }
  const option = command.options.find((one) => one.name === name || one.name === `no-${name}`);
  if (option === undefined) return `no option ${name}`;
  if (value === false) return findNegation(option, tool) ?? `no argument for --no-${name}`;
  const arg = findByFlag(tool, spellings(option));
  if (arg === undefined) return `no argument for --${name}`;
  // A switch that is drafted once cannot say how often it is repeated.
  if (option.kind === "count") return [arg.name, arg.type === "integer" ? value : true];
  return fit(arg, value);
}

/** Returns the argument that turns a switch off: the switch itself, or one whose only spelling is `--no-x`. */
function findNegation(option: SpecOption, tool: DraftedTool): readonly [string, SpecValue] | undefined {
  const name = option.name.replace(/^no-/, "");
  const own = findByFlag(tool, [`--${name}`, `-${name}`]);
  if (own?.negatable === true) return [own.name, false];
  const opposite = findByFlag(tool, [`--no-${name}`, `--no${name}`, `-no${name}`]);
  return opposite && [opposite.name, true];
}

/** Returns a value in the type of an argument. */
function fit(arg: DraftedArgument, value: SpecValue): readonly [string, SpecValue] | string {
  if (Array.isArray(value)) {
    if (arg.repeat) return [arg.name, value as readonly string[]];
    return value.length === 1 ? [arg.name, String(value[0])] : `${arg.name} takes no list`;
  }
  if (arg.repeat) return [arg.name, [String(value)]];
  return [arg.name, arg.type === "string" && typeof value === "number" ? String(value) : value];
}

/** Returns the names of the values that the program did not parse as specified. */
export function compareParsed(
  program: SpecProgram,
  { path, arguments: values }: SpecCall,
  parsed: Readonly<Record<string, unknown>>,
  passed: Readonly<Record<string, SpecValue>>,
): readonly string[] {
  const command = program.commands.find((one) => one.path.join(" ") === path.join(" "));
  const positionals = (command?.positionals ?? []).map(({ name }) => ({ name, want: values[name] }));
  const options = (command?.options ?? []).map((option) => wantOption(option, values, passed));
  return [...positionals, ...options].flatMap(({ name, want, isDefault = false }: Wanted) =>
    isSame(want, parsed[name]) || (isDefault && isUnset(parsed[name])) ? [] : [`${name} is ${JSON.stringify(parsed[name]) ?? "missing"}`],
  );
}

/** The value that the program must print for an option. */
interface Wanted {
  readonly name: string;
  readonly want: unknown;
  /** True if the call omits the option. Some programs do not print defaults. */
  readonly isDefault?: boolean;
}

function wantOption(option: SpecOption, values: Readonly<Record<string, SpecValue>>, passed: Readonly<Record<string, SpecValue>>): Wanted {
  const name = option.name.replace(/^no-/, "");
  const value = values[name];
  if (name !== option.name || option.negatable === true) return { name, want: value === false ? false : "on" };
  if (option.kind === "optional" && value === true) return { name, want: option.withoutValue };
  if (option.kind === "count" && value !== undefined) return { name, want: passed[name] === value ? value : "counted" };
  return { name, want: value ?? option.default, isDefault: value === undefined };
}

/** Values of an option that a call omits. */
function isUnset(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || value === "" || value === 0 || (Array.isArray(value) && value.length === 0)
  );
}

function isSame(want: unknown, parsed: unknown): boolean {
  if (want === "on") return parsed === true || parsed === undefined || parsed === 1;
  if (want === "counted") return parsed === true || parsed === 1;
  if (want === false) return parsed === false || parsed === 0;
  if (isUnset(want)) return isUnset(parsed);
  if (Array.isArray(want)) return JSON.stringify(want) === JSON.stringify([parsed].flat().map(String));
  if (want === true) return parsed === true || parsed === 1;
  return Array.isArray(parsed) ? parsed.length === 1 && isSame(want, parsed[0]) : isSameText(want, parsed);
}

function isSameText(want: unknown, parsed: unknown): boolean {
  return String(want) === String(parsed) || (typeof want === "number" && parsed !== null && Number(parsed) === want);
}
