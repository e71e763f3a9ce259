/** Defines a layout: one way in which programs print a fact. */

/**
 * A row of a table of layouts. `Example`: a text that the pattern matches. In some tables, what is read from it is the second part of a pair.
 */
export type Layout<Example = string> = Origin & {
  /** What the programs print, such as "long name in brackets". Unique in its table. */
  readonly name: string;
  /** Recognizes the layout in the part of a page that the table is for. */
  readonly pattern: RegExp;
  readonly example: Example;
};

/** The frameworks and programs that print a layout. If only one does, the reason why pages of others are not read this way. */
type Origin = { readonly from: Several; readonly reason?: string } | { readonly from: readonly [string]; readonly reason: string };

type Several = readonly [string, string, ...string[]];
