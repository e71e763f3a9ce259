/** Prints changes and hazards: the fault, both values side by side, a witness, and the locations. */
import type { FilePosition } from "../../check/files/locations.ts";
import type { Html, HtmlValue } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import { escapeUnprintable } from "../../text/wording.ts";
import type { Change, ChangeWitness } from "../change.ts";
import type { NewHazard } from "../new-hazards.ts";
import { adviceOf } from "../new-hazards.ts";
import type { ReviewedFile } from "./html-files.ts";
import { changeId, hazardId, printPosition } from "./html-files.ts";
import type { SideTools } from "./html-part.ts";
import { describePart } from "./html-part.ts";
import { printValues } from "./html-values.ts";

/** The parts of the document that a change refers to. */
export interface ChangeContext extends SideTools {
  readonly files: readonly ReviewedFile[];
  /** Index of each change in the report, for its id. */
  readonly indexes: ReadonlyMap<Change, number>;
}

/** Prints the changes of a class, grouped by tool. Changes without a tool are grouped by CLI. */
export function printChanges(changes: readonly Change[], context: ChangeContext): readonly Html[] {
  return groupBySubject(changes).map(
    (group) => html`<div class="group">${printSubject(group[0])} ${group.map((change) => printChange(change, context))}</div>`,
  );
}

/** Groups consecutive changes: the report is sorted by CLI and tool. */
function groupBySubject(changes: readonly Change[]): readonly (readonly [Change, ...Change[]])[] {
  const groups: [Change, ...Change[]][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.[0].cli === change.cli && last?.[0].tool === change.tool && last !== undefined) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

function printSubject({ cli, tool }: Change): Html {
  if (tool === undefined && cli === undefined) return html`<h3>Server</h3>`;
  const name = html`<bdi class="mono">${escapeUnprintable(tool ?? cli ?? "")}</bdi>`;
  return tool === undefined
    ? html`<h3>${name} <span class="muted">CLI</span></h3>`
    : html`<h3>${name} ${cli !== undefined && html`<span class="muted">in <bdi>${escapeUnprintable(cli)}</bdi></span>`}</h3>`;
}

function printChange(change: Change, context: ChangeContext): Html {
  const id = changeId(context.indexes.get(change) ?? 0);
  const arg = change.arg !== undefined && html`<bdi class="mono">${escapeUnprintable(change.arg)}</bdi> `;
  return html`<article class="change" id="${id}" aria-labelledby="${id}-heading">
    <h4 id="${id}-heading">${arg}<a class="code" href="#${id}">${change.code}</a></h4>
    <p>${printMessage(change.message)}</p>
    ${printWitness(change.witness)} ${printSides(change, context)}
  </article>`;
}

/** Prints both sides in two columns: the values, or the part that one side added. Without values, only the locations. */
function printSides(change: Change, { oldTools, newTools, files }: ChangeContext): Html | undefined {
  const { place, places = place && { [place.side]: place } } = change;
  const [old, now] = [change.old ?? describePart(change, oldTools), change.new ?? describePart(change, newTools)];
  const values = old === undefined && now === undefined ? undefined : printValues(old, now);
  if (values === undefined && places === undefined) return undefined;
  return html`<dl class="sides">
    ${printSide("Old", { value: values?.old, place: places?.old, files })}
    ${printSide("New", { value: values?.new, place: places?.new, files })}
  </dl>`;
}

interface PrintedSide {
  readonly value: Html | undefined;
  readonly place: FilePosition | undefined;
  readonly files: readonly ReviewedFile[];
}

function printSide(title: string, { value, place, files }: PrintedSide): Html {
  const link = place && printPosition(place, files);
  return html`<div>
    <dt>${title} ${value !== undefined && link}</dt>
    <dd>${value ?? link ?? html`<span class="muted">no location</span>`}</dd>
  </div>`;
}

function printWitness(witness: ChangeWitness | undefined): Html | undefined {
  if (witness === undefined) return undefined;
  const { value, accepted } = witness;
  const isNew = accepted === "new";
  return html`<p class="notice witness" data-tone="${isNew ? "warn" : "info"}">
    For example <code dir="auto">${escapeUnprintable(value) || '""'}</code>: ${isNew ? "rejected" : "accepted"} before,
    ${isNew ? "accepted" : "rejected"} now.
  </p>`;
}

/** Prints a hazard, with its remedy or the reason that acknowledges it. */
export function printHazard(hazard: NewHazard, index: number, files: readonly ReviewedFile[]): Html {
  const id = hazardId(index);
  const advice = adviceOf(hazard);
  return html`<article class="change" id="${id}" aria-labelledby="${id}-heading">
    <h3 id="${id}-heading"><a class="code" href="#${id}">${hazard.code}</a></h3>
    <p>${printMessage(hazard.message)}</p>
    ${advice && html`<p class="muted">${advice.label}: ${printMessage(advice.text)}</p>`}
    ${hazard.place && html`<p>${printPosition(hazard.place, files)}</p>`}
  </article>`;
}

/** Prints words in backticks as code. */
function printMessage(message: string): readonly HtmlValue[] {
  const parts = escapeUnprintable(message).split("`");
  // An unpaired backtick is text.
  if (parts.length % 2 === 0) return [parts.join("`")];
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
