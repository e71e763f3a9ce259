/** Converts a comparison to JSON. `diffJsonSchema` is the published schema. */
import { hazardMeanings } from "../../diagnostics/codes-hazards.ts";
import type { DiagnosticJson } from "../../diagnostics/format.ts";
import type { Change } from "../change.ts";
import type { FrontEndEffect } from "../front-ends.ts";
import { FRONT_END_KINDS, FRONT_ENDS, frontEndEffects } from "../front-ends.ts";
import type { NewHazard } from "../new-hazards.ts";
import type { DiffReport } from "../report.ts";
import { changesOf, isFailure } from "../report.ts";
import type { ChangeClass } from "../rule.ts";
import { CHANGE_CLASSES } from "../rule.ts";
import { CHANGE_CODES } from "../rules.ts";

/** Output of `--format json`. */
export interface DiffJson {
  /** False if an input has an error, or if a change or an unacknowledged hazard matches `--fail-on`. */
  readonly ok: boolean;
  readonly diagnostics: readonly DiagnosticJson[];
  readonly old?: string;
  readonly new?: string;
  readonly summary?: Readonly<Record<ChangeClass, number>>;
  /** Omitted if an input has an error. */
  readonly changes?: readonly Change[];
  /** Omitted if an input has an error. */
  readonly hazards?: readonly NewHazard[];
  /** The meaning of the changes for each front end, by kind of change. Omitted if an input has an error. */
  readonly front_ends?: readonly FrontEndEffect[];
}

/** Converts a report to the output of `--format json`. */
export function toDiffJson(report: DiffReport): DiffJson {
  const counts = CHANGE_CLASSES.map((one) => [one, changesOf(report, one).length]);
  return {
    ok: !isFailure(report),
    diagnostics: [],
    old: report.old,
    new: report.new,
    // Safe cast: `counts` contains every class.
    summary: Object.fromEntries(counts) as Record<ChangeClass, number>,
    changes: report.changes,
    hazards: report.hazards,
    front_ends: frontEndEffects(report.changes),
  };
}

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;

/** Returns the JSON Schema of the output of `--format json`. Stable, except for new optional keys and codes. */
export function diffJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Output of climax-gen diff --format json",
    type: "object",
    required: ["ok", "diagnostics"],
    properties: {
      ok: {
        type: "boolean",
        description: "False if an input has an error, or a change or a hazard that is not acknowledged matches --fail-on",
      },
      diagnostics: {
        type: "array",
        description: "Diagnostics of the inputs. If one is an error, there is no comparison",
        items: {
          type: "object",
          required: ["code", "severity", "message", "path"],
          properties: {
            code: text,
            severity: { enum: ["error", "warning", "note"] },
            message: text,
            help: { ...text, description: "Remedy; omitted if there is none" },
            path: text,
            line: count,
            column: count,
          },
        },
      },
      old: { ...text, description: "First side, as specified by the user" },
      new: { ...text, description: "Second side, as specified by the user" },
      summary: {
        type: "object",
        description: "Number of changes per class",
        required: CHANGE_CLASSES,
        properties: Object.fromEntries(CHANGE_CLASSES.map((one) => [one, count])),
        additionalProperties: false,
      },
      changes: { type: "array", items: { $ref: "#/$defs/change" } },
      hazards: {
        type: "array",
        description: "Hazards that the new side has or acknowledges, and the old side does not",
        items: { $ref: "#/$defs/hazard" },
      },
      front_ends: {
        type: "array",
        description: "What the changes mean for each front end: one item for each kind of change that a front end shows in its own way",
        items: { $ref: "#/$defs/frontEndEffect" },
      },
    },
    additionalProperties: false,
    $defs: { change: changeSchema, hazard: hazardSchema, frontEndEffect: frontEndSchema },
  };
}

const locationSchema = {
  type: "object",
  required: ["side", "path", "line", "column"],
  properties: { side: { enum: ["old", "new"] }, path: text, line: count, column: count },
  additionalProperties: false,
} as const;

const positionSchema = {
  type: "object",
  required: ["path", "line", "column"],
  properties: { path: text, line: count, column: count },
  additionalProperties: false,
} as const;

const hazardSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", examples: Object.keys(hazardMeanings), description: "Stable; the table is in docs/review.md" },
    message: text,
    help: { ...text, description: "Remedy; omitted if there is none, or if the hazard is acknowledged" },
    acknowledged: { ...text, description: "Reason of the x-allow entry; omitted if the hazard is not acknowledged" },
    place: locationSchema,
  },
  additionalProperties: false,
} as const;

const frontEndSchema = {
  type: "object",
  required: ["kind", "changes", "effects"],
  properties: {
    kind: { type: "string", examples: FRONT_END_KINDS },
    changes: { ...count, description: "Number of changes of this kind" },
    effects: {
      type: "object",
      description: "Effect on each front end that is affected",
      properties: Object.fromEntries(FRONT_ENDS.map((one) => [one, text])),
      additionalProperties: false,
    },
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
    tool: { ...text, description: "Changed tool; omitted if the change concerns a CLI or the server" },
    arg: text,
    message: text,
    old: { description: "Old value, as in the YAML" },
    new: { description: "New value, as in the YAML" },
    witness: {
      type: "object",
      description: "Value that only one of two patterns accepts",
      required: ["value", "accepted"],
      properties: { value: text, accepted: { enum: ["old", "new"], description: "Side that accepts the value" } },
      additionalProperties: false,
    },
    place: { ...locationSchema, description: "Location on the new side if the part exists there, otherwise on the old side" },
    places: {
      type: "object",
      description: "Location on each side, of the part or of the part that encloses it",
      properties: { old: positionSchema, new: positionSchema },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;
