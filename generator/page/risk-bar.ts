/** Draws a bar of tools by risk, as inline SVG. */
import type { Tone } from "../html/base-style.ts";
import type { Html } from "../html/html.ts";
import { html } from "../html/html.ts";

/** Number of tools of one risk. */
export interface RiskCount {
  readonly label: string;
  readonly tone: Tone;
  readonly value: number;
}

const WIDTH = 200;
const HEIGHT = 12;
/** Minimum width of a segment, so that one tool among hundreds is visible. */
const MIN_SEGMENT = 2;

/** Returns a bar with one segment per class. The full width stands for `most` tools. */
export function renderRiskBar(counts: readonly RiskCount[], most: number): Html {
  const shown = counts.filter(({ value }) => value > 0);
  const label = shown.map(({ label: name, value }) => `${value} ${name}`).join(", ");
  let start = 0;
  const segments = shown.map(({ tone, value }) => {
    const width = Math.max(MIN_SEGMENT, Math.round((value / most) * WIDTH));
    const segment = html`<rect data-tone="${tone}" x="${start}" y="0" width="${width}" height="${HEIGHT}"></rect>`;
    start += width;
    return segment;
  });
  return html`<svg
    class="risk-bar"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="xMinYMid"
    width="${WIDTH}"
    height="${HEIGHT}"
  >
    ${segments}
  </svg>`;
}
