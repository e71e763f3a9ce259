/** Relations between the arguments of a tool, and the sentences that describe them to agents. */
import type { Tool, ToolArg } from "./tool.ts";

/** A relation of arguments that a call must satisfy. */
export type Relation =
  | { readonly kind: "at_most_one" | "exactly_one" | "at_least_one"; readonly names: readonly string[] }
  /** With `value`, only calls that pass this value, as text, or a list that contains it. */
  | { readonly kind: "requires"; readonly name: string; readonly value?: string; readonly names: readonly string[] };

/** A relation of `requires`. */
type RequiresRelation = Extract<Relation, { kind: "requires" }>;

type RelatedTool = Pick<Tool, "args" | "at_most_one" | "exactly_one" | "at_least_one">;

/** Returns the relations of a tool: lists of names in the order of the config, then the relations of single arguments. */
export function listRelations({ args, at_most_one = [], exactly_one = [], at_least_one = [] }: RelatedTool): readonly Relation[] {
  return [
    ...exactly_one.map((names): Relation => ({ kind: "exactly_one", names })),
    ...at_least_one.map((names): Relation => ({ kind: "at_least_one", names })),
    ...at_most_one.map((names): Relation => ({ kind: "at_most_one", names })),
    ...args.flatMap(listRequired),
  ];
}

/** Returns the relations of `requires`: one for all values, or one for each value that needs other arguments. */
function listRequired({ name, requires = [] }: Pick<ToolArg, "name" | "requires">): readonly RequiresRelation[] {
  const lists = isNames(requires) ? [{ names: requires }] : Object.entries(requires).map(([value, names]) => ({ value, names }));
  return lists.flatMap(({ names, ...condition }) => (names.length === 0 ? [] : [{ kind: "requires", name, ...condition, names }]));
}

function isNames(requires: NonNullable<ToolArg["requires"]>): requires is readonly string[] {
  return Array.isArray(requires);
}

/** Describes the relations in sentences. Empty if the tool has none. */
export function describeRelations(tool: RelatedTool): string {
  return describeAll(listRelations(tool));
}

/** Describes the relations that require a call to have arguments. Empty if the tool has none. */
export function describeRequirements(tool: RelatedTool): string {
  return describeAll(listRelations(tool).filter(({ kind }) => kind === "exactly_one" || kind === "at_least_one"));
}

/** Returns the description of a tool for agents. A schema with `oneOf` at its root would express the same, but several hosts reject it. */
export function describeTool(tool: RelatedTool & Pick<Tool, "description">): string {
  return appendSentences(tool.description, describeRelations(tool));
}

/** Appends sentences to a text, which gets a period if it has no end mark. */
export function appendSentences(text: string, sentences: string): string {
  if (text === "" || sentences === "") return `${text}${sentences}`;
  return `${text}${/[.!?…。]$/.test(text) ? "" : "."} ${sentences}`;
}

function describeAll(relations: readonly Relation[]): string {
  return relations.map((relation) => `${describeRelation(relation)}.`).join(" ");
}

function describeRelation(relation: Relation): string {
  switch (relation.kind) {
    case "exactly_one":
      return `Pass exactly one of ${joinNames(relation.names)}`;
    case "at_least_one":
      return `Pass at least one of ${joinNames(relation.names)}`;
    case "at_most_one":
      return `Pass at most one of ${joinNames(relation.names)}`;
    case "requires":
      return `'${relation.name}'${describeCondition(relation)} requires ${joinNames(relation.names)}`;
  }
}

/** Returns the condition of a relation of one value, such as ` with the value 'custom'`. Empty for a relation of all values. */
export function describeCondition({ value }: Pick<RequiresRelation, "value">): string {
  return value === undefined ? "" : ` with the value '${value}'`;
}

function joinNames(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length < 3 ? quoted.join(" and ") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1) ?? ""}`;
}
