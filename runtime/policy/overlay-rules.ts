/** Adds constraints to layers of constraints, of which all apply. */
import type { ArgConstraint } from "./policy-spec.ts";

/**
 * Adds a constraint on an argument to the first layer in which it replaces no key. A constraint with a message has a layer for itself,
 * because the message is about its own keys only.
 */
export function overlay(layers: Map<string, ArgConstraint>[], arg: string, constraint: ArgConstraint): void {
  if (Object.keys(constraint).length === 0) return;
  const isFree = (layer: ReadonlyMap<string, ArgConstraint>): boolean => {
    const there = layer.get(arg);
    if (there === undefined) return true;
    if (there.message !== undefined || constraint.message !== undefined) return false;
    return !Object.keys(constraint).some((key) => Object.hasOwn(there, key));
  };
  const layer = layers.find(isFree);
  if (layer === undefined) layers.push(new Map([[arg, constraint]]));
  else layer.set(arg, { ...layer.get(arg), ...constraint });
}
