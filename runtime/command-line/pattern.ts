/** Lists the parts of a tool's command line in their order, before a call gives the values. */
import { isOnCommandLine, isOperand } from "../argument/form.ts";
import { placeholdersOf } from "../tool/template.ts";
import type { CommandRules } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";

/** Consecutive words of a command line that a call writes together or omits together. */
export type LinePart =
  | { readonly kind: "cli_command" }
  | { readonly kind: "tool_command" }
  | { readonly kind: "dash_dash" }
  | { readonly kind: "arg" | "global_arg"; readonly arg: ToolArg }
  /** Constant words, with the values of arguments in them. `item` is their position in `order`. */
  | { readonly kind: "words"; readonly item: number; readonly templates: readonly string[] };

/** The arguments of a tool, and those of its program. */
export interface LineArgs {
  readonly args: readonly ToolArg[];
  readonly global_args: readonly ToolArg[];
}

/**
 * Returns the parts in order: the CLI's command, the tool's command, positionals, flags in definition order, the CLI's global arguments
 * (vectors argv.*). With `--`, the positionals come last, after it. With `order`, the arguments and constant words are in that order,
 * before the global arguments; an argument in constant words adds no separate words.
 */
export function linePattern({ args, global_args }: LineArgs, rules: DashRules): readonly LinePart[] {
  const start: readonly LinePart[] = [{ kind: "cli_command" }, { kind: "tool_command" }];
  const globals = global_args.map((arg): LinePart => ({ kind: "global_arg", arg }));
  const written = args.filter(isOnCommandLine).map((arg) => ({ kind: "arg", arg }) as const);
  const { order } = rules;
  if (order !== undefined) {
    const placed = new Set(order.flatMap((item) => (typeof item === "string" ? [] : item.flatMap(placeholdersOf))));
    const ordered = order.flatMap((item, index): readonly LinePart[] => {
      if (typeof item !== "string") return [{ kind: "words", item: index, templates: item }];
      return placed.has(item) ? [] : written.filter(({ arg }) => arg.name === item);
    });
    return [...start, ...ordered, ...globals];
  }
  const operands = written.filter(({ arg }) => isOperand(arg));
  const options = written.filter(({ arg }) => !isOperand(arg));
  if (operands.length === 0 || !hasDashDash(rules)) return [...start, ...operands, ...options, ...globals];
  return [...start, ...options, ...globals, { kind: "dash_dash" }, ...operands];
}

/** The keys of a tool that decide whether `--` precedes the operands. */
export type DashRules = Pick<CommandRules, "order" | "end_of_options">;

/** Reports whether `--` precedes the operands of a tool. With `order`, the command line has no `--` of its own. */
export function hasDashDash({ order, end_of_options }: DashRules): boolean {
  return end_of_options === true && order === undefined;
}
