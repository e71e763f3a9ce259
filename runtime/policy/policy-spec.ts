/**
 * The types of a policy: what a reviewer decides about a server. Generated code writes one as
 * `{…} as const satisfies PolicySpec<ToolArgs>`, so that a constraint on an argument that does not exist, or that does
 * not fit its type, does not compile. The keys are those of the YAML file.
 */

/** Where commands run. */
export type ExecutorSpec = LocalExecutor | DockerExecutor | BubblewrapExecutor;

export interface LocalExecutor {
  readonly type: "local";
}

export interface DockerExecutor {
  readonly type: "docker";
  readonly image: string;
  /** As `docker run -v` takes them; `~` stays, `$VAR` comes from the server's environment (vectors argv.docker). */
  readonly volumes?: readonly string[];
  readonly working_dir?: string;
  readonly network?: string;
  readonly user?: string;
  /** As `docker run --memory` takes it: `512m`. */
  readonly memory?: string;
  /** Most processes in the container. */
  readonly pids?: number;
  readonly read_only?: boolean;
}

export interface BubblewrapExecutor {
  readonly type: "bubblewrap";
  /** Folders that may be written to; everything else is read-only. `$VAR` comes from the server's environment. */
  readonly writable?: readonly string[];
  /** Default: no network at all. */
  readonly network?: "none" | "host";
  readonly working_dir?: string;
}

/** Which variables of the server's environment a command gets. The config's own `env` is always added. */
export type EnvInherit = "all" | "minimal" | readonly string[];

export interface LimitsSpec {
  /** Per stream, in bytes. Default: 1 MiB. */
  readonly max_output_bytes?: number;
  /** Commands that run at once. Default: 32. */
  readonly max_concurrency?: number;
  /** Calls that wait for their turn. Default: 1,024. */
  readonly max_queue?: number;
  /** Ceiling for every tool's timeout, in seconds. */
  readonly max_timeout?: number;
}

/** What the values of one argument may be; every part that is given must hold. A list is checked element by element. */
export interface ArgConstraint {
  /** The whole value must match; linear time (re2js), Python's `(?P<n>)`, `\A`, `\Z` work, look-around does not. */
  readonly pattern?: string;
  /** No part of the value may match. */
  readonly deny_pattern?: string;
  readonly one_of?: readonly (string | number)[];
  /** In characters (code points). */
  readonly max_length?: number;
  readonly min?: number;
  readonly max?: number;
  /**
   * A folder that the path must stay inside, symbolic links resolved and parts `..` refused. A relative one starts at the working
   * directory of the call, or, where the caller picks that freely (a `cwd` argument that no policy confines), at that of the config.
   */
  readonly within?: string;
}

export interface ToolPolicy {
  /** Shown instead of the config's description. */
  readonly description?: string;
  /** Ask the user, with the exact command line, before each call. */
  readonly confirm?: boolean;
  readonly args?: Readonly<Record<string, ArgConstraint>>;
}

/** A policy whose tools' argument interfaces are not known: what the runtime reads every `PolicySpec` as. */
export interface AnyPolicySpec {
  readonly executor?: ExecutorSpec;
  readonly env?: { readonly inherit: EnvInherit };
  readonly limits?: LimitsSpec;
  /** Whether a tool that is not named is enabled. Default: disabled (as CLImax). */
  readonly default?: "enabled" | "disabled";
  /** The tools that are enabled, or, with `default: enabled`, those that something is said about. */
  readonly tools: Readonly<Record<string, ToolPolicy>>;
}

/** A policy as generated code writes it, checked against the arguments of the server's tools. */
export interface PolicySpec<ToolArgs> extends Omit<AnyPolicySpec, "tools"> {
  readonly tools: {
    readonly [Name in keyof ToolArgs]?: (Omit<ToolPolicy, "args"> & { readonly args?: ConstraintsOf<ToolArgs[Name]> }) | Inherited<Name>;
  };
}

type ConstraintsOf<Args> = { readonly [Name in keyof Args]?: ConstraintOf<Required<Args>[Name]> | Inherited<Name> };

/** What a table has under a name that is left out: nothing, or what every object has there, such as `toString`. */
type Inherited<Name> = Name extends keyof typeof Object.prototype ? (typeof Object.prototype)[Name] : never;

type ConstraintOf<Value> = [Value] extends [readonly (infer Item)[]]
  ? ConstraintOf<Item>
  : [Value] extends [number]
    ? Pick<ArgConstraint, "min" | "max"> & { readonly one_of?: readonly number[] }
    : [Value] extends [string]
      ? Pick<ArgConstraint, "pattern" | "deny_pattern" | "max_length" | "within"> & { readonly one_of?: readonly Value[] }
      : { readonly [Constraint in keyof ArgConstraint]?: never };
