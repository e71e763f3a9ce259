/** Describes a tool or an argument that only one side has, instead of a value. */
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { commandOf, readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { describeChoices } from "../../describe/describe-action.ts";
import { describeFacts } from "../../describe/describe-facts.ts";
import type { Change } from "../change.ts";
import type { ChangeCode } from "../rules.ts";

/** The tools of both sides, by name. */
export interface SideTools {
  readonly oldTools: ReadonlyMap<string, Tool>;
  readonly newTools: ReadonlyMap<string, Tool>;
}

const TOOL_CODES: ReadonlySet<ChangeCode> = new Set(["tool-added", "tool-removed", "tool-enabled", "tool-disabled"]);
const ARG_CODES: ReadonlySet<ChangeCode> = new Set(["argument-added", "required-argument-added", "argument-removed"]);

/** Returns the part that a change added or removed, as one side defines it. Undefined for other changes and on the other side. */
export function describePart({ code, tool, arg }: Change, tools: ReadonlyMap<string, Tool>): string | undefined {
  const found = tool === undefined ? undefined : tools.get(tool);
  if (found === undefined) return undefined;
  if (TOOL_CODES.has(code)) return describeTool(found);
  const part = ARG_CODES.has(code) ? found.args.find(({ name }) => name === arg) : undefined;
  return part && [describeArg(part), ...(part.description ? [part.description] : [])].join("\n");
}

function describeTool(tool: Tool): string {
  const args = tool.args.map((arg) => `  ${describeArg(arg)}`);
  return [
    tool.description,
    `risk: ${[tool.risk ?? "not declared", ...describeFacts(tool)].join(", ")}`,
    describeHandler(tool),
    ...(args.length > 0 ? ["arguments:", ...args] : []),
  ].join("\n");
}

/** Returns the command of a tool, whose words are verbatim, or its handler. */
function describeHandler(tool: Tool): string {
  const command = commandOf(tool);
  if (command !== undefined) return `command: ${describeChoices(command.program, command.command)}`;
  const reading = readingOf(tool);
  return reading === undefined ? "function" : `reads: ${reading.root}`;
}

/** Describes an argument without its default, which can be secret. */
function describeArg(arg: ToolArg): string {
  const flag = arg.flag === undefined ? [] : [`flag ${arg.flag}`];
  const values = arg.enum === undefined ? [] : [`one of ${arg.enum.join(", ")}`];
  const facts = [
    arg.type,
    ...flag,
    ...(placeOf(arg) === "operand" ? ["positional"] : []),
    ...(arg.required ? ["required"] : []),
    ...values,
  ];
  return `${arg.name}: ${facts.join(", ")}`;
}
