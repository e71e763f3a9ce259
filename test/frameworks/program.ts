/** Reads the specification of the program, and adapts it to what a framework can express. */
import { readFileSync } from "node:fs";
import type { Framework } from "./framework.ts";

/** An option of the program. */
export interface SpecOption {
  readonly name: string;
  readonly short?: string;
  readonly kind: "count" | "optional" | "switch" | "value";
  readonly text: string;
  /** Type of the value. Defaults to a string. */
  readonly type?: "integer" | "number";
  /** Complete list of values. */
  readonly values?: readonly string[];
  readonly default?: boolean | number | string;
  readonly repeat?: boolean;
  readonly required?: boolean;
  readonly negatable?: boolean;
  /** Value that the program assumes for the flag alone. */
  readonly withoutValue?: string;
  /** Option that excludes this one. */
  readonly excludes?: string;
  readonly hidden?: boolean;
}

/** A positional value of the program. */
export interface SpecPositional {
  readonly name: string;
  readonly text: string;
  readonly repeat?: boolean;
  readonly required?: boolean;
}

/** A command of the program. */
export interface SpecCommand {
  /** Words after the program. Empty if the program has only this command. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly SpecOption[];
  readonly positionals: readonly SpecPositional[];
}

/** Value of an argument in a call. `true` of an optional value: the flag alone. */
export type SpecValue = boolean | number | string | readonly string[];

/** A call of the program. */
export interface SpecCall {
  readonly path: readonly string[];
  readonly arguments: Readonly<Record<string, SpecValue>>;
}

/** The specification of the program. */
export interface SpecProgram {
  readonly program: string;
  readonly description: string;
  readonly commands: readonly SpecCommand[];
  readonly calls: readonly SpecCall[];
}

/** Reads the specification. */
export function readSpecification(file: string | URL): SpecProgram {
  return JSON.parse(readFileSync(file, "utf8")) as SpecProgram;
}

/** Returns the program that a framework can express: without the options and commands that it lacks. */
export function adaptProgram(spec: SpecProgram, framework: Framework): SpecProgram {
  const lacks = new Set(framework.lacks);
  const asOptions = new Set(framework.asOptions);
  const isKept = (path: readonly string[]): boolean => !lacks.has(path.join(" "));
  return {
    ...spec,
    commands: spec.commands
      .filter(({ path }) => isKept(path))
      .map((command) => ({
        ...command,
        path: adaptPath(command.path, framework),
        options: [
          ...command.options.filter(({ name }) => !lacks.has(name)).map((option) => adaptOption(option, framework)),
          ...command.positionals.filter(({ name }) => asOptions.has(name)).map((one): SpecOption => ({ ...one, kind: "value" })),
        ],
        positionals: command.positionals
          .filter(({ name }) => !lacks.has(name) && !asOptions.has(name))
          .map((one) => adaptPositional(one, framework)),
      })),
    calls: spec.calls.filter(({ path }) => isKept(path)).map((call) => adaptCall(call, framework)),
  };
}

function adaptPath(path: readonly string[], { paths = {} }: Framework): readonly string[] {
  return (paths[path.join(" ")] ?? path.join(" ")).split(" ").filter((word) => word !== "");
}

function adaptOption(option: SpecOption, { texts = {}, shorts = {}, onlyNoColor = false }: Framework): SpecOption {
  const short = shorts[option.name] ?? option.short;
  const adapted = { ...option, text: texts[option.name] ?? option.text, ...(short !== undefined && { short }) };
  if (option.negatable !== true || !onlyNoColor) return adapted;
  const { negatable: _negatable, ...rest } = adapted;
  return { ...rest, name: `no-${option.name}`, text: texts[option.name] ?? "Do not color the output", default: false };
}

function adaptPositional({ repeat, ...rest }: SpecPositional, { omits = [] }: Framework): SpecPositional {
  return repeat === true && !omits.includes("variadic") ? { ...rest, repeat } : rest;
}

function adaptCall(call: SpecCall, framework: Framework): SpecCall {
  const { lacks = [], omits = [] } = framework;
  // A caller cannot use a notation that the help does not show.
  const isUnknown: Readonly<Record<string, boolean>> = {
    sign: call.arguments["sign"] === true && omits.includes("optional"),
    color: omits.includes("negation"),
  };
  const isPassed = (name: string): boolean => !lacks.includes(name) && isUnknown[name] !== true;
  // A draft cannot have a list for an option if the help does not show that it can be repeated.
  const isList = (name: string): boolean => !omits.includes(name === "src" ? "variadic" : "repeat");
  const shorten = (name: string, value: SpecValue): SpecValue => (Array.isArray(value) && !isList(name) ? value.slice(0, 1) : value);
  const kept = Object.entries(call.arguments)
    .filter(([name]) => isPassed(name))
    .map(([name, value]) => [name, shorten(name, value)] as const);
  return { path: adaptPath(call.path, framework), arguments: Object.fromEntries(kept) };
}
