/** What is wrong with a value, and how its caller is told. */
import { renderValue } from "../text/render-value.ts";
import { nearNames } from "../text/near-names.ts";

/** From the arguments down to a value: property names, and places in lists. */
export type ValuePath = readonly (string | number)[];

export interface SchemaProblem {
  readonly path: ValuePath;
  /** The keyword of JSON Schema that does not hold. */
  readonly keyword: string;
  /** What the value must do, in words behind "must": `be a string`. */
  readonly must: string;
  /** What it is instead, where that helps. */
  readonly given?: string;
  /** The names that would have been known in the place of an unknown one. */
  readonly known?: readonly string[];
}

/** One sentence for the caller, which names the argument and what was expected. */
export function describeProblem({ path, keyword, must, given, known = [] }: SchemaProblem): string {
  const label = toLabel(path);
  const what = given === undefined ? must : `${must}, not ${given}`;
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return `Missing required argument '${label}'`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const [near] = nearNames(String(path.at(-1)), known, 1);
      return `Unknown argument '${label}'${near === undefined ? "" : `, did you mean '${toLabel([...path.slice(0, -1), near])}'?`}`;
    }
    case "propertyNames":
      return `Unknown argument '${label}': its name must ${must}`;
    default:
      return path.length === 0 ? `The arguments must ${what}` : `Argument '${label}' must ${what}`;
  }
}

/** `filter.tags[0]`, as a caller would write it. */
function toLabel(path: ValuePath): string {
  return path
    .map((step, place) => {
      if (typeof step === "number") return `[${step}]`;
      return place === 0 ? renderValue(step) : `.${renderValue(step)}`;
    })
    .join("");
}

/** The words for a value in a message: texts as they are, anything else as JSON. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map(renderValue).join(", ");
  return values.length > MOST_VALUES ? `${shown}, …` : shown;
}

const MOST_VALUES = 20;

/** `1 item`, `2 items`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** The kinds of problem that say a value is another thing than this schema is about. */
const MISFITS: ReadonlySet<string> = new Set(["type", "const", "enum"]);

/**
 * What to say where a value fits none of several schemas: what they all want of the same place, else the problems of the one that
 * comes nearest, else one problem that shows what each of them says first.
 */
export function describeAlternatives(branches: readonly (readonly SchemaProblem[])[], path: ValuePath): readonly SchemaProblem[] {
  const common = findCommonMisfit(branches);
  if (common !== undefined) return [common];
  const ranks = branches.map((problems) => ({ problems, rank: rankOf(problems, path) }));
  const best = ranks.filter(({ rank }) => rank === Math.min(...ranks.map((other) => other.rank)));
  const [nearest] = best;
  if (nearest !== undefined && best.length === 1) return nearest.problems;
  const firsts = new Set(best.slice(0, MOST_BRANCHES).flatMap(({ problems }) => problems.slice(0, 1).map(describeProblem)));
  return [{ path, keyword: "anyOf", must: `fit one of ${branches.length} forms (${[...firsts].join("; or: ")})` }];
}

const MOST_BRANCHES = 3;

/** All branches differ in one place only by what the value there has to be: `be a string or a number`. */
function findCommonMisfit(branches: readonly (readonly SchemaProblem[])[]): SchemaProblem | undefined {
  const [first] = branches[0]?.filter(({ keyword }) => MISFITS.has(keyword)) ?? [];
  if (first === undefined) return undefined;
  const place = JSON.stringify(first.path);
  const misfits = branches.map((problems) => problems.find((one) => MISFITS.has(one.keyword) && JSON.stringify(one.path) === place));
  if (misfits.includes(undefined)) return undefined;
  const wants = new Set(misfits.flatMap((problem) => (problem === undefined ? [] : [problem.must.replace(/^be /, "")])));
  return { ...first, must: `be ${[...wants].join(" or ")}` };
}

/** A schema about another thing counts more than any number of smaller mistakes. */
function rankOf(problems: readonly SchemaProblem[], path: ValuePath): number {
  const isMisfit = problems.some((problem) => MISFITS.has(problem.keyword) && problem.path.length <= path.length + 1);
  return problems.length + (isMisfit ? MISFIT_RANK : 0);
}

const MISFIT_RANK = 1000;
