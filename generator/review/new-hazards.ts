/** Hazards of the new side that the old side does not have: what a change adds, and somebody should have decided. */
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toJson } from "../diagnostics/format.ts";
import type { ChangePlace } from "./change.ts";

export interface NewHazard {
  readonly code: HazardCode;
  readonly message: string;
  readonly place?: ChangePlace;
}

/** What each code warns of, as the table in docs/review.md and the rules of a SARIF file say it. */
export const hazardMeanings: Readonly<Record<HazardCode, string>> = {
  "path-pattern": "a `pattern` on a path that accepts `..`, or an absolute path beside relative ones, with a path that shows it",
  "option-injection":
    "a positional with `allow_leading_dash` and nothing that keeps options out: no `end_of_options`, no enum, no constraint",
  "hollow-policy":
    "a part of a policy that restricts nothing: `within: /`, a volume of the whole machine or of the Docker socket, a pattern for any folder",
  "unconfirmed-tool": "a tool of `risk: write` or `destructive` without `confirm`, under a policy with `default: enabled`",
  "interpreter-command":
    "a program that runs what a caller writes: a shell, an interpreter, `psql -c`, `find -exec`, `rsync --rsh`, `make`, `npx`, `ssh` and the like",
  "shell-syntax": "a word of a command that only a shell understands, such as `>` or `&&`",
  "duplicate-flag": "two arguments of one call that write the same flag",
  "hidden-character":
    "characters without width in what models read: titles, descriptions, names and groups of CLIs, the values of enums and defaults",
  "instruction-in-text": "a text that models read and that speaks to them: to ignore other instructions, to keep something from the user",
};

/** Sorted by place. Both lists may hold other warnings, which are left out. */
export function findNewHazards(old: readonly Diagnostic[], now: readonly Diagnostic[]): readonly NewHazard[] {
  const known = new Set(old.map(identify));
  return toJson(now.filter((hazard) => !known.has(identify(hazard)))).flatMap(({ code, message, path, line, column }) => {
    if (!isHazard(code)) return [];
    const place = line === undefined || column === undefined ? {} : { place: { side: "new", path, line, column } as const };
    return [{ code, message, ...place }];
  });
}

function isHazard(code: string): code is HazardCode {
  return Object.hasOwn(hazardMeanings, code);
}

/** The same on both sides, wherever the files and lines are. The messages about texts name no tool: there, the text says which it is. */
function identify({ code, message, source, span }: Diagnostic): string {
  const isOfText = code === "hidden-character" || code === "instruction-in-text";
  const text = isOfText && source !== undefined && span !== undefined ? source.text.slice(span.start, span.end) : "";
  return JSON.stringify([code, message, text]);
}
