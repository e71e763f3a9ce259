/** What a pattern is made of, once it is read. */
import type { CharSet } from "./char-set.ts";

export type PatternNode =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | UndecidedNode;

/** What this reader does not know: the pattern as a whole is then undecided. */
export interface UndecidedNode {
  readonly kind: "undecided";
  /** What it is, in the words of a pattern: `the word boundary '\b'`. */
  readonly reason: string;
}

export function undecided(reason: string): UndecidedNode {
  return { kind: "undecided", reason };
}

/** The first part that is undecided; `undefined` where there is none. */
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
