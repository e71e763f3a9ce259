/** Checks the relations between the arguments of a call. */
import { isNegatable } from "../argument/form.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Relation } from "../tool/relations.ts";
import { describeCondition, listRelations } from "../tool/relations.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { ArgumentProblem } from "./arguments.ts";

/**
 * Returns the relations that a call does not satisfy. Only arguments that the call passes count. Defaults do not count. A `false` that adds
 * no word to the command line does not count either.
 * @param values the validated values of the call, without defaults
 * @param invalid names of arguments that the call passes with an invalid value; defaults to none
 */
export function findRelationProblems(
  tool: Tool,
  values: ReadonlyMap<string, ArgValue>,
  invalid: ReadonlySet<string> = new Set(),
): readonly ArgumentProblem[] {
  const relations = listRelations(tool);
  if (relations.length === 0) return [];
  const given = new Set(tool.args.filter((arg) => invalid.has(arg.name) || isGiven(arg, values.get(arg.name))).map(({ name }) => name));
  return relations.flatMap((relation) => {
    const message = findProblem(relation, given, values);
    return message === undefined ? [] : [{ kind: "relation", arg: relation.names[0] ?? "", message }];
  });
}

function isGiven(arg: ToolArg, value: ArgValue | undefined): boolean {
  if (value !== false) return value !== undefined;
  return isNegatable(arg) || (arg.enum_words !== undefined && Object.hasOwn(arg.enum_words, "false"));
}

function findProblem(relation: Relation, given: ReadonlySet<string>, values: ReadonlyMap<string, ArgValue>): string | undefined {
  const { names } = relation;
  const found = names.filter((name) => given.has(name));
  switch (relation.kind) {
    case "at_most_one":
      return found.length > 1 ? describeExcess(relation.kind, names, found) : undefined;
    case "exactly_one":
      if (found.length === 0) return `Exactly one of ${listNames(names)} is required`;
      return found.length > 1 ? describeExcess(relation.kind, names, found) : undefined;
    case "at_least_one":
      return found.length === 0 ? `At least one of ${listNames(names)} is required` : undefined;
    case "requires": {
      const missing = names.filter((name) => !given.has(name));
      const applies = relation.value === undefined ? given.has(relation.name) : hasValue(values.get(relation.name), relation.value);
      if (!applies || missing.length === 0) return undefined;
      return `Argument '${relation.name}'${describeCondition(relation)} requires ${listNames(missing)}`;
    }
  }
}

/** Reports whether a value, or an item of a list, is the one that a config writes as this text. `false` counts, also without words. */
function hasValue(value: ArgValue | undefined, text: string): boolean {
  return listItems(value).some((item) => String(item) === text);
}

function describeExcess(kind: "at_most_one" | "exactly_one", names: readonly string[], found: readonly string[]): string {
  const limit = kind === "at_most_one" ? "At most" : "Exactly";
  return `${limit} one of ${listNames(names)} is allowed, and the call has ${listNames(found)}`;
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
