/** The dash guard: a caller's text must not be read as an option (CVE-2025-68144). */
import type { ArgumentProblem } from "./arguments.ts";
import { renderValue } from "./coerce.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";

/**
 * The positional texts that start with `-`, other than `-` itself. `allow_leading_dash` on the argument and `end_of_options` on the
 * tool lift the guard. The argument's default passes, even if a caller sends it, and so does a member of its enum: the config's
 * author wrote them, so they inject nothing.
 */
export function findLeadingDashes(
  { args }: Pick<Tool, "args">,
  { end_of_options }: CommandHandler,
  values: ReadonlyMap<string, ArgValue>,
): readonly ArgumentProblem[] {
  return end_of_options === true ? [] : args.filter(isGuarded).flatMap((arg) => findInArgument(arg, values.get(arg.name)));
}

function isGuarded({ positional, cwd, stdin, allow_leading_dash }: ToolArg): boolean {
  return positional === true && cwd !== true && stdin !== true && allow_leading_dash !== true;
}

function findInArgument(arg: ToolArg, value: ArgValue | undefined): readonly ArgumentProblem[] {
  if (value === undefined || isDefault(arg, value)) return [];
  return listItems(value).flatMap((item, index) => {
    if (typeof item !== "string" || !item.startsWith("-") || item === "-") return [];
    const label = Array.isArray(value) ? `${arg.name}[${index}]` : arg.name;
    const way = "the config allows it with allow_leading_dash on the argument or end_of_options on the tool";
    const message = `Argument '${label}': '${renderValue(item)}' starts with '-' and could be read as an option; ${way}`;
    return [{ kind: "leading_dash", arg: arg.name, message }];
  });
}

function isDefault(arg: ToolArg, value: ArgValue): boolean {
  const items = listItems(value);
  const defaults = listItems(arg.default);
  return items.length === defaults.length && items.every((item, index) => item === defaults[index]);
}
