/** Prints the old and the new value of a change, with marks on the words that differ. */
import { diffArrays, diffWordsWithSpace } from "diff";
import type { Html } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import { escapeLines } from "../../text/wording.ts";

/** The two columns of a change. */
export interface PrintedValues {
  readonly old: Html;
  readonly new: Html;
}

/** Maximum number of edits between two values. The search takes time quadratic in this number. Longer differences have no marks. */
const MAX_EDITS = 400;

/** Maximum length of a value on one line, in code units. */
const LINE_LENGTH = 60;

/** Prints two values. Marks the differences if both values are set and have words in common. */
export function printValues(old: unknown, now: unknown): PrintedValues {
  if (old === undefined || now === undefined) return { old: printValue(old), new: printValue(now) };
  const lists = isLongList(old) && isLongList(now) ? printLists(old, now) : undefined;
  if (lists !== undefined) return lists;
  const [before, after] = [toText(old), toText(now)];
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const isMarked = parts?.some(({ added, removed, value }) => !added && !removed && /\p{L}|\p{N}/u.test(value)) ?? false;
  if (parts === undefined || !isMarked) return { old: printText(before), new: printText(after) };
  const kept = parts.filter(({ added }) => !added).map(({ removed, value }) => (removed ? html`<del>${value}</del>` : value));
  const written = parts.filter(({ removed }) => !removed).map(({ added, value }) => (added ? html`<ins>${value}</ins>` : value));
  return { old: html`<pre dir="auto">${kept}</pre>`, new: html`<pre dir="auto">${written}</pre>` };
}

/** Reports whether a value is a list of scalars that is printed with one line per item. */
function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item !== "object") && JSON.stringify(value).length > LINE_LENGTH;
}

/** Maximum number of consecutive items that are on both sides. The middle of a longer run is omitted. */
const MAX_RUN = 8;

/** Number of items at each end of a run that is shortened. */
const RUN_END = 2;

/** Prints two lists and marks the items that differ. Returns undefined if too many differ. */
function printLists(old: readonly unknown[], now: readonly unknown[]): PrintedValues | undefined {
  const parts = diffArrays(old.map(toItem), now.map(toItem), { maxEditLength: MAX_EDITS });
  if (parts === undefined) return undefined;
  const printSide = (own: "added" | "removed", other: "added" | "removed"): Html => {
    const items = parts
      .filter((part) => !part[other])
      .flatMap((part) => (part[own] ? part.value.map((item) => mark(item, own)) : shorten(part.value)));
    return html`<pre dir="auto">${items.map((item, index) => [index > 0 && "\n", item])}</pre>`;
  };
  return { old: printSide("removed", "added"), new: printSide("added", "removed") };
}

function toItem(value: unknown): string {
  return escapeLines(JSON.stringify(value));
}

function mark(item: string, as: "added" | "removed"): Html {
  return as === "added" ? html`<ins>${item}</ins>` : html`<del>${item}</del>`;
}

function shorten(items: readonly string[]): readonly (string | Html)[] {
  if (items.length <= MAX_RUN) return items;
  const omitted = html`<span class="muted">&hellip; ${items.length - 2 * RUN_END} items that are on both sides</span>`;
  return [...items.slice(0, RUN_END), omitted, ...items.slice(-RUN_END)];
}

/** Prints one value: a text verbatim, other values as JSON. Prints `absent` for `undefined`. */
function printValue(value: unknown): Html {
  return value === undefined ? html`<p class="muted">absent</p>` : printText(toText(value));
}

/** Prints lines. */
function printText(text: string): Html {
  return html`<pre dir="auto">${text}</pre>`;
}

/** Returns the text of a value. Escapes invisible and control characters, except for line endings. */
function toText(value: unknown): string {
  return escapeLines(typeof value === "string" && value !== "" ? value : toJson(value));
}

function toJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}
