/** Checks the arguments of a call in all ways that a config defines, and fills in defaults. */
import type { Tool } from "../tool/tool.ts";
import { validateArguments, type ValidatedArguments, withDefaults } from "./arguments.ts";
import { findRelationProblems } from "./relations.ts";
import { findLimitProblems } from "./value-limits.ts";

/** Result of all checks of a command's or a function's arguments. `values` have defaults. The call is valid if `problems` is empty. */
export interface CheckedArguments extends ValidatedArguments {
  /** Names of the arguments that the call passes with a valid value, without defaults. */
  readonly given: ReadonlySet<string>;
}

/** Checks types and members, then limits, then relations. Each stage adds its problems, so one argument can have several. */
export async function checkArguments(tool: Tool, passed: Readonly<Record<string, unknown>>): Promise<CheckedArguments> {
  const { values, problems, omitted } = validateArguments(tool.args, passed);
  const invalid = new Set(problems.filter(({ kind }) => kind !== "missing").map(({ arg }) => arg));
  // If problems were omitted, `invalid` may be incomplete.
  const relations = omitted > 0 ? [] : findRelationProblems(tool, values, invalid);
  const filled = withDefaults(tool.args, values);
  const given = new Set(values.keys());
  return { given, values: filled, problems: [...problems, ...(await findLimitProblems(tool.args, values)), ...relations], omitted };
}
