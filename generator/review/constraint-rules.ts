/** The changes of constraints and limits: their codes and meanings, by the form of the constraint. */
import type { ConstraintForm } from "@climax-gen/runtime/internal/constraint/constraint";
import type { CONSTRAINTS } from "@climax-gen/runtime/internal/constraint/constraint-table";
import { CONSTRAINT_KEYS, formOfConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { metadata, narrowing, type Rule, type RuleTable, widening } from "./rule.ts";

/** The meaning of a change of a constraint, by its form and effect. `{key}` is the constraint. A form without a row does not compile. */
const formRules = {
  pattern: {
    loosened: widening("`{key}` accepts values that it rejected, such as the one shown"),
    tightened: narrowing("`{key}` rejects values that it accepted"),
    undecided: widening("`{key}` may accept values that it rejected (undecided)"),
    rewritten: metadata("`{key}` was reworded; it accepts the same values"),
  },
  "denied pattern": {
    loosened: widening("`{key}` accepts values that it rejected"),
    tightened: narrowing("`{key}` rejects values that it accepted"),
    undecided: widening("`{key}` may accept values that it rejected (undecided)"),
    rewritten: metadata("`{key}` was reworded; it rejects the same values"),
  },
  values: {
    loosened: widening("`{key}` has more values, or was removed"),
    tightened: narrowing("`{key}` has fewer values, or was added"),
  },
  length: {
    loosened: widening("`{key}` is higher, or was removed"),
    tightened: narrowing("`{key}` is lower, or was added"),
  },
  minimum: {
    loosened: widening("`{key}` is lower, or was removed"),
    tightened: narrowing("`{key}` is higher, or was added"),
  },
  maximum: {
    loosened: widening("`{key}` is higher, or was removed"),
    tightened: narrowing("`{key}` is lower, or was added"),
  },
  directory: {
    loosened: widening("`{key}` allows a larger or different directory, or was removed"),
    tightened: narrowing("`{key}` allows a smaller or different directory, or was added"),
  },
  "single value": {
    loosened: widening("`{key}` allows a different value, or was removed"),
    tightened: narrowing("`{key}` rejects values that it accepted, or was added"),
  },
} satisfies Readonly<Record<Exclude<ConstraintForm, "switch" | "text">, RuleTable>>;

type FormRules = typeof formRules;
type FormOf<Key extends keyof typeof CONSTRAINTS> = (typeof CONSTRAINTS)[Key]["form"];
type Hyphenated<Key extends string> = Key extends `${infer First}_${infer Rest}` ? `${First}-${Hyphenated<Rest>}` : Key;

/** The codes of changes of constraints on values: `max-length-loosened`. */
type ConstraintCode = {
  [Key in keyof typeof CONSTRAINTS]: FormOf<Key> extends keyof FormRules
    ? `${Hyphenated<Key>}-${keyof FormRules[FormOf<Key>] & string}`
    : never;
}[keyof typeof CONSTRAINTS];

/** Returns the code of a change of a constraint. Presence constraints and messages have the codes of `presenceRules`. */
export function codeOfConstraint(key: string, effect: string): ConstraintCode | keyof typeof presenceRules {
  // Safe cast: each form has the effects of its comparison in the table.
  return `${key.replaceAll("_", "-")}-${effect}` as ConstraintCode;
}

/** Returns the changes of constraints on values. */
export function rulesOfConstraints(): Readonly<Record<ConstraintCode, Rule>> {
  const forms = new Map<string, RuleTable>(Object.entries(formRules));
  const entries = CONSTRAINT_KEYS.flatMap((key) =>
    Object.entries(forms.get(formOfConstraint(key)) ?? {}).map(
      ([effect, rule]) => [codeOfConstraint(key, effect), { ...rule, means: rule.means.replace("{key}", key) }] as const,
    ),
  );
  // Safe cast: the codes are those of the same tables.
  return Object.fromEntries(entries) as Readonly<Record<ConstraintCode, Rule>>;
}

/** The changes of constraints on the presence of an argument, and of the message. */
export const presenceRules = {
  "forbid-removed": widening("calls may pass an argument that `forbid` rejected"),
  "forbid-added": narrowing("`forbid` rejects calls that pass an argument"),
  "required-removed": widening("the policy no longer requires an argument"),
  "required-added": narrowing("the policy rejects calls without an argument"),
  "message-changed": metadata("the reply to a rejected value changed"),
} satisfies RuleTable;
