/** Cases of config_errors.json for which the result differs from the reference, each with the reason. */

export interface ConfigException {
  /** `refused`: only the reference accepts the config. `other`: both accept it, with different values. */
  readonly answer: "refused" | "other";
  /** Diagnostic code of the rule. */
  readonly because: string;
  readonly reason: string;
}

function differ(exception: ConfigException, ids: readonly string[]): readonly [string, ConfigException][] {
  return ids.map((id) => [`config_errors.${id}`, exception]);
}

function refused(because: string, reason: string, ids: readonly string[]): readonly [string, ConfigException][] {
  return differ({ answer: "refused", because, reason }, ids);
}

/** By vector id. The test of a listed case fails if the case agrees. */
export const configExceptions: ReadonlyMap<string, ConfigException> = new Map([
  ...refused("unknown-key", "an unknown key is an error, not ignored", ["unknown.001", "unknown.007", "unknown.008"]),
  ...refused("unterminated-quote", "quotes in a command are interpreted, so they must match", ["syntax.028"]),
  ...refused("duplicate-tool", "of two tools with one name in a file, one could never be called", ["minimal.008", "anchor.001"]),
  ...refused("enum-on-other-type", "the members of an enum have the type of the argument", ["full.001"]),
  ...refused("conflicting-places", "a value goes to one place", ["ok_arg.012"]),
  ...refused("timeout-range", "no call can end before it starts", ["ok_tool.004"]),
  ...refused("env-name", "no process can have a variable without a name", ["ok_top.010"]),
  ...refused("empty-command", "there is no program to run", ["syntax.046"]),
  ...refused("default-type", "the default of a text argument is text: `5` would be typed as a number and sent as text", [
    "default.001",
    "default.002",
    "default.005",
    "default.006",
    "default.012",
    "default.014",
    "scalar.003",
    "scalar.005",
    "scalar.006",
    "scalar.007",
    "scalar.008",
    "scalar.031",
    "scalar.074",
  ]),
  ...differ({ answer: "other", because: "empty-flag", reason: "an empty flag counts as none, so it is read as none" }, ["ok_arg.004"]),
]);
