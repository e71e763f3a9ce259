/** Defines a layout: one way in which programs print a fact. */

/** A row of a table of layouts. */
export type Layout = Origin & {
  /** What the programs print, such as "long name in brackets". Unique in its table. */
  readonly name: string;
  /** Recognizes the layout in the part of a page that the table is for. */
  readonly pattern: RegExp;
  /** A text that the pattern matches. */
  readonly example: string;
};

/** The frameworks and programs that print a layout. If only one does, the reason why pages of others are not read this way. */
type Origin = { readonly from: Several; readonly reason?: string } | { readonly from: readonly [string]; readonly reason: string };

type Several = readonly [string, string, ...string[]];

/** A layout, and what it yields. */
export type LayoutOf<Yield> = Layout & Readonly<Yield>;
