/** Lists all layouts of help pages by the part of a page that they read, in the order of reading. */
import { COLUMN_LAYOUTS } from "./column-layouts.ts";
import { HEADING_LAYOUTS, ROW_LAYOUTS } from "./command-layouts.ts";
import type { Layout } from "./layout.ts";
import { LINE_LAYOUTS } from "./line-layouts.ts";
import { OWN_RULES } from "./own-rules.ts";
import { PAGE_LAYOUTS } from "./page-layouts.ts";
import { REMARK_LAYOUTS } from "./remark-layouts.ts";
import { WHOLE_PAGE_LAYOUTS } from "./whole-pages.ts";

/** The tables of layouts. A program that prints a fact in a new way needs a row in one of them. */
export const LAYOUTS = {
  /** All lines of a page, before anything is read from them: rewritten to the common notation. */
  wholePages: WHOLE_PAGE_LAYOUTS,
  /** Lines of options: rewritten to the common notation. */
  lines: LINE_LAYOUTS,
  /** The column of an option's names and its value: rewritten to the common notation. */
  columns: COLUMN_LAYOUTS,
  /** Remarks in the description of an option or a value: default, choices, required. */
  remarks: REMARK_LAYOUTS,
  /** Headings of lists of commands. */
  headings: HEADING_LAYOUTS,
  /** Rows of lists of commands. */
  rows: ROW_LAYOUTS,
  /** Whole pages: their options are corrected after they were read. */
  pages: PAGE_LAYOUTS,
  /** Rules for one program that a reader applies by name. */
  own: Object.entries(OWN_RULES).map(([name, rule]): Layout => ({ name, ...rule })),
} as const satisfies Readonly<Record<string, readonly Layout<unknown>[]>>;
