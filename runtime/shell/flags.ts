/** The flags and operands with which a shell passes the arguments of a tool. */
import { isOperand, placeOf, writtenFlagOf } from "../argument/form.ts";
import { isJsonObject } from "../text/json.ts";
import { toListedSchema } from "../tool/listed-schema.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";

/** JSON type of a value that is one word of the shell. */
export type WordType = "string" | "integer" | "number" | "boolean";

/**
 * The way in which words become the value of an argument. `switch`: `--x` or `--no-x`. `optional`: `--x` alone, or `--x=VALUE`. `value`: one word. `list`:
 * one word for each item. `map`: `KEY=VALUE` for each entry. `json`: one word with JSON.
 */
export type FlagKind = "switch" | "optional" | "value" | "list" | "map" | "json";

/** One argument of a tool. */
export interface ShellFlag {
  /** Name of the argument. */
  readonly name: string;
  /** The flag with its dashes: `--max-count`. */
  readonly flag: string;
  readonly kind: FlagKind;
  /** Type of the value, or of each item. */
  readonly type: WordType;
  readonly isRequired: boolean;
  /** Whether the value can be a word without the flag. */
  readonly isOperand: boolean;
  /** Whether the value is the standard input of the program. */
  readonly isInput: boolean;
  /** The argument's property in the tool's input schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The flag of the program, if it differs from `flag`. */
  readonly programFlag?: string;
}

/** Returns the flags of a tool under its policies: one for each property of its input schema, in the order of the schema. */
export function listFlags(tool: Pick<Tool, "args" | "handler" | "examples">): readonly ShellFlag[] {
  const { properties = {}, required = [] } = toListedSchema(tool);
  const args = new Map(tool.handler.kind === "directive" ? [] : tool.args.map((arg) => [arg.name, arg]));
  return toFlags(properties, required, args);
}

/** Returns the flags of the properties of a schema. `args` has the arguments that are not written as flags. */
export function toFlags(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
  args: ReadonlyMap<string, ToolArg> = new Map(),
): readonly ShellFlag[] {
  const names = Object.keys(properties);
  return names.map((name) => {
    const schema = properties[name] as Readonly<Record<string, unknown>>;
    const arg = args.get(name);
    const flag = `--${toFlagName(name, names)}`;
    const form = formOf(schema);
    const programFlag = arg && writtenFlagOf(arg)?.replace(/=$/, "");
    return {
      name,
      flag,
      ...form,
      isRequired: required.includes(name),
      isOperand: arg !== undefined && isOperand(arg) && (form.kind === "value" || form.kind === "list"),
      isInput: arg !== undefined && placeOf(arg) === "stdin",
      schema,
      ...(programFlag !== undefined && programFlag !== flag && { programFlag }),
    };
  });
}

/** Returns a name with dashes, unless that is the name of another argument. */
function toFlagName(name: string, names: readonly string[]): string {
  const dashed = toDashes(name);
  return names.some((other) => other !== name && toDashes(other) === dashed) ? name : dashed;
}

function toDashes(name: string): string {
  return name.replaceAll("_", "-");
}

function formOf(schema: Readonly<Record<string, unknown>>): Pick<ShellFlag, "kind" | "type"> {
  const { type } = schema;
  if (Array.isArray(type) && type.length === 2 && type[1] === "boolean" && isWordType(type[0])) return { kind: "optional", type: type[0] };
  if (type === "boolean") return { kind: "switch", type };
  if (isWordType(type)) return { kind: "value", type };
  const { items, additionalProperties: values } = schema;
  if (type === "array" && isJsonObject(items) && isWordType(items["type"])) return { kind: "list", type: items["type"] };
  const isMap = type === "object" && schema["properties"] === undefined && isJsonObject(values) && values["type"] === "string";
  return { kind: isMap ? "map" : "json", type: "string" };
}

function isWordType(type: unknown): type is WordType {
  return type === "string" || type === "integer" || type === "number" || type === "boolean";
}

/** Returns the flag for `false`. */
export function negationOf({ flag }: Pick<ShellFlag, "flag">): string {
  return `--no-${flag.slice(2)}`;
}

/** Returns the values that a schema allows, as words. Empty if it lists none. */
export function choicesOf({ schema }: Pick<ShellFlag, "schema">): readonly string[] {
  const { items, additionalProperties } = schema;
  const owner = [schema, items, additionalProperties].find((one) => isJsonObject(one) && Array.isArray(one["enum"]));
  return isJsonObject(owner) ? (owner["enum"] as readonly unknown[]).map(String) : [];
}
