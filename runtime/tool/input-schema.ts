/** Builds the JSON Schema of a tool's arguments for MCP clients. */
import { joinSchemaPatterns, toSchemaPattern } from "../text/pattern-syntax.ts";
import type { ArgType, ArgValue, ScalarValue } from "./tool-spec.ts";
import type { ToolArg } from "./tool.ts";
import { canStandAlone, isListArg, isListed, isRequired } from "./tool.ts";
import { strictest } from "./strictest.ts";

interface Annotations {
  readonly description?: string;
  /**
   * The default of the config, unchanged, even if its type does not match (vectors schema.default_mismatch). Omitted if the argument is
   * secret.
   */
  readonly default?: ArgValue;
}

/** The constraints of a value. String members of the config's enum remain strings for every type (vector schema.type.015). */
interface ValueSchema {
  readonly type: Exclude<ArgType, "map"> | readonly [Exclude<ArgType, "map">, "boolean"];
  readonly enum?: readonly ScalarValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The schema of an argument with one value. */
export type ScalarSchema = ValueSchema & Annotations;

/** The schema of a `repeat` argument: a list of values, each of which must match type, enum and limits. */
export interface ListSchema extends Annotations {
  readonly type: "array";
  readonly items: ValueSchema;
  /** 1 if the argument is required, because an empty list counts as absent. */
  readonly minItems?: 1;
}

/** The schema of a `map` argument: an object of strings, each of which must match the limits. */
export interface MapSchema extends Annotations {
  readonly type: "object";
  readonly additionalProperties: ValueSchema;
  readonly propertyNames?: { readonly pattern: string };
  /** 1 if the argument is required, because an empty object counts as absent. */
  readonly minProperties?: 1;
}

/** The JSON Schema of one argument. */
export type PropertySchema = ScalarSchema | ListSchema | MapSchema;

/** The JSON Schema of a tool's arguments. Unknown properties are allowed. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Names in definition order. Omitted if no argument is required. */
  readonly required?: readonly string[];
}

/**
 * Returns the `inputSchema` of a tool with the keys of CLImax (vectors schema.*). Properties are in definition order. If two arguments have
 * the same name, the last one applies, at the position of the first (vector schema.duplicate.001). The schema does not state how a value is
 * passed to the process (flag, positional, cwd, stdin).
 */
export function toInputSchema(args: readonly ToolArg[]): InputSchema {
  // fromEntries defines its keys, so an argument named `__proto__` becomes an ordinary property.
  const properties = Object.fromEntries(args.filter(isListed).map((arg) => [arg.name, toPropertySchema(arg)]));
  const required = args.filter(isRequired).map((arg) => arg.name);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

/**
 * Assigns optional keys, which takes half of the time of spreading objects. V8 has not optimized the code yet when a server lists its
 * tools.
 */
function toPropertySchema(arg: ToolArg): PropertySchema {
  if (arg.type === "map") return toMapSchema(arg);
  if (isListArg(arg)) {
    const items: Building<ValueSchema> = { type: arg.type };
    restrict(items, arg);
    const list: Building<ListSchema> = { type: "array", items };
    if (isRequired(arg)) list.minItems = 1;
    annotate(list, arg);
    return list;
  }
  const schema: Building<ScalarSchema> = { type: takesBoolean(arg) ? [arg.type, "boolean"] : arg.type };
  annotate(schema, arg);
  restrict(schema, arg);
  return schema;
}

function toMapSchema(arg: ToolArg): MapSchema {
  const values: Building<ValueSchema> = { type: "string" };
  restrict(values, arg);
  const map: Building<MapSchema> = { type: "object", additionalProperties: values };
  const keys = arg.keys && toSchemaPattern(arg.keys.pattern);
  if (keys !== undefined) map.propertyNames = { pattern: keys };
  if (isRequired(arg)) map.minProperties = 1;
  annotate(map, arg);
  return map;
}

function annotate(schema: Building<Annotations>, { description, default: value, secret }: ToolArg): void {
  if (description !== undefined && description !== "") schema.description = description;
  if (value !== undefined && secret !== true) schema.default = value;
}

function restrict(schema: Building<ValueSchema>, arg: ToolArg): void {
  const { patterns = [], values, minimum, maximum, maxLength } = arg.limits ?? NO_LIMITS;
  const written: readonly ScalarValue[] = arg.enum ?? [];
  const members = findMembers(written.length > 0 && takesBoolean(arg) ? [...written, true, false] : written, values);
  if (members.length > 0) schema.enum = members;
  const least = strictest(Math.max, arg.min, minimum);
  const most = strictest(Math.min, arg.max, maximum);
  const longest = strictest(Math.min, arg.max_length, maxLength);
  if (least !== undefined) schema.minimum = least;
  if (most !== undefined) schema.maximum = most;
  if (longest !== undefined) schema.maxLength = longest;
  const own = arg.pattern === undefined ? undefined : toSchemaPattern(arg.pattern);
  const all = own === undefined || patterns.includes(own) ? patterns : [own, ...patterns];
  if (all.length > 0) schema.pattern = joinSchemaPatterns(all);
}

/** Reports whether the argument accepts `true` for its flag alone. */
function takesBoolean(arg: ToolArg): boolean {
  return canStandAlone(arg) && arg.limits?.noBoolean !== true;
}

const NO_LIMITS: NonNullable<ToolArg["limits"]> = {};

/** A schema of this module while its keys are added. */
type Building<Schema> = { -readonly [Key in keyof Schema]: Schema[Key] };

/**
 * Returns the members that are in both lists. Returns all of `members` if no member is in both, because an empty enum is not valid JSON
 * Schema. The policy then rejects every value.
 */
function findMembers(members: readonly ScalarValue[], values: readonly ScalarValue[] | undefined): readonly ScalarValue[] {
  if (values === undefined) return members;
  if (members.length === 0) return values;
  const texts = new Set(values.map(String));
  const common = members.filter((member) => texts.has(String(member)));
  return common.length > 0 ? common : members;
}
