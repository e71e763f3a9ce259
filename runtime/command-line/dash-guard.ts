/** Detects values that a program would read as an option (CVE-2025-68144). `validateArguments` checks each item. */
import type { ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";

/** Reports whether a program would read a value as an option. `-` alone is an operand. */
export function startsWithDash(value: ScalarValue): boolean {
  return typeof value === "string" && value.startsWith("-") && value !== "-";
}

/**
 * Reports whether a value of the argument may start with `-`: values of flags may, and values of positionals with `allow_leading_dash`.
 * So may a value that equals the argument's default, even if a caller sends it, because the config's author wrote it.
 */
export function isDashAllowed(arg: ToolArg, value: unknown): boolean {
  if (arg.positional !== true || arg.cwd === true || arg.stdin === true || arg.allow_leading_dash === true) return true;
  if (arg.default === undefined) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const defaults = listItems(arg.default);
  return items.length === defaults.length && items.every((item, index) => item === defaults[index]);
}
