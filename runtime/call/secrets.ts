/** Keeps the values of `secret` arguments out of what is written down about a call. */
import type { ArgValue, Tool, ToolArg } from "../tool/tool-spec.ts";

const MASK = "***";

/**
 * The tool and the values with every secret replaced by `***`, for each item where it is a list; global arguments are masked
 * in their default, where their value comes from. A flag that is secret is gone then, for `***` is not true.
 * `undefined` where nothing is secret.
 */
export function maskSecrets(
  tool: Tool,
  values: ReadonlyMap<string, ArgValue>,
): { readonly tool: Tool; readonly values: ReadonlyMap<string, ArgValue> } | undefined {
  if (!tool.args.some(isSecret) && !tool.cli.global_args.some(isSecret)) return undefined;
  const masked = new Map(values);
  for (const { name } of tool.args.filter(isSecret)) {
    const value = values.get(name);
    if (value !== undefined) masked.set(name, maskOf(value));
  }
  return { tool: { ...tool, cli: { ...tool.cli, global_args: tool.cli.global_args.map(maskDefault) } }, values: masked };
}

function isSecret(arg: ToolArg): boolean {
  return arg.secret === true;
}

/** The argument with `***` for the default of a secret one. */
export function maskDefault(arg: ToolArg): ToolArg {
  return isSecret(arg) && arg.default !== undefined ? { ...arg, default: maskOf(arg.default) } : arg;
}

function maskOf(value: ArgValue): ArgValue {
  return typeof value === "object" ? value.map(() => MASK) : MASK;
}
