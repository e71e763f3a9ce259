/** Prints a comparison as one self-contained HTML document without scripts, for a browser, a CI artifact or paper. */
import { renderDocument } from "../../html/document.ts";
import type { Html } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import { count, escapeUnprintable } from "../../text/wording.ts";
import { describeEffects, FRONT_ENDS_MEANING, frontEndEffects } from "../front-ends.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, CLASS_MEANINGS, HAZARDS_MEANING, isFailure, summarizeReport } from "../report.ts";
import type { ChangeClass, Failure } from "../rule.ts";
import { CHANGE_CLASSES } from "../rule.ts";
import type { ChangeContext } from "./html-change.ts";
import { printChanges, printHazard } from "./html-change.ts";
import { indexFiles, printFiles } from "./html-files.ts";
import type { SideTools } from "./html-part.ts";
import { REVIEW_STYLE } from "./html-style.ts";
import type { Tone } from "../../html/base-style.ts";

/** Prints a report as a document. The document makes no request and runs no script. Text of the configs is escaped. */
export function printHtml(report: DiffReport, tools: SideTools): string {
  const files = indexFiles(report);
  const context: ChangeContext = { ...tools, files, indexes: new Map(report.changes.map((change, index) => [change, index])) };
  const body = html`<a class="skip-link" href="#changes">Skip to the changes</a>
    <header class="page" id="summary">
      <h1>Review of changes</h1>
      ${printSides(report)} ${printVerdict(report)} ${printClassBar(report)} ${printClasses(report)}
    </header>
    <main class="page" id="changes" tabindex="-1">
      ${CHANGE_CLASSES.map((one) => printClass(one, report, context))} ${printHazards(report, context)} ${printFrontEnds(report)}
      ${printFiles(files)}
    </main>`;
  return renderDocument({
    title: `Review: ${summarizeReport(report)}`,
    description: `Changes between two versions of a server: ${summarizeReport(report)}`,
    body,
    styles: [REVIEW_STYLE],
  });
}

function printSides({ old, new: now, policies }: DiffReport): Html {
  return html`<dl class="versions">
    <dt>Old</dt>
    <dd>${printSide(old, policies?.old ?? [])}</dd>
    <dt>New</dt>
    <dd>${printSide(now, policies?.new ?? [])}</dd>
  </dl>`;
}

function printSide(side: string, policies: readonly string[]): Html {
  const paths = policies.map((path, index) => [index > 0 && ", ", printPath(path)]);
  return html`${printPath(side)}${paths.length > 0 && html` <span class="muted">under ${paths}</span>`}`;
}

function printPath(path: string): Html {
  return html`<code dir="ltr">${escapeUnprintable(path)}</code>`;
}

function printVerdict(report: DiffReport): Html {
  const tone = isFailure(report) ? "danger" : report.changes.length + report.hazards.length === 0 ? "safe" : "neutral";
  const classes = report.failOn.length > 0 && html` <span class="muted">${printFailOn(report)}</span>`;
  return html`<p class="notice" data-tone="${tone}"><strong>${summarizeReport(report)}</strong>${classes}</p>`;
}

function printFailOn(report: DiffReport): string {
  return `The check ${isFailure(report) ? "fails" : "passes"} with --fail-on ${report.failOn.join(",")}.`;
}

/** Prints the number of changes of each class, with links. A class without changes has no link. */
function printClasses(report: DiffReport): Html {
  const rows: readonly (readonly [Failure, number, string])[] = [
    ...CHANGE_CLASSES.map((one) => [one, changesOf(report, one).length, CLASS_MEANINGS[one]] as const),
    ["hazards", report.hazards.length, HAZARDS_MEANING],
  ];
  return html`<table class="classes">
    <caption class="visually-hidden">
      Changes by class
    </caption>
    <thead>
      <tr>
        <th scope="col">Class</th>
        <th scope="col" class="number">Changes</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([one, quantity, meaning]) =>
          html`<tr>
            <th scope="row">
              <span class="swatch" data-tone="${TONES[one]}"></span> ${quantity > 0 ? html`<a href="#${one}">${one}</a>` : one}
            </th>
            <td class="number">${quantity}</td>
            <td>${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function printClass(one: ChangeClass, report: DiffReport, context: ChangeContext): Html | undefined {
  const changes = changesOf(report, one);
  if (changes.length === 0) return undefined;
  return html`<section id="${one}" aria-labelledby="${one}-heading">
    ${printHeading(one, count(changes.length, "change"))}
    <p class="muted meaning">${CLASS_MEANINGS[one]}</p>
    ${printChanges(changes, context)}
  </section>`;
}

function printHazards({ hazards }: DiffReport, { files }: ChangeContext): Html | undefined {
  if (hazards.length === 0) return undefined;
  return html`<section id="hazards" aria-labelledby="hazards-heading">
    ${printHeading("hazards", count(hazards.length, "hazard"))}
    <p class="muted meaning">${HAZARDS_MEANING}</p>
    ${hazards.map((hazard, index) => printHazard(hazard, index, files))}
  </section>`;
}

function printFrontEnds({ changes }: DiffReport): Html | undefined {
  const effects = frontEndEffects(changes);
  if (effects.length === 0) return undefined;
  return html`<section id="front-ends" aria-labelledby="front-ends-heading">
    <h2 id="front-ends-heading">front ends</h2>
    <p class="muted meaning">${FRONT_ENDS_MEANING}</p>
    <ul>
      ${effects.map((effect) => html`<li>${effect.kind} (${effect.changes}): ${describeEffects(effect)}</li>`)}
    </ul>
  </section>`;
}

function printHeading(one: Failure, quantity: string): Html {
  return html`<h2 id="${one}-heading">
    <span class="swatch" data-tone="${TONES[one]}"></span> ${one} <span class="muted quantity">${quantity}</span>
  </h2>`;
}

/** Width of the drawing, in SVG units. The drawing is stretched to the width of the text. */
const WIDTH = 1000;

/**
 * Returns the bar; undefined without changes. The bar is hidden from assistive technology, because the table of classes has the same
 * figures.
 */
function printClassBar(report: DiffReport): Html | undefined {
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
        html`<rect class="swatch-part" data-tone="${TONES[one]}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10" />`,
    )}
  </svg>`;
}

/** The tones of classes, and of hazards. */
const TONES: Readonly<Record<Failure, Tone>> = {
  breaking: "danger",
  widening: "warn",
  hazards: "warn",
  narrowing: "info",
  compatible: "safe",
  metadata: "neutral",
};
