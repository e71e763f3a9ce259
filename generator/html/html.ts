/** Builds markup. Every inserted string is escaped, whatever its source. */

/** A piece of markup. Only the functions of this directory create it. */
export interface Html {
  readonly markup: string;
}

/** A value of a template. Lists are concatenated; `undefined` and `false` are omitted. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/**
 * Template tag that escapes its values, for element content and for attributes in quotes. Nested templates are inserted unchanged. An
 * attribute without quotes, a script, a style and a comment must not contain a value.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const rest = values.map((value, index) => toMarkup(value) + (parts[index + 1] ?? ""));
  return { markup: (parts[0] ?? "") + rest.join("") };
}

/** Returns an attribute with a leading space, or nothing if the value is undefined or false. `true` is an attribute without a value. */
export function attribute(name: string, value: string | number | boolean | undefined): Html {
  if (value === undefined || value === false) return { markup: "" };
  return { markup: value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"` };
}

/** Escapes a text for element content and for attributes in quotes. NUL, which HTML cannot contain, becomes U+FFFD. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (char) => ENTITIES.get(char) ?? char);
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["\0", "�"],
]);

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return isList(value) ? value.map(toMarkup).join("") : value.markup;
}

function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}
