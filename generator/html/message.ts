/** Renders messages of diagnostics and changes. Pure. */
import { splitCode } from "../text/code-spans.ts";
import type { HtmlValue } from "./html.ts";
import { html } from "./html.ts";

/** Renders a message, with the words between backticks as code. The message has no unprintable characters. */
export function renderMessage(message: string): readonly HtmlValue[] {
  return splitCode(message).map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : text));
}
