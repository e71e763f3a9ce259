/** Compares the order of words of tools with `order: as_written`, and the constant words between their arguments. */
import type { OrderItem, Tool } from "@climax-gen/runtime/compiler";
import { commandOf, isOnCommandLine, placeholdersOf, placeOf, readTemplate } from "@climax-gen/runtime/compiler";
import type { Finding, Subject } from "../change.ts";
import { findDifference } from "./finding.ts";

/** Names of the arguments of both sides, by which their order is compared. */
export interface SharedNames {
  /** Returns the new name of an argument that the old side has. */
  readonly newNameOf: (name: string) => string;
  /** New names of the arguments of both sides. */
  readonly shared: ReadonlySet<string>;
}

/** Returns the changes of constant words and of the order. Empty if no side has `order: as_written`. */
export function compareWordOrder(old: Tool, now: Tool, subject: Subject, { newNameOf, shared }: SharedNames): readonly Finding[] {
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
