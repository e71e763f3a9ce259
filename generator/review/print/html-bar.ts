/** Draws the shares of the classes of changes as one bar, in the tones of the classes. */
import type { Html } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import type { DiffReport } from "../report.ts";
import { changesOf } from "../report.ts";
import type { Failure } from "../rules.ts";
import { CHANGE_CLASSES } from "../rules.ts";
import type { Tone } from "../../html/base-style.ts";

/** Width of the drawing, in SVG units. The drawing is stretched to the width of the text. */
const WIDTH = 1000;

/**
 * Returns the bar; undefined without changes. The bar is hidden from assistive technology, because the table of classes has the same
 * figures.
 */
export function printClassBar(report: DiffReport): Html | undefined {
  const total = report.changes.length;
  if (total === 0) return undefined;
  let from = 0;
  const parts = CHANGE_CLASSES.map((one) => {
    const width = (changesOf(report, one).length / total) * WIDTH;
    from += width;
    return { one, width, x: from - width };
  }).filter(({ width }) => width > 0);
  return html`<svg class="class-bar" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(
      ({ one, width, x }) =>
        html`<rect class="swatch-part" data-tone="${toneOf(one)}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10" />`,
    )}
  </svg>`;
}

/** Returns the tone of a class, or of hazards. */
export function toneOf(one: Failure): Tone {
  switch (one) {
    case "breaking":
      return "danger";
    case "widening":
    case "hazards":
      return "warn";
    case "narrowing":
      return "info";
    case "compatible":
      return "safe";
    case "metadata":
      return "neutral";
  }
}
