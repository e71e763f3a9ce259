/** The dash guard: a caller's text must not be read as an option (CVE-2025-68144). `validateArguments` applies it to each item. */
import type { ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";

/** Reports whether a program would read a word as an option. `-` itself is an operand. */
export function startsWithDash(value: ScalarValue): boolean {
  return typeof value === "string" && value.startsWith("-") && value !== "-";
}

/**
 * Reports whether values of the argument may start with `-`: those of flags may, and those of positionals with `allow_leading_dash`.
 * A value that equals the argument's default may as well, even if a caller sends it: the config's author wrote it, so it injects
 * nothing.
 */
export function isDashAllowed(arg: ToolArg, value: unknown): boolean {
  if (arg.positional !== true || arg.cwd === true || arg.stdin === true || arg.allow_leading_dash === true) return true;
  if (arg.default === undefined) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const defaults = listItems(arg.default);
  return items.length === defaults.length && items.every((item, index) => item === defaults[index]);
}
