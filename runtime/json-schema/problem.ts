/** Builds the messages for the caller about the problems of a value. */
import { renderValue } from "../text/render-value.ts";
import { nearNames } from "../text/near-names.ts";

/** Path from the arguments to a value: property names and list indices. */
export type ValuePath = readonly (string | number)[];

/** One requirement of a schema that a value does not meet. */
export interface SchemaProblem {
  readonly path: ValuePath;
  /** The violated keyword of JSON Schema. */
  readonly keyword: string;
  /** The requirement, in the words that follow "must" in a message: `be a string`. */
  readonly must: string;
  /** The actual value, if it helps the caller. */
  readonly given?: string;
  /** The valid names, if the name is unknown. */
  readonly known?: readonly string[];
}

/** The word for a part of the value: of the arguments of a call, or of its output. */
export type Noun = "argument" | "property";

/** Returns a message of one sentence that states the argument and its requirement. */
export function describeProblem({ path, keyword, must, given, known = [] }: SchemaProblem, noun: Noun): string {
  const subject = `${noun === "argument" ? "A" : "P"}${noun.slice(1)}`;
  const label = toLabel(path);
  const what = given === undefined ? must : `${must}, not ${given}`;
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return `Missing required ${noun} '${label}'`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const [near] = nearNames(String(path.at(-1)), known, 1);
      return `Unknown ${noun} '${label}'${near === undefined ? "" : `, did you mean '${toLabel([...path.slice(0, -1), near])}'?`}`;
    }
    case "propertyNames":
      return `Unknown ${noun} '${label}': its name must ${must}`;
    default:
      return path.length === 0 ? `The ${noun === "argument" ? "arguments" : "value"} must ${what}` : `${subject} '${label}' must ${what}`;
  }
}

/** Formats a path as `filter.tags[0]`. */
function toLabel(path: ValuePath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      return index === 0 ? renderValue(step) : `.${renderValue(step)}`;
    })
    .join("");
}

/** Formats values for a message, separated by commas: at most 20, then an ellipsis. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map(renderValue).join(", ");
  return values.length > MAX_VALUES ? `${shown}, …` : shown;
}

const MAX_VALUES = 20;

/** Formats a count: `1 item`, `2 items`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** Keywords whose violation indicates that the schema describes another kind of value. */
const MISFITS: ReadonlySet<string> = new Set(["type", "const", "enum"]);

/**
 * Combines the problems of a value that matches none of several schemas. Returns the common requirement for one location. If no requirement
 * is common, returns the problems of the closest schema. If several schemas are equally close, returns one problem with the first
 * requirement of each schema, at most three, worded with `noun`.
 */
export function describeAlternatives(
  branches: readonly (readonly SchemaProblem[])[],
  path: ValuePath,
  noun: Noun,
): readonly SchemaProblem[] {
  const common = findCommonMisfit(branches);
  if (common !== undefined) return [common];
  const ranks = branches.map((problems) => ({ problems, rank: rankOf(problems, path) }));
  const best = ranks.filter(({ rank }) => rank === Math.min(...ranks.map((other) => other.rank)));
  const [nearest] = best;
  if (nearest !== undefined && best.length === 1) return nearest.problems;
  const firsts = new Set(
    best.slice(0, MAX_BRANCHES).flatMap(({ problems }) => problems.slice(0, 1).map((one) => describeProblem(one, noun))),
  );
  return [{ path, keyword: "anyOf", must: `fit one of ${branches.length} forms (${[...firsts].join("; or: ")})` }];
}

const MAX_BRANCHES = 3;

/** Combines branches that differ only in the requirement for one location: `be a string or a number`. */
function findCommonMisfit(branches: readonly (readonly SchemaProblem[])[]): SchemaProblem | undefined {
  const [first] = branches[0]?.filter(({ keyword }) => MISFITS.has(keyword)) ?? [];
  if (first === undefined) return undefined;
  const location = JSON.stringify(first.path);
  const misfits = branches.map((problems) => problems.find((one) => MISFITS.has(one.keyword) && JSON.stringify(one.path) === location));
  if (misfits.includes(undefined)) return undefined;
  const wants = new Set(misfits.flatMap((problem) => (problem === undefined ? [] : [problem.must.replace(/^be /, "")])));
  return { ...first, must: `be ${[...wants].join(" or ")}` };
}

/** Ranks a schema by its number of problems. Schemas for another kind of value rank last. */
function rankOf(problems: readonly SchemaProblem[], path: ValuePath): number {
  const isMisfit = problems.some((problem) => MISFITS.has(problem.keyword) && problem.path.length <= path.length + 1);
  return problems.length + (isMisfit ? MISFIT_RANK : 0);
}

const MISFIT_RANK = 1000;
