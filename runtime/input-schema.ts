/** The JSON Schema that MCP clients see of a tool's arguments. */
import type { ArgType, ArgValue, ToolArg } from "./tool-spec.ts";

interface Annotations {
  readonly description?: string;
  /** As the config writes it, whether or not it fits the type (vectors schema.default_mismatch). */
  readonly default?: ArgValue;
}

/** One value. Enum members stay texts whatever the type is (vector schema.type.015). */
export interface ScalarSchema extends Annotations {
  readonly type: ArgType;
  readonly enum?: readonly string[];
}

/** A `repeat` argument: a list of values, each held against type and enum. */
export interface ListSchema extends Annotations {
  readonly type: "array";
  readonly items: { readonly type: ArgType; readonly enum?: readonly string[] };
}

export type PropertySchema = ScalarSchema | ListSchema;

export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Names in definition order; absent where nothing is required. */
  readonly required?: readonly string[];
}

/**
 * The `inputSchema` of a tool, key for key as CLImax lists it (vectors schema.*). Properties stand in definition
 * order; of two arguments with one name the last decides, in the first one's place (vector schema.duplicate.001).
 * How a value reaches the process (flag, positional, cwd, stdin) leaves no trace.
 */
export function toInputSchema(args: readonly ToolArg[]): InputSchema {
  // fromEntries defines its keys, so that an argument named `__proto__` becomes a property like any other.
  const properties = Object.fromEntries(args.map((arg) => [arg.name, toPropertySchema(arg)]));
  const required = args.filter((arg) => arg.required === true).map((arg) => arg.name);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function toPropertySchema(arg: ToolArg): PropertySchema {
  const annotations: Annotations = {
    ...(arg.description !== undefined && arg.description !== "" && { description: arg.description }),
    ...(arg.default !== undefined && { default: arg.default }),
  };
  const members = arg.enum !== undefined && arg.enum.length > 0 && { enum: arg.enum };
  if (arg.repeat === true) return { type: "array", items: { type: arg.type, ...members }, ...annotations };
  return { type: arg.type, ...annotations, ...members };
}
