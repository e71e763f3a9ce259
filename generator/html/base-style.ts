/**
 * Defines the style sheet of every document: colors, type, tables and small parts. Tones name meanings instead of colors, so that they work
 * in light, dark and printed documents.
 */

/** Meaning of a badge, a bar or a notice: `<span class="badge" data-tone="danger">`. */
export type Tone = "safe" | "info" | "warn" | "danger" | "neutral";

/**
 * Classes: `badge`, `notice` and `swatch` (with `data-tone`), `code-block`, `table-scroll` around a wide table, `facts` for a list of
 * terms, `muted`, `mono`, `visually-hidden`, `skip-link`, `site-header`, `page` for the column of text, `no-print`.
 */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --canvas: #fff;
  --surface: #f6f7f9;
  --line: #e2e5ea;
  --line-strong: #c3c9d2;
  --text: #1a1f27;
  --muted: #59626f;
  --accent: #2753c8;
  --accent-soft: #ecf1fd;
  --safe: #0b6b5d;
  --safe-soft: #e3f4f0;
  --safe-fill: #2a9d8a;
  --info: #2753c8;
  --info-soft: #ecf1fd;
  --info-fill: #5b82e6;
  --warn: #864309;
  --warn-soft: #fdf0d9;
  --warn-fill: #dd9a2b;
  --danger: #ab2117;
  --danger-soft: #fdebe9;
  --danger-fill: #d9463b;
  --neutral: #48515e;
  --neutral-soft: #edeff2;
  --neutral-fill: #a3abb6;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Code", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
  --radius: 6px;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --canvas: #101317;
    --surface: #171b21;
    --line: #2a3038;
    --line-strong: #46505d;
    --text: #e4e8ee;
    --muted: #9ba6b4;
    --accent: #93b4ff;
    --accent-soft: #1b2740;
    --safe: #6ad4c0;
    --safe-soft: #12302b;
    --safe-fill: #2f9c8a;
    --info: #93b4ff;
    --info-soft: #1b2740;
    --info-fill: #5b82e6;
    --warn: #f0bd6b;
    --warn-soft: #35270f;
    --warn-fill: #c98a26;
    --danger: #ff9c92;
    --danger-soft: #3b1a18;
    --danger-fill: #d55347;
    --neutral: #b6bfca;
    --neutral-soft: #242a32;
    --neutral-fill: #68727f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block-start: 1rem; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
h1, h2, h3, h4 { margin: 0; line-height: 1.25; font-weight: 650; text-wrap: balance; }
h1 { font-size: 1.75rem; letter-spacing: -0.015em; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; }
h3 { font-size: 1rem; }
p, ul, ol, dl, pre, table, figure { margin: 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
:focus:not(:focus-visible) { outline: none; }
button, input, select, textarea { font: inherit; color: inherit; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  min-block-size: 2.25rem; padding: 0.3rem 0.6rem; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--canvas);
}
button {
  min-block-size: 2.25rem; padding: 0.3rem 0.8rem; border: 1px solid var(--line-strong); border-radius: var(--radius);
  background: var(--surface); cursor: pointer;
}
button:hover:not(:disabled) { border-color: var(--muted); }
button:disabled { color: var(--muted); cursor: default; }
code, pre, kbd, samp, .mono { font-family: var(--mono); font-size: 0.875em; font-variant-ligatures: none; }
:not(pre) > code { overflow-wrap: anywhere; }
.code-block {
  padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); font-size: 0.8125rem;
  line-height: 1.55; overflow: auto; white-space: pre; tab-size: 2;
}
table { inline-size: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: start; }
th, td { padding-block: 0.5rem; padding-inline: 0 1rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th { color: var(--muted); font-size: 0.8125rem; font-weight: 550; border-block-end-color: var(--line-strong); white-space: nowrap; }
tbody th { font-weight: 550; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.table-scroll { overflow-x: auto; }
.facts { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: 0.4rem 1.5rem; font-size: 0.9375rem; }
.facts > dt { color: var(--muted); }
.facts > dd { margin: 0; min-inline-size: 0; }
.muted { color: var(--muted); }
.badge {
  display: inline-block; padding: 0.05rem 0.45rem; border-radius: 4px; font-size: 0.75rem; font-weight: 550; line-height: 1.5; white-space: nowrap;
  color: var(--tone); background: var(--tone-soft);
}
.notice {
  padding: 0.6rem 0.9rem; border-inline-start: 3px solid var(--tone-fill); border-radius: 0 var(--radius) var(--radius) 0; background: var(--tone-soft);
  font-size: 0.9375rem;
}
.notice:dir(rtl) { border-radius: var(--radius) 0 0 var(--radius); }
.swatch { display: inline-block; inline-size: 0.7rem; block-size: 0.7rem; border-radius: 2px; background: var(--tone-fill); }
.badge, .notice, .swatch, [data-tone="neutral"] { --tone: var(--neutral); --tone-soft: var(--neutral-soft); --tone-fill: var(--neutral-fill); }
[data-tone="safe"] { --tone: var(--safe); --tone-soft: var(--safe-soft); --tone-fill: var(--safe-fill); }
[data-tone="info"] { --tone: var(--info); --tone-soft: var(--info-soft); --tone-fill: var(--info-fill); }
[data-tone="warn"] { --tone: var(--warn); --tone-soft: var(--warn-soft); --tone-fill: var(--warn-fill); }
[data-tone="danger"] { --tone: var(--danger); --tone-soft: var(--danger-soft); --tone-fill: var(--danger-fill); }
.page { max-inline-size: 76rem; margin-inline: auto; padding: 2rem 1.5rem 4rem; }
.site-header { border-block-end: 1px solid var(--line); }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip-link { position: absolute; inset-block-start: -4rem; inset-inline-start: 1rem; z-index: 10; padding: 0.5rem 1rem; background: var(--canvas); }
.skip-link:focus { inset-block-start: 0.5rem; }
@media (max-width: 40rem) {
  .page { padding: 1.25rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts > dd { margin-block-end: 0.5rem; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  .badge, .swatch { border: 1px solid; }
}
@media print {
  :root { color-scheme: light; --canvas: #fff; --surface: #fff; --text: #000; --muted: #444; --accent: #000; --line: #bbb; --line-strong: #666; }
  @page { margin: 16mm; }
  body { font-size: 10pt; }
  .page { max-inline-size: none; padding: 0; }
  .code-block { white-space: pre-wrap; overflow: visible; }
  .table-scroll { overflow: visible; }
  .badge, .swatch { print-color-adjust: exact; }
  tr, .notice { break-inside: avoid; }
  h1, h2, h3, h4 { break-after: avoid; }
  .skip-link, .no-print { display: none !important; }
}
`;
