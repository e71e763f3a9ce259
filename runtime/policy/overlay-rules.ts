/** Adds constraints to layers of constraints. All layers apply. */
import type { ArgConstraint } from "../constraint/arg-constraint.ts";

/**
 * Adds a constraint on an argument to the first layer in which the argument has none of its keys. A constraint with a message gets its own
 * layer, because the message applies only to its own keys.
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
