/** The constraints of a policy on one argument: as the YAML file has them, and ready for the checks of calls. */
import type { LinearPattern } from "../text/linear-pattern.ts";
import type { ScalarValue } from "../tool/tool-spec.ts";

/** The constraints on the values of one argument, all of which must hold. Each item of a list is checked separately. */
export interface ArgConstraint {
  /** The whole value must match. Linear time (re2js): supports Python's `(?P<n>)`, `\A` and `\Z`, but not look-around. */
  readonly pattern?: string;
  /** No part of the value may match. */
  readonly deny_pattern?: string;
  /** The allowed values, compared as strings. */
  readonly one_of?: readonly (string | number)[];
  /** Maximum length in characters (code points). */
  readonly max_length?: number;
  /** Minimum of a number, inclusive. */
  readonly min?: number;
  /** Maximum of a number, inclusive. */
  readonly max?: number;
  /**
   * The directory that must contain the path after symbolic links are resolved; `..` components are rejected. A relative directory is
   * resolved against the working directory of the call. If the caller can choose that directory freely (a `cwd` argument that no policy
   * confines), it is resolved against the working directory of the config.
   */
  readonly within?: string;
  /** The only value that is allowed. Compared as a string, as in `one_of`. */
  readonly equals?: ScalarValue;
  /** If set, a call must not pass the argument. The config's default is still used. */
  readonly forbid?: boolean;
  /** If set, a call must pass the argument. A default does not satisfy it. */
  readonly required?: boolean;
  /** The reply to a caller whose value violates one of these constraints. Defaults to a description of the violated constraint. */
  readonly message?: string;
}

/** The constraints of an argument with patterns that can be matched. */
export interface ArgRules extends Omit<ArgConstraint, "pattern" | "deny_pattern"> {
  readonly pattern?: LinearPattern;
  readonly deny_pattern?: LinearPattern;
}
