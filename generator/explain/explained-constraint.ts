/** Defines a check of a call in an explanation. */
import type { ArgConstraint, Relation } from "@climax-gen/runtime/compiler";
import type { FilePosition } from "../check/files/locations.ts";

/** A limit, a relation or a constraint, and its verdict on the call. */
export interface ExplainedConstraint {
  /** The argument, or the arguments of a relation. */
  readonly arg: string;
  readonly constraint: keyof ArgConstraint | "keys" | "allow_leading_dash" | Relation["kind"];
  readonly limit: unknown;
  /** `not_asked`: the call does not pass the argument, so the constraint is not checked. */
  readonly verdict: "holds" | "refuses" | "not_asked";
  readonly place: FilePosition;
}
