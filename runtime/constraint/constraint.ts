/** The types of the record of a constraint. `constraint-table.ts` has the record of each. */
import type { ArgType, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg, ValueLimits } from "../tool/tool.ts";
import type { ArgConstraint, ArgRules } from "./arg-constraint.ts";

/** The types of values, as the type of an argument names them, to which constraints apply. */
export type ConstrainedType = "string" | "number" | "boolean";

/** The functions that access the machine while a constraint checks a value. */
export interface ConstraintMachine {
  /** Resolves to a message that follows the value if the path is not inside the directory. */
  readonly findEscape: (path: string, folder: string) => Promise<string | undefined>;
}

/** Checks one value. Returns a message that the value violates the constraint, or `undefined`. */
export type CheckValue<Limit> = (
  limit: Limit,
  value: ScalarValue,
  machine: ConstraintMachine,
) => string | undefined | Promise<string | undefined>;

/**
 * Combines the limits of several policies into one, which allows what all of them allow. `each`: no single limit does, so they stay
 * several.
 */
export type Combine<Limit> = "each" | ((limits: readonly Limit[]) => Limit);

/** The meaning of a limit. It decides the form of the value in a policy, and how two limits are compared. */
export type ConstraintForm =
  | "pattern"
  | "denied pattern"
  | "values"
  | "length"
  | "minimum"
  | "maximum"
  | "directory"
  | "single value"
  | "switch"
  | "text";

interface Described<Limit> {
  readonly form: ConstraintForm;
  /**
   * The constraint in words, which `values` follow: "one of", "at most". A constraint on the presence of an argument has no values.
   */
  readonly phrase: string;
  readonly valuesOf: (limit: Limit) => readonly ScalarValue[];
  /** Follows the values, such as "characters". */
  readonly unit?: string;
}

/** A constraint on values. */
export interface ValueConstraint<Limit, Rule> extends Described<Limit> {
  readonly kind: "value";
  /** The types of arguments that can have the constraint. */
  readonly types: readonly ArgType[];
  /** The types of values that `check` accepts. Every other value is rejected, because ignoring the constraint would allow it. */
  readonly checks: readonly ConstrainedType[];
  readonly check: CheckValue<Rule>;
  /** The part of the constraint that an input schema can express for this argument. */
  readonly narrow: (rule: Rule, arg: ToolArg) => ValueLimits;
  readonly combine: Combine<Limit>;
}

/** A constraint on whether a call passes the argument. */
export interface PresenceConstraint<Limit> extends Described<Limit> {
  readonly kind: "presence";
  /** Returns a message if a call that passes the argument, or does not, violates the constraint. */
  readonly check: (isGiven: boolean) => string | undefined;
  readonly narrow: () => ValueLimits;
  readonly combine: Combine<Limit>;
}

/** A text about the other constraints of the argument, which constrains nothing itself. */
export interface ConstraintMessage {
  readonly kind: "message";
  readonly form: "text";
  readonly combine: "each";
}

/** The record of the constraint `Key`. Only `forbid` and `required` concern presence; every other constraint checks values. */
export type ConstraintRecord<Key extends keyof ArgConstraint> = Key extends "message"
  ? ConstraintMessage
  : Key extends "forbid" | "required"
    ? PresenceConstraint<NonNullable<ArgConstraint[Key]>>
    : ValueConstraint<NonNullable<ArgConstraint[Key]>, NonNullable<ArgRules[Key]>>;
