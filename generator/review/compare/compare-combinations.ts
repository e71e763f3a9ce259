/** Compares the relations between the arguments of a tool, and the order of its words. */
import type { Relation } from "@climax-gen/runtime/internal/tool/relations";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { OrderItem } from "@climax-gen/runtime/internal/tool/tool-spec";
import { isOnCommandLine, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { listRelations } from "@climax-gen/runtime/internal/tool/relations";
import { placeholdersOf, readTemplate } from "@climax-gen/runtime/internal/tool/template";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import { findDifference, findSwitch } from "./finding.ts";
import { pairArgs } from "./pairing.ts";

/** Compares the relations between arguments, `end_of_options`, and the order of arguments and constant words. */
export function compareCombinations(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const { pairs } = pairArgs(old.args, now.args);
  const newNames = new Map(pairs.map(([before, after]) => [before.name, after.name]));
  const newNameOf = (name: string): string => newNames.get(name) ?? name;
  const ends = compareEndsOfOptions(old, now, subject);
  return [
    ...compareRelations(old, now, { subject, newNameOf }),
    ...ends,
    // A change of `end_of_options` is reported instead of the order that it changes.
    ...(ends.length > 0 ? [] : compareWordOrder(old, now, subject, { newNameOf, shared: new Set(newNames.values()) })),
  ];
}

/**
 * Compares `end_of_options`, which has no effect without positional arguments. With them, it reorders arguments and adds or removes `--`,
 * so existing calls run a different command line.
 */
function compareEndsOfOptions(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const key = "end_of_options";
  if (![...old.args, ...now.args].some((arg) => placeOf(arg) === "operand")) return [];
  const values = { key, old: commandOf(old)?.end_of_options, new: commandOf(now)?.end_of_options };
  return findSwitch(["end-of-options-added", "end-of-options-removed"], subject, values).flatMap((finding) => {
    const order = commandOf(now)?.end_of_options === true ? "follow the flags and `--`" : "precede the flags, without `--`";
    return [finding, { ...finding, code: "word-order-changed" as const, message: `positional values ${order}` }];
  });
}

/** The requirement of a relation: two names not together, one name only with another, or at least one of several names. */
interface Demand {
  readonly kind: "apart" | "with" | "any";
  readonly names: readonly string[];
  /** The value of the first argument for which the requirement holds. Omitted for all values. */
  readonly value?: string | undefined;
  /** The key of the relation. */
  readonly key: Relation["kind"];
}

/** Returns all changes of the relations. */
function compareRelations(old: Tool, now: Tool, { subject, newNameOf }: RelationContext): readonly Finding[] {
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
      return names.map((needed): Demand => ({ kind: "with", names: [relation.name, needed], value: relation.value, key }));
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
 * c". A requirement of all values implies that of one value.
 */
function implies(demand: Demand, other: Demand): boolean {
  if (demand.kind !== other.kind) return false;
  if (demand.kind === "any") return demand.names.every((name) => other.names.includes(name));
  if (demand.value !== undefined && demand.value !== other.value) return false;
  return demand.names.every((name, index) => name === other.names[index]);
}

/** Returns the part with the relation's key: the first argument for `requires`, otherwise the tool. */
function partOf({ key, names: [name = ""] }: Demand, subject: Subject): Pick<Finding, "subject" | "keys"> {
  return { subject: key === "requires" ? { ...subject, arg: { old: name, new: name } } : subject, keys: [key] };
}

function describe({ kind, names, value }: Demand, isAdded: boolean): string {
  const [first = "", second = ""] = names.map(quote);
  switch (kind) {
    case "apart":
      return isAdded ? `${first} and ${second} can no longer be combined` : `${first} and ${second} can be combined`;
    case "with":
      return `${first}${value === undefined ? "" : ` with the value ${quote(value)}`} ${isAdded ? "requires" : "no longer requires"} ${second}`;
    case "any":
      return isAdded ? `one of ${names.map(quote).join(", ")} is required` : `none of ${names.map(quote).join(", ")} has to be passed`;
  }
}

/** Names of the arguments of both sides, by which their order is compared. */
interface SharedNames {
  /** Returns the new name of an argument that the old side has. */
  readonly newNameOf: (name: string) => string;
  /** New names of the arguments of both sides. */
  readonly shared: ReadonlySet<string>;
}

/** Returns the changes of constant words and of the order. Empty if no side has `order: as_written`. */
function compareWordOrder(old: Tool, now: Tool, subject: Subject, { newNameOf, shared }: SharedNames): readonly Finding[] {
  const [before, after] = [commandOf(old)?.order, commandOf(now)?.order];
  if (before === undefined && after === undefined) return [];
  const left = (before ?? defaultOrder(old)).map((item) => renameItem(item, newNameOf));
  const right = after ?? defaultOrder(now);
  const constants = findDifference("constant-words-changed", subject, { key: "args", old: constantsOf(left), new: constantsOf(right) });
  if (constants.length > 0) return constants;
  const isKept = (item: OrderItem): boolean => typeof item !== "string" || shared.has(item);
  const [oldOrder, newOrder] = [withoutPlaced(left, old).filter(isKept), withoutPlaced(right, now).filter(isKept)];
  // An argument that only one side passes on the command line is reported as another change.
  const inBoth = (item: OrderItem): boolean => typeof item !== "string" || (oldOrder.includes(item) && newOrder.includes(item));
  return findDifference("word-order-changed", subject, {
    key: before === undefined || after === undefined ? "order" : "args",
    old: oldOrder.filter(inBoth),
    new: newOrder.filter(inBoth),
  });
}

/** Returns positionals, then flags. */
function defaultOrder({ args }: Tool): readonly OrderItem[] {
  const names = (isPositional: boolean): readonly string[] =>
    args.filter((arg) => (placeOf(arg) === "operand") === isPositional).map(({ name }) => name);
  return [...names(true), ...names(false)];
}

function constantsOf(order: readonly OrderItem[]): readonly OrderItem[] {
  return order.filter((item) => typeof item !== "string");
}

/** Omits arguments that write no separate words. */
function withoutPlaced(order: readonly OrderItem[], { args }: Tool): readonly OrderItem[] {
  const placed = new Set(order.flatMap((item) => (typeof item === "string" ? [] : item.flatMap(placeholdersOf))));
  const elsewhere = new Set(args.filter((arg) => !isOnCommandLine(arg)).map(({ name }) => name));
  return order.filter((item) => typeof item !== "string" || (!placed.has(item) && !elsewhere.has(item)));
}

function renameItem(item: OrderItem, newNameOf: (name: string) => string): OrderItem {
  return typeof item === "string" ? newNameOf(item) : item.map((template) => renameInTemplate(template, newNameOf));
}

function renameInTemplate(template: string, newNameOf: (name: string) => string): string {
  return readTemplate(template)
    .parts.map((part) => (part.kind === "text" ? part.text.replaceAll(/[{}]/g, "$&$&") : `{${newNameOf(part.name)}}`))
    .join("");
}
