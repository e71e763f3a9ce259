/** A text in a box that the keyboard can scroll. */

export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // A box that scrolls must be reachable by keyboard, and a reachable box needs a name.
    <div class="try-code" role="region" aria-label={label} tabIndex={0}>
      <pre class="code-block" dir="ltr">
        {text}
      </pre>
    </div>
  );
}
