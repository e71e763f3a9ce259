/** Compares the relations between the arguments of a tool by the calls that they allow. */
import type { Relation, Tool } from "@climax-gen/runtime/compiler";
import { listRelations } from "@climax-gen/runtime/compiler";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";

/** The requirement of a relation: two names not together, one name only with another, or at least one of several names. */
interface Demand {
  readonly kind: "apart" | "with" | "any";
  readonly names: readonly string[];
  /** The key of the relation. */
  readonly key: Relation["kind"];
}

/** Returns all changes of the relations. */
export function compareRelations(old: Tool, now: Tool, { subject, newNameOf }: RelationContext): readonly Finding[] {
  const before = listRelations(old).map((relation) => renameIn(relation, newNameOf));
  const after = listRelations(now);
  const [left, right] = [before.flatMap(listDemands), after.flatMap(listDemands)];
  const added = right.filter((demand) => !left.some((one) => implies(one, demand)));
  const dropped = left.filter((demand) => !right.some((one) => implies(one, demand)));
  const found: readonly Finding[] = [
    ...added.map((demand): Finding => ({ code: "relations-narrowed", ...partOf(demand, subject), message: describe(demand, true) })),
    ...dropped.map((demand): Finding => ({ code: "relations-widened", ...partOf(demand, subject), message: describe(demand, false) })),
  ];
  if (found.length > 0 || JSON.stringify(before) === JSON.stringify(after)) return found;
  return [{ code: "relations-restated", subject, message: "relations of arguments are described differently and allow the same calls" }];
}

interface RelationContext {
  readonly subject: Subject;
  /** Returns the new name of an argument that the old side has. */
  readonly newNameOf: (name: string) => string;
}

function renameIn(relation: Relation, newNameOf: (name: string) => string): Relation {
  const names = relation.names.map(newNameOf);
  return relation.kind === "requires" ? { ...relation, name: newNameOf(relation.name), names } : { ...relation, names };
}

function listDemands(relation: Relation): readonly Demand[] {
  const { kind: key } = relation;
  const names = relation.names.toSorted();
  switch (relation.kind) {
    case "requires":
      return names.map((needed): Demand => ({ kind: "with", names: [relation.name, needed], key }));
    case "at_least_one":
      return [{ kind: "any", names, key }];
    case "at_most_one":
      return listPairs(names, key);
    case "exactly_one":
      return [...listPairs(names, key), { kind: "any", names, key }];
  }
}

function listPairs(names: readonly string[], key: Demand["key"]): readonly Demand[] {
  return names.flatMap((name, index) => names.slice(index + 1).map((other): Demand => ({ kind: "apart", names: [name, other], key })));
}

/**
 * Reports whether every call that satisfies `demand` satisfies `other`. For example, "at least one of a, b" implies "at least one of a, b,
 * c".
 */
function implies(demand: Demand, other: Demand): boolean {
  if (demand.kind !== other.kind) return false;
  if (demand.kind === "any") return demand.names.every((name) => other.names.includes(name));
  return demand.names.every((name, index) => name === other.names[index]);
}

/** Returns the part with the relation's key: the first argument for `requires`, otherwise the tool. */
function partOf({ key, names: [name = ""] }: Demand, subject: Subject): Pick<Finding, "subject" | "keys"> {
  return { subject: key === "requires" ? { ...subject, arg: { old: name, new: name } } : subject, keys: [key] };
}

function describe({ kind, names }: Demand, isAdded: boolean): string {
  const [first = "", second = ""] = names.map(quote);
  switch (kind) {
    case "apart":
      return isAdded ? `${first} and ${second} can no longer be combined` : `${first} and ${second} can be combined`;
    case "with":
      return isAdded ? `${first} requires ${second}` : `${first} no longer requires ${second}`;
    case "any":
      return isAdded ? `one of ${names.map(quote).join(", ")} is required` : `none of ${names.map(quote).join(", ")} has to be passed`;
  }
}
