/** Finds the hazards that a change introduces, and those that it acknowledges. */
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DiagnosticJson } from "../diagnostics/format.ts";
import { toJson } from "../diagnostics/format.ts";
import { escapeUnprintable } from "../text/wording.ts";
import type { ChangeLocation } from "./change.ts";

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

/** Meaning of each hazard code, for the table in docs/review.md and the rules of a SARIF file. */
export const hazardMeanings: Readonly<Record<HazardCode, string>> = {
  "path-pattern":
    "a `pattern` on a path that accepts `..`, or an absolute path in addition to relative ones; the warning shows an example path",
  "option-injection":
    "an argument with `allow_leading_dash` and nothing that keeps options out: no `end_of_options`, no enum, no constraint",
  "mixed-text":
    "free text of the caller in the same word as other text, such as `pass:{}` or `scale={w}:{h}`, without a `pattern` or an `enum`",
  "hollow-policy":
    "a part of a policy that restricts nothing: `within: /`, a volume of the whole machine or of the Docker socket, a pattern for any directory, `equals` on an argument that a call can leave out",
  "unconfirmed-tool": "a tool of `risk: write` or `destructive` without `confirm`, under a policy with `default: enabled`",
  "resolver-risk":
    "a command under `resolve`, which runs before the user confirms the call, that is the command of a tool of `risk: write` or `destructive`",
  "interpreter-command":
    "a program that executes text of the caller: a shell, an interpreter, `psql -c`, `find -exec`, `rsync --rsh`, `make`, `npx`, `ssh` and similar programs",
  "described-command": "an argument whose description, or the name of its option, says that the value is run as a command",
  "special-operand":
    "an operand that a program reads as options, an operator or a command although it has no dash: the first word of `tar`, `!` of `find`, `of=` of `dd`, `@file` of compilers",
  "within-alone":
    "`within` as the only limit on a value that the program reads as a URL, as `host:path` or in another notation: `kubectl kustomize`, `git`, `rsync`, `docker build`",
  "suspicious-variable":
    "an argument that sets a variable with a name such as `…_PAGER`, `…_OPTS`, `…_HOME` or `PYTHON…`, which often decides which code runs",
  "code-variable":
    "a variable under `env` that loads code, such as `LD_PRELOAD`, or one that decides which code runs and has a relative path while callers choose the directory",
  "risk-too-low":
    "a tool of `risk: read` that writes or executes: an option such as `sort -o`, an output operand, a command such as `rm`, or an `interpreter-command`",
  "shell-syntax": "a word of a command that only a shell interprets, such as `>` or `&&`",
  "duplicate-flag": "two arguments that a call can pass together, with the same flag and the same form of value",
  "possible-placeholder":
    "a word of a command, or a flag, that looks like a placeholder, such as `<rev>`: it is passed to the program literally",
  "repeated-words": "a tool `command` that begins with the last words of the config's `command`, such as `git git log`",
  "positional-order": "a required positional after an optional one, whose position it takes in calls without the optional one",
  "late-options":
    "flags that are written after positional values, for a program that was measured to read options only before them: `gpg`, `seq`, `git grep`, `go build`",
  "paths-after-dashes":
    "`end_of_options: true` of a tool with values that are no paths, for a program that reads every value after `--` as a path: `git show`, `git log`",
  "hidden-character":
    "zero-width characters in text that models read: titles, descriptions, names, categories and tags of CLIs, enum values and defaults",
  "instruction-in-text": "text that instructs the model, for example to ignore other instructions or to hide something from the user",
};

/**
 * Returns the hazards in `now` that are not in `old`, sorted by location, and after them the acknowledged ones. A hazard of both sides
 * counts as new if only one side acknowledges it.
 */
export function findNewHazards(old: readonly SideHazard[], now: readonly SideHazard[]): readonly NewHazard[] {
  const known = new Set(old.map(identify));
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
