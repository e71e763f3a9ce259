/**
 * Defines the style sheet of a review, which follows the base style. Differences are also marked by lines, for printing and for readers who
 * cannot distinguish the colors.
 */

/** Style sheet of the HTML format. */
export const REVIEW_STYLE = `
#summary { padding-block-end: 1rem; }
#summary > * + * { margin-block-start: 0.9rem; }
#changes { padding-block-start: 0; }
.versions { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.1rem 1rem; font-size: 0.9375rem; }
.versions dt { color: var(--muted); }
.versions dd { margin: 0; }
.class-bar { display: block; inline-size: 100%; block-size: 0.6rem; border-radius: 3px; }
.swatch-part { fill: var(--tone-fill); }
.classes th[scope="row"] { white-space: nowrap; }
.classes td, .classes th { padding-block: 0.3rem; }
.classes th, .classes td { padding-inline-end: 1.5rem; }
.classes td:last-child { inline-size: 100%; }
.swatch { margin-inline-end: 0.35rem; }
section { margin-block-start: 2.5rem; }
section h2 { display: flex; align-items: baseline; gap: 0.25rem; }
.quantity { font-size: 0.9375rem; font-weight: 400; margin-inline-start: 0.5rem; }
.group { margin-block-start: 1.25rem; padding-block-start: 0.9rem; border-block-start: 1px solid var(--line-strong); }
.group > h3 { font-size: 1.0625rem; }
.group > h3 .muted { font-weight: 400; font-size: 0.9375rem; }
.change { margin-block-start: 1rem; padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--line); }
.change:target { border-inline-start-color: var(--accent); }
.change > * + * { margin-block-start: 0.35rem; }
.change h4 { font-size: 0.9375rem; font-weight: 550; }
.code { color: inherit; text-decoration: none; }
.code:hover { text-decoration: underline; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.75rem; }
.sides > div { min-inline-size: 0; }
.sides dt { display: flex; flex-wrap: wrap; gap: 0 0.75rem; color: var(--muted); font-size: 0.8125rem; }
.sides dd { margin: 0.15rem 0 0; font-size: 0.9375rem; }
.sides pre {
  padding: 0.45rem 0.7rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface);
  font-size: 0.8125rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere;
}
.place { font-size: 0.8125rem; overflow-wrap: anywhere; }
.witness { overflow-wrap: anywhere; }
del { background: var(--danger-soft); color: var(--danger); text-decoration: line-through; }
ins { background: var(--safe-soft); color: var(--safe); text-decoration: underline; }
#files h3 { margin-block: 1.25rem 0.25rem; font-size: 0.9375rem; overflow-wrap: anywhere; }
.lines th.number { inline-size: 4rem; }
.lines td { overflow-wrap: anywhere; }
.lines thead th:last-child { text-align: start; }
.lines tr:target { background: var(--accent-soft); }
@media (max-width: 40rem) {
  #summary > * + * { margin-block-start: 0.6rem; }
  .sides { grid-template-columns: minmax(0, 1fr); gap: 0.4rem; }
  .classes th, .classes td { padding-inline-end: 0.75rem; }
  .classes td:last-child { font-size: 0.8125rem; line-height: 1.35; }
  .lines th.number { inline-size: 3rem; }
}
@media screen {
  /* A review of thousands of changes is laid out as it is scrolled to. */
  .group { content-visibility: auto; contain-intrinsic-size: auto 12rem; }
}
@media print {
  section { margin-block-start: 1.5rem; }
  section h2, .group > h3, .change h4 { break-after: avoid; }
  .change { break-inside: avoid; }
  a { text-decoration: none; }
  .class-bar { print-color-adjust: exact; }
}
`;
