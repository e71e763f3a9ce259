/** Finds the hazards that a change introduces, and those that it acknowledges. */
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import { hazardMeanings } from "../diagnostics/codes-hazards.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DiagnosticJson } from "../diagnostics/format.ts";
import { toJson } from "../diagnostics/format.ts";
import { escapeUnprintable, quote } from "../text/wording.ts";
import type { ChangeLocation, Names } from "./change.ts";

/** A hazard of one side. */
export interface SideHazard {
  readonly diagnostic: Diagnostic;
  /** The `x-allow` entry that acknowledges it, if any. */
  readonly acknowledgement?: { readonly reason: string };
}

/** A hazard that the new side has or acknowledges, and the old side does not. */
export interface NewHazard {
  readonly code: HazardCode;
  readonly message: string;
  /** Remedy. Omitted if no remedy is known, or if the hazard is acknowledged. */
  readonly help?: string;
  /** Reason in the `x-allow` entry. Omitted if the hazard is not acknowledged. */
  readonly acknowledged?: string;
  readonly place?: ChangeLocation;
}

/** A tool or an argument that has another name on the new side. */
export interface Renaming {
  /** Names of the tool. They are equal if only the argument was renamed. */
  readonly tool: Required<Names>;
  /** Omitted if the tool was renamed. */
  readonly arg?: Required<Names>;
}

/**
 * Returns the hazards in `now` that are not in `old`, sorted by location, and after them the acknowledged ones. A hazard of both sides
 * counts as new if only one side acknowledges it, but not because its tool or argument was renamed.
 */
export function findNewHazards(
  old: readonly SideHazard[],
  now: readonly SideHazard[],
  renamings: readonly Renaming[] = [],
): readonly NewHazard[] {
  const known = new Set(old.flatMap((hazard) => [hazard, renameParts(hazard, renamings)]).map(identify));
  const added = withoutRepeats(now.filter((hazard) => !known.has(identify(hazard))));
  const open = added.flatMap(({ diagnostic, acknowledgement }) => (acknowledgement === undefined ? [diagnostic] : []));
  const acknowledged = added.flatMap(({ diagnostic, acknowledgement }) =>
    acknowledgement === undefined ? [] : [{ ...diagnostic, help: escapeUnprintable(acknowledgement.reason) }],
  );
  return [
    ...toJson(open).flatMap((hazard) => toNewHazard(hazard, hazard.help === undefined ? {} : { help: hazard.help })),
    ...toJson(acknowledged).flatMap((hazard) => toNewHazard(hazard, { acknowledged: hazard.help ?? "" })),
  ];
}

/** Returns the hazard with the names of the new side in its message. */
function renameParts(hazard: SideHazard, renamings: readonly Renaming[]): SideHazard {
  let { message } = hazard.diagnostic;
  // Arguments first: a message names the tool of an argument, by its old name until the second round.
  for (const { tool, arg } of renamings) {
    if (arg !== undefined && message.includes(quote(tool.old))) message = message.replaceAll(quote(arg.old), quote(arg.new));
  }
  for (const { tool, arg } of renamings) {
    if (arg === undefined) message = message.replaceAll(quote(tool.old), quote(tool.new));
  }
  return { ...hazard, diagnostic: { ...hazard.diagnostic, message } };
}

/** Removes repeated hazards of a text that several parts share, such as the description of a CLI and of its tool. */
function withoutRepeats(hazards: readonly SideHazard[]): readonly SideHazard[] {
  return [...new Map(hazards.toReversed().map((hazard) => [identify(hazard), hazard] as const)).values()].toReversed();
}

function toNewHazard(
  { code, message, path, line, column }: DiagnosticJson,
  advice: Pick<NewHazard, "help" | "acknowledged">,
): readonly NewHazard[] {
  if (!isHazard(code)) return [];
  const place = line === undefined || column === undefined ? {} : { place: { side: "new", path, line, column } as const };
  return [{ code, message, ...advice, ...place }];
}

/** Returns the text below the message: `help: …` or `acknowledged: …`. Undefined if the hazard has neither. */
export function adviceOf({ help, acknowledged }: NewHazard): { readonly label: string; readonly text: string } | undefined {
  if (acknowledged !== undefined) return { label: "acknowledged", text: acknowledged };
  return help === undefined ? undefined : { label: "help", text: help };
}

function isHazard(code: string): code is HazardCode {
  return Object.hasOwn(hazardMeanings, code);
}

/**
 * Returns a key that is independent of files and lines. Messages about descriptions do not name the tool, so the key includes the
 * description.
 */
function identify({ diagnostic: { code, message, source, span }, acknowledgement }: SideHazard): string {
  const isOfText = code === "hidden-character" || code === "instruction-in-text";
  const text = isOfText && source !== undefined && span !== undefined ? source.text.slice(span.start, span.end) : "";
  return JSON.stringify([code, message, text, acknowledgement !== undefined]);
}
