/** A comparison as data; `diffJsonSchema` is its published form. */
import type { DiagnosticJson } from "../../diagnostics/format.ts";
import type { Change } from "../change.ts";
import type { NewHazard } from "../new-hazards.ts";
import { hazardMeanings } from "../new-hazards.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, isFailure } from "../report.ts";
import type { ChangeClass } from "../rules.ts";
import { CHANGE_CLASSES, CHANGE_CODES } from "../rules.ts";

/** What `--format json` prints. */
export interface DiffJson {
  /** False where an input has an error, and where there is what `--fail-on` names. */
  readonly ok: boolean;
  readonly diagnostics: readonly DiagnosticJson[];
  readonly old?: string;
  readonly new?: string;
  readonly summary?: Readonly<Record<ChangeClass, number>>;
  /** Absent where an input has an error. */
  readonly changes?: readonly Change[];
  /** Absent where an input has an error. */
  readonly hazards?: readonly NewHazard[];
}

export function toDiffJson(report: DiffReport): DiffJson {
  const counts = CHANGE_CLASSES.map((one) => [one, changesOf(report, one).length]);
  return {
    ok: !isFailure(report),
    diagnostics: [],
    old: report.old,
    new: report.new,
    // Every class is there.
    summary: Object.fromEntries(counts) as Record<ChangeClass, number>,
    changes: report.changes,
    hazards: report.hazards,
  };
}

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;

/** The JSON Schema of what `--format json` prints. New optional keys and new codes may come; nothing else changes. */
export function diffJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Output of climax-gen diff --format json",
    type: "object",
    required: ["ok", "diagnostics"],
    properties: {
      ok: { type: "boolean", description: "False where an input has an error, and where there is what --fail-on names" },
      diagnostics: {
        type: "array",
        description: "Errors of the inputs; where there is one, there is no comparison",
        items: {
          type: "object",
          required: ["code", "severity", "message", "path"],
          properties: { code: text, severity: { enum: ["error", "warning"] }, message: text, path: text, line: count, column: count },
        },
      },
      old: { ...text, description: "The first side, as it was named" },
      new: { ...text, description: "The second side, as it was named" },
      summary: {
        type: "object",
        description: "How many changes each class has",
        required: CHANGE_CLASSES,
        properties: Object.fromEntries(CHANGE_CLASSES.map((one) => [one, count])),
        additionalProperties: false,
      },
      changes: { type: "array", items: { $ref: "#/$defs/change" } },
      hazards: {
        type: "array",
        description: "Hazards of the new side that the old one does not have",
        items: { $ref: "#/$defs/hazard" },
      },
    },
    additionalProperties: false,
    $defs: { change: changeSchema, hazard: hazardSchema },
  };
}

const placeSchema = {
  type: "object",
  required: ["side", "path", "line", "column"],
  properties: { side: { enum: ["old", "new"] }, path: text, line: count, column: count },
  additionalProperties: false,
} as const;

const hazardSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", examples: Object.keys(hazardMeanings), description: "Stable; the table is in docs/review.md" },
    message: text,
    place: placeSchema,
  },
  additionalProperties: false,
} as const;

const changeSchema = {
  type: "object",
  required: ["class", "code", "message"],
  properties: {
    class: { enum: CHANGE_CLASSES },
    code: { type: "string", examples: CHANGE_CODES, description: "Stable; the table is in docs/review.md" },
    cli: text,
    tool: { ...text, description: "The tool that the change is about; absent where it is about a CLI or the server" },
    arg: text,
    message: text,
    old: { description: "The value before, as the YAML has it" },
    new: { description: "The value after, as the YAML has it" },
    place: { ...placeSchema, description: "On the new side where the part is there, else on the old one" },
  },
  additionalProperties: false,
} as const;
