/** Renders a self-contained document: styles, scripts and data are inline, and its content security policy allows nothing else. */
import { createHash } from "node:crypto";
import { BASE_STYLE } from "./base-style.ts";
import type { Html } from "./html.ts";
import { escapeHtml, html } from "./html.ts";

/** The parts of an HTML document. */
export interface DocumentParts {
  readonly title: string;
  /** Content of `<meta name="description">`. */
  readonly description: string;
  readonly body: Html;
  /** Style sheets after the base style. Our own code, never text of a config. */
  readonly styles?: readonly string[];
  /** Scripts, run in order at the end of the body. Our own code, never text of a config. */
  readonly scripts?: readonly string[];
  /** Data for the scripts, by the id of the element that contains it, as JSON. The elements follow the body. */
  readonly data?: ReadonlyMap<string, unknown>;
}

/** First line of every document that climax-gen writes, by which it recognizes a file that it may replace. */
export const DOCUMENT_MARK = "<!-- Written by climax-gen. Do not edit. -->";

/**
 * Returns the text of the document. Its policy forbids every request, form target, base URL and frame, and every script and style except
 * the given ones. These are allowed by their hash, so other scripts in the body cannot run.
 */
export function renderDocument({ title, description, body, styles = [], scripts = [], data = new Map() }: DocumentParts): string {
  const sheets = [BASE_STYLE, ...styles].map((sheet) => toInline(sheet, "style"));
  const codes = scripts.map((code) => toInline(code, "script"));
  const policy = contentSecurityPolicy(sheets, codes);
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="description" content="${description}" />
    <title>${title}</title>`;
  return `${[
    "<!doctype html>",
    DOCUMENT_MARK,
    '<html lang="en">',
    "<head>",
    head.markup.replace(/\n\s+/g, "\n"),
    ...sheets.map((sheet) => `<style>${sheet}</style>`),
    "</head>",
    "<body>",
    body.markup,
    ...Array.from(data, ([id, value]) => renderData(id, value)),
    ...codes.map((code) => `<script>${code}</script>`),
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** Returns a content security policy that allows only these inline style sheets and scripts. */
function contentSecurityPolicy(styles: readonly string[], scripts: readonly string[]): string {
  const sources = (texts: readonly string[]): string => texts.map((text) => `'sha256-${hash(text)}'`).join(" ") || "'none'";
  return [
    "default-src 'none'",
    `script-src ${sources(scripts)}`,
    `style-src ${sources(styles)}`,
    // Inline images only, which need no request.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Returns an element with data as JSON. No text in it can close the element or start a comment. */
function renderData(id: string, value: unknown): string {
  return `<script type="application/json" id="${escapeHtml(id)}">${toInertJson(value)}</script>`;
}

/** Serializes a value to JSON without `<`. In a script element, only `<` can start an end tag or a comment. */
export function toInertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Throws if the code contains the end tag of its element. No escape works for it in both scripts and styles. */
function toInline(code: string, element: "style" | "script"): string {
  if (new RegExp(`</${element}|<!--`, "i").test(code)) throw new Error(`the ${element} contains markup that would end its element`);
  return code;
}
