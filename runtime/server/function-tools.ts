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
  const problems: string[] = [];
  if (typeof handler.run !== "function") problems.push(`the tool "${name}" has no function \`run\``);
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout >= 0))
    problems.push(`the timeout of "${name}" is not a number of seconds`);
  const untyped = args.filter(({ type }) => !ARG_TYPES.has(type));
  for (const arg of untyped)
    problems.push(`the type of the argument "${arg.name}" of "${name}" is not string, integer, number, boolean or map`);
  if (untyped.length === 0) problems.push(...findDefaultProblems(tool));
  for (const arg of args) if (arg.enum?.length === 0) problems.push(`the enum of the argument "${arg.name}" of "${name}" is empty`);
  for (const arg of findUnknownNames(tool)) problems.push(`a relation of "${name}" names the unknown argument "${arg}"`);
  return problems;
}

/**
 * Validates the defaults as a call's arguments. `run` receives a default as written, so the default must already have the argument's type.
 */
function findDefaultProblems({ name, args }: FunctionTool): readonly string[] {
  const defaults = args.filter((arg) => arg.default !== undefined);
  const optional = defaults.map(({ required: _required, ...arg }) => arg);
  const { values, problems } = validateArguments(optional, Object.fromEntries(defaults.map((arg) => [arg.name, arg.default])));
  const coerced = defaults.filter((arg) => {
    const value = values.get(arg.name);
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(arg.default);
  });
  return [
    ...problems.map(({ message }) => `a default of "${name}" does not fit: ${message}`),
    ...coerced.map((arg) => `the default of the argument "${arg.name}" of "${name}" is not ${describeType(arg)}`),
  ];
}

function describeType({ type, repeat }: FunctionTool["args"][number]): string {
  if (repeat === true) return `a list of values of type ${type}`;
  return type === "map" ? "an object of strings" : `of type ${type}`;
}

/** Returns the names in the relations of a tool that are not names of its arguments. */
function findUnknownNames(tool: FunctionTool): readonly string[] {
  const known = new Set(tool.args.map(({ name }) => name));
  const named = listRelations(tool).flatMap(({ names }) => names);
  return [...new Set(named)].filter((name) => !known.has(name));
}
