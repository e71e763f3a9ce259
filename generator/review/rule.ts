/** Defines the classes and kinds of changes, and creates the rows of their table. */

/** Classes of changes, most severe first. docs/review.md describes each class. */
export const CHANGE_CLASSES = ["breaking", "widening", "narrowing", "compatible", "metadata"] as const;

/** Effect of a change on existing calls and on the access of agents. */
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** Values of `--fail-on`. */
export const FAILURES = [...CHANGE_CLASSES, "hazards"] as const;

/** One value of `--fail-on`. */
export type Failure = (typeof FAILURES)[number];

/** Kinds of changes that front ends show in their own way. `front-ends.ts` has what each means for each front end. */
export type ChangeKind =
  | "tools-removed"
  | "tools-added"
  | "tools-renamed"
  | "arguments-changed"
  | "command-lines-changed"
  | "confirmation-added"
  | "confirmation-removed"
  | "unasked-calls-changed"
  | "risk-changed"
  | "texts-changed";

/** A row of the table of changes. */
export interface Rule {
  readonly class: ChangeClass;
  /** Meaning, for the table in docs/review.md and the rules of a SARIF file. */
  readonly means: string;
  /** Omitted for a change that is the same in every front end, such as a longer timeout. */
  readonly kind?: ChangeKind;
}

/** Rows by code. */
export type RuleTable = Readonly<Record<string, Rule>>;

const ruleOf =
  (of: ChangeClass) =>
  (means: string, kind?: ChangeKind): Rule => ({ class: of, means, ...(kind !== undefined && { kind }) });

export const breaking = ruleOf("breaking");
export const widening = ruleOf("widening");
export const narrowing = ruleOf("narrowing");
export const compatible = ruleOf("compatible");
export const metadata = ruleOf("metadata");

/** Reports whether changes of a class are warnings by default. Changes of other classes are notes. */
export function isSevere(one: ChangeClass): boolean {
  return one === "breaking" || one === "widening";
}
