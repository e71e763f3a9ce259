/** Prints the changes by file and line. Links each line to its changes, and each change to its line. */
import type { FilePosition } from "../../check/files/locations.ts";
import type { Html } from "../../html/html.ts";
import { html } from "../../html/html.ts";
import { byPath } from "../../text/code-unit-order.ts";
import { escapeUnprintable } from "../../text/wording.ts";
import type { Change } from "../change.ts";
import type { DiffReport } from "../report.ts";
import { nameSubject } from "../report.ts";

/** A file, with its lines in order. */
export interface ReviewedFile {
  readonly path: string;
  readonly lines: readonly ReviewedLine[];
}

/** A line, counted from 1, with its changes and hazards. */
export interface ReviewedLine {
  readonly line: number;
  readonly entries: readonly LineEntry[];
}

interface LineEntry {
  /** Fragment of the change or the hazard in the document. */
  readonly id: string;
  readonly code: string;
  readonly subject: string;
}

/** Returns the id of a change, by its index in the report. */
export const changeId = (index: number): string => `change-${index + 1}`;

/** Returns the id of a hazard, by its index in the report. */
export const hazardId = (index: number): string => `hazard-${index + 1}`;

/** Lists the files of both sides that have changes or hazards, sorted by path. */
export function indexFiles({ changes, hazards }: DiffReport): readonly ReviewedFile[] {
  const files = new Map<string, Map<number, LineEntry[]>>();
  const add = (place: FilePosition, entry: LineEntry): void => {
    const lines = files.get(place.path) ?? new Map<number, LineEntry[]>();
    files.set(place.path, lines);
    lines.set(place.line, [...(lines.get(place.line) ?? []), entry]);
  };
  changes.forEach((change, index) => {
    for (const place of placesOf(change)) add(place, { id: changeId(index), code: change.code, subject: nameSubject(change) });
  });
  hazards.forEach(({ place, code }, index) => {
    if (place !== undefined) add(place, { id: hazardId(index), code, subject: "hazard" });
  });
  return Array.from(files, ([path, lines]) => ({
    path,
    lines: Array.from(lines, ([line, entries]) => ({ line, entries })).toSorted((left, right) => left.line - right.line),
  })).toSorted(byPath);
}

/** Returns the locations of a change, without repetition. */
function placesOf({ place, places }: Change): readonly FilePosition[] {
  const all = [places?.old, places?.new, place].filter((one) => one !== undefined);
  return Array.from(new Map(all.map((one) => [JSON.stringify([one.path, one.line]), one])).values());
}

/** Prints a location as a link to its line in the list of files. */
export function printPosition({ path, line }: FilePosition, files: readonly ReviewedFile[]): Html {
  const index = files.findIndex((file) => file.path === path);
  return html`<a class="place mono" dir="ltr" href="#${lineId(index, line)}">${escapeUnprintable(path)}:${line}</a>`;
}

/** Prints the list of files. Empty if no side has YAML. */
export function printFiles(files: readonly ReviewedFile[]): Html | undefined {
  if (files.length === 0) return undefined;
  return html`<section id="files" aria-labelledby="files-heading">
    <h2 id="files-heading">By file and line</h2>
    ${files.map((file, index) => printFile(file, index))}
  </section>`;
}

function printFile({ path, lines }: ReviewedFile, index: number): Html {
  return html`<h3 class="mono" dir="ltr" id="file-${index + 1}">${escapeUnprintable(path)}</h3>
    <table class="lines" aria-labelledby="file-${index + 1}">
      <thead>
        <tr>
          <th scope="col" class="number">Line</th>
          <th scope="col">Changes</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ line, entries }) =>
            html`<tr id="${lineId(index, line)}">
              <th scope="row" class="number">${line}</th>
              <td>${entries.map((entry, at) => [at > 0 && ", ", printEntry(entry)])}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function printEntry({ id, code, subject }: LineEntry): Html {
  return html`<a href="#${id}">${code}</a> <bdi class="mono">${subject}</bdi>`;
}

function lineId(file: number, line: number): string {
  return `file-${file + 1}-line-${line}`;
}
