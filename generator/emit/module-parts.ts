/** Creates the parts that the modules of configs and of Directive definitions share. */
import type { Cli, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { CliModel } from "../resolve/model.ts";
import { docText, memberName, propertyKey, stringLiteral } from "./escape.ts";
import type { Member, Statement } from "./source-file.ts";

/** Returns `ToolArgs`, which maps the name of a tool to the interface of its arguments. */
export function toolArgsInterface({ cli, tools }: CliModel): Statement {
  const doc = docText(`Arguments of every tool of \`${cli.name}\`, by tool name.`);
  if (tools.length === 0) return { kind: "extending-interface", name: "ToolArgs", doc, bases: [] };
  const members = tools.map(({ tool, interfaceName }): Member => ({
    name: memberName(tool.name),
    type: callType(tool, interfaceName),
    optional: false,
    doc: "",
  }));
  return { kind: "interface", name: "ToolArgs", doc, members };
}

/** Maximum number of alternatives that a type lists. */
const MAX_ALTERNATIVES = 8;

/**
 * Returns the type of a call's arguments: the interface, restricted to exactly one of several arguments if that is the tool's only
 * relation.
 */
export function callType({ exactly_one: [names = [], ...others] = [] }: Pick<Tool, "exactly_one">, interfaceName: string): string {
  if (names.length === 0 || names.length > MAX_ALTERNATIVES || others.length > 0) return interfaceName;
  return `ExactlyOne<${interfaceName}, ${names.map(stringLiteral).join(" | ")}>`;
}

/**
 * Returns `tools`, which maps the name of a tool to its spec. Its annotation saves TypeScript from inferring the types of thousands of
 * constants again in the index module.
 */
export function toolRecord({ tools }: CliModel, specType: string): Statement {
  const lines = tools.map(({ tool, constName }) => {
    const key = propertyKey(tool.name);
    return key === constName ? `  ${key},\n` : `  ${key}: ${constName},\n`;
  });
  const record = lines.length === 0 ? "{}" : `{\n${lines.join("")}}`;
  return { kind: "const", name: "tools", type: `Record<keyof ToolArgs, ${specType}>`, doc: "", value: record };
}

/** Returns `tool_count`. Undefined if it equals `listed`, the number of tools in the module. */
export function countUnless(listed: number, { tool_count }: Cli): number | undefined {
  return tool_count === listed ? undefined : tool_count;
}
