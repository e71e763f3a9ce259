/** Checks the tools that a program defines as functions. */
import { validateArguments } from "../arguments/arguments.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { FunctionTool } from "../tool/define-tool.ts";
import { isReservedName } from "../tool/meta-tool-names.ts";
import { listRelations } from "../tool/relations.ts";

/** Names that MCP clients accept (SEP-986). */
const TOOL_NAME = /^[A-Za-z0-9._-]{1,128}$/;

const ARG_TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean", "map"]);

/** Returns one sentence for each error in the tools, in their order. `index` contains the other tools of the server. */
export function findToolProblems(tools: readonly FunctionTool[], index: Pick<ToolIndex, "get">): readonly string[] {
  const names = new Set<string>();
  return tools.flatMap((tool) => {
    const problems = [...findNameProblems(tool.name, names, index), ...findDefinitionProblems(tool)];
    names.add(tool.name);
    return problems;
  });
}

function findNameProblems(name: string, names: ReadonlySet<string>, index: Pick<ToolIndex, "get">): readonly string[] {
  if (typeof name !== "string" || !TOOL_NAME.test(name))
    return [`the name ${JSON.stringify(name)} is not allowed: use 1 to 128 letters, digits, "_", "-" and "."`];
  if (isReservedName(name)) return [`the name "${name}" is that of a meta-tool: use another name`];
  if (names.has(name)) return [`two tools have the name "${name}"`];
  if (index.get(name) !== undefined) return [`the index already has a tool with the name "${name}"`];
  return [];
}

function findDefinitionProblems(tool: FunctionTool): readonly string[] {
  const { name, args, handler, timeout } = tool;
  const isFunction = typeof handler.run === "function";
  const isTime = timeout === undefined || (Number.isFinite(timeout) && timeout >= 0);
  const untyped = args.filter(({ type }) => !ARG_TYPES.has(type));
  const given = Object.fromEntries(args.filter((arg) => arg.default !== undefined).map((arg) => [arg.name, arg.default]));
  const optional = args.map(({ required: _required, ...arg }) => arg);
  const checked = untyped.length > 0 ? undefined : validateArguments(optional, given);
  // `run` gets a default as written.
  const coerced = optional.filter(({ name: arg, default: value }) => {
    const valid = checked?.values.get(arg);
    return valid !== undefined && JSON.stringify(valid) !== JSON.stringify(value);
  });
  return [
    ...(isFunction ? [] : [`the tool "${name}" has no function \`run\``]),
    ...(isTime ? [] : [`the timeout of "${name}" is not a number of seconds`]),
    ...untyped.map((arg) => `the type of the argument "${arg.name}" of "${name}" is not string, integer, number, boolean or map`),
    ...(checked?.problems ?? []).map(({ message }) => `a default of "${name}" does not fit: ${message}`),
    ...coerced.map((arg) => `the default of the argument "${arg.name}" of "${name}" is not ${describeType(arg)}`),
    ...args.filter((arg) => arg.enum?.length === 0).map((arg) => `the enum of the argument "${arg.name}" of "${name}" is empty`),
    ...findUnknownNames(tool).map((arg) => `a relation of "${name}" names the unknown argument "${arg}"`),
  ];
}

function describeType({ type, repeat }: FunctionTool["args"][number]): string {
  if (repeat === true) return `a list of values of type ${type}`;
  return type === "map" ? "an object of strings" : `of type ${type}`;
}

/** Returns the names in the relations of a tool that none of its arguments has. */
function findUnknownNames(tool: FunctionTool): readonly string[] {
  const known = new Set(tool.args.map(({ name }) => name));
  const named = listRelations(tool).flatMap(({ names }) => names);
  return [...new Set(named)].filter((name) => !known.has(name));
}
