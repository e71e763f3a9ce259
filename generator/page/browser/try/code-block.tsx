/** A text in a box that the keyboard can scroll. */
import { escapeUnprintable } from "../../../text/wording.ts";

/**
 * Shows invisible and bidirectional characters escaped. A box that scrolls must be reachable by keyboard, and a reachable box needs a name.
 */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre class="code-block try-code" dir="ltr" role="region" aria-label={label} tabIndex={0}>
      {text.split("\n").map(escapeUnprintable).join("\n")}
    </pre>
  );
}
