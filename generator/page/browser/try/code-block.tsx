/** Renders text in boxes that can be scrolled with the keyboard. */
import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { shellWords } from "../../../text/shell-word.ts";
import { escapeLines, escapeUnprintable } from "../../../text/wording.ts";

/** Renders a text, with invisible and bidirectional characters escaped. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return <Box label={label}>{escapeLines(text)}</Box>;
}

/**
 * Renders the words of a command line, quoted as for a shell. Lines break between words, and inside a word only if it is longer than a
 * line.
 */
export function WordBlock({ label, words }: { readonly label: string; readonly words: readonly string[] }) {
  return (
    <Box label={label}>
      {words.map((word, number) => (
        <Fragment key={number}>
          {number > 0 && " "}
          <span class="try-word">{escapeUnprintable(shellWords([word]))}</span>
        </Fragment>
      ))}
    </Box>
  );
}

/** Renders a box. A box that scrolls must be reachable by keyboard, and therefore needs a label. */
function Box({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <pre class="code-block try-code" dir="ltr" role="region" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}
