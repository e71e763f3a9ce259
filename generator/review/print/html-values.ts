/** Prints the old and the new value of a change, with marks on the words that differ. */
import { diffWordsWithSpace } from "diff";
import type { Html } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import { escapeLines } from "../../text/wording.ts";

/** The two columns of a change. */
export interface PrintedValues {
  readonly old: Html;
  readonly new: Html;
}

/** Maximum number of edits that are searched. The search takes time quadratic in them. Longer differences have no marks. */
const MAX_EDITS = 400;

/** Maximum length of a value on one line, in code units. */
const LINE_LENGTH = 60;

/** Prints two values. Marks what differs if both are set and have words in common. */
export function printValues(old: unknown, now: unknown): PrintedValues {
  if (old === undefined || now === undefined) return { old: printValue(old), new: printValue(now) };
  const [before, after] = [toText(old), toText(now)];
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const isMarked = parts?.some(({ added, removed, value }) => !added && !removed && /\p{L}|\p{N}/u.test(value)) ?? false;
  if (parts === undefined || !isMarked) return { old: printText(before), new: printText(after) };
  const kept = parts.filter(({ added }) => !added).map(({ removed, value }) => (removed ? html`<del>${value}</del>` : value));
  const written = parts.filter(({ removed }) => !removed).map(({ added, value }) => (added ? html`<ins>${value}</ins>` : value));
  return { old: html`<pre dir="auto">${kept}</pre>`, new: html`<pre dir="auto">${written}</pre>` };
}

/** Prints one value: a text verbatim, other values as JSON. `undefined` is a remark. */
function printValue(value: unknown): Html {
  return value === undefined ? html`<p class="muted">absent</p>` : printText(toText(value));
}

/** Prints lines. */
function printText(text: string): Html {
  return html`<pre dir="auto">${text}</pre>`;
}

/** Invisible and control characters are escaped, except for line endings. */
function toText(value: unknown): string {
  return escapeLines(typeof value === "string" && value !== "" ? value : toJson(value));
}

function toJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}
