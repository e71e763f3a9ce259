/** Syntax tree of a pattern. */
import type { CharSet } from "./char-set.ts";

/** Node of the tree. `max` of a repeat is Infinity if it has no upper limit. */
export type PatternNode =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | UndecidedNode;

/** Unsupported syntax. It makes the whole pattern undecided. */
export interface UndecidedNode {
  readonly kind: "undecided";
  /** Description of the syntax: `'\b'`. Completes "because of …". */
  readonly reason: string;
}

/** Creates an undecided node. */
export function undecided(reason: string): UndecidedNode {
  return { kind: "undecided", reason };
}

/** Returns the first undecided part, or `undefined` if every part is decided. */
export function findUndecided(node: PatternNode): UndecidedNode | undefined {
  switch (node.kind) {
    case "sequence":
      return findFirst(node.parts);
    case "choice":
      return findFirst(node.options);
    case "repeat":
      return findUndecided(node.body);
    case "undecided":
      return node;
    case "chars":
    case "start":
    case "end":
      return undefined;
  }
}

function findFirst(nodes: readonly PatternNode[]): UndecidedNode | undefined {
  for (const node of nodes) {
    const found = findUndecided(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
