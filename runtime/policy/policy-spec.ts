/**
 * The types of a policy, with the keys of the YAML file. Generated code contains a policy as `{…} as const satisfies PolicySpec<ToolArgs>`.
 * A constraint on a missing argument, or on an argument of an unsuitable type, does not compile.
 */
import type { ArgConstraint } from "../constraint/arg-constraint.ts";
import type { SecretSources } from "../tool/secret-source.ts";
import type { UnknownArgs } from "../tool/tool-spec.ts";
import type { BubblewrapNetwork } from "./network-hosts.ts";

/** The executor that runs the commands. */
export type ExecutorSpec = LocalExecutor | DockerExecutor | BubblewrapExecutor;

/** Runs commands as processes of the server's user. */
export interface LocalExecutor {
  readonly type: "local";
}

/** Runs each command in a new container, with docker or podman. */
export interface DockerExecutor {
  readonly type: "docker";
  /** Name of the image, which must exist or be available to the engine. */
  readonly image: string;
  /** Values of `docker run -v`. `~` is not expanded; `$VAR` is read from the server's environment (vectors argv.docker). */
  readonly volumes?: readonly string[];
  readonly working_dir?: string;
  /** Value of `--network`. Defaults to the engine's default. */
  readonly network?: string;
  readonly user?: string;
  /** Value of `docker run --memory`, such as `512m`. */
  readonly memory?: string;
  /** Maximum number of processes in the container. */
  readonly pids?: number;
  readonly read_only?: boolean;
}

/** Runs commands in a sandbox of Linux, without an image. */
export interface BubblewrapExecutor {
  readonly type: "bubblewrap";
  /** Writable directories; everything else is read-only. `$VAR` is read from the server's environment. */
  readonly writable?: readonly string[];
  /** Defaults to `none`. With `hosts`, commands reach only these hosts, through a proxy of the server. */
  readonly network?: BubblewrapNetwork;
  readonly working_dir?: string;
}

/** The variables of the server's environment that a command inherits. The config's own `env` is always added. */
export type EnvInherit = "all" | "minimal" | readonly string[];

/** The environment of commands. */
export interface EnvSpec {
  /** The server's variables that commands inherit. Defaults to `all`. */
  readonly inherit?: EnvInherit;
  /** Variables of every command whose values are read for each call. They override the variables of configs, but not those of arguments. */
  readonly secrets?: SecretSources;
}

/** Limits of the server. An omitted limit has the default stated here, or is unlimited. */
export interface LimitsSpec {
  /** Maximum output per stream in memory, in bytes. Defaults to 1 MiB. */
  readonly max_output_bytes?: number;
  /** Maximum number of concurrent commands. Defaults to 32. */
  readonly max_concurrency?: number;
  /** Maximum number of queued calls. Defaults to 1,024. */
  readonly max_queue?: number;
  /** Maximum timeout of every tool, in seconds. */
  readonly max_timeout?: number;
  /** Maximum memory, in bytes: of the container in docker, and otherwise of the address space of each process. */
  readonly memory?: number;
  /** Maximum processor time of each process, in seconds. */
  readonly cpu_seconds?: number;
  /** Maximum number of processes of a command. Only docker can enforce it. */
  readonly processes?: number;
  /** Maximum size of a reply, in bytes as JSON. Defaults to the tool's `output.max_bytes`, or to 19,000. */
  readonly max_reply_bytes?: number;
  /** Maximum output of a stream that is kept for `output_read`, in bytes. Defaults to 256 MiB. */
  readonly max_capture_bytes?: number;
  /** Time after which a running command has its first reply, in seconds. Defaults to a reply at the end of the command. */
  readonly reply_after?: number;
}

/** The part of a policy for one tool. */
export interface ToolPolicy {
  /** Defaults to `true`. `false` disables the tool, even with `default: enabled`. */
  readonly enabled?: boolean;
  /** Replaces the config's description. */
  readonly description?: string;
  /** If set, the user must confirm the exact command line before each call. */
  readonly confirm?: boolean;
  /** Scopes that the access token of a caller over HTTP must have, in addition to that of the tool's risk. Defaults to none. */
  readonly scopes?: readonly string[];
  /** The executor of the tool, which replaces that of the policy. Defaults to that of the policy. */
  readonly executor?: ExecutorSpec;
  /** Constraints by the name of the argument. Defaults to none. */
  readonly args?: Readonly<Record<string, ArgConstraint>>;
}

/** The part of a policy for one function, which no executor confines. */
export type FunctionPolicy = Omit<ToolPolicy, "executor">;

/** Every key of a tool's rules, so that a conversion that forgets one does not compile. */
export type EveryToolRule = { readonly [Key in keyof Required<ToolPolicy>]: ToolPolicy[Key] | undefined };

/** The tools whose calls need confirmation, by risk. `write` and `all` include tools without a risk. */
export type ApprovalLevel = "none" | "destructive" | "write" | "all";

/** Confirmation of calls, for all tools of a policy. */
export interface ApprovalSpec {
  /** Defaults to `none`. */
  readonly global?: ApprovalLevel;
  /** Exceptions to `global`, by tool name. `confirm` of a tool's rules has priority over both. */
  readonly tools?: Readonly<Record<string, boolean>>;
  /**
   * Whether calls that need confirmation run if the client cannot ask its user. Defaults to `deny`. Has no effect on calls for which
   * another policy requires confirmation.
   */
  readonly headless?: "deny" | "approve";
}

/** A policy without the types of its tools' arguments. The runtime reads every `PolicySpec` as this type. */
export interface AnyPolicySpec {
  /** The executor of the tools without their own. Defaults to `local`. */
  readonly executor?: ExecutorSpec;
  readonly env?: EnvSpec;
  /** Limits of calls. Each omitted limit has its default. */
  readonly limits?: LimitsSpec;
  /** Calls that the user has to confirm. Defaults to none. */
  readonly approval?: ApprovalSpec;
  /** Whether tools that the policy does not name are enabled. Defaults to `disabled`, as in CLImax. */
  readonly default?: "enabled" | "disabled";
  /** Rejects calls with unknown arguments. Defaults to the setting of the configs. */
  readonly unknown_args?: UnknownArgs;
  /** The enabled tools and their rules. With `default: enabled`, the tools that have rules. A name with `*` or `?` is a glob. */
  readonly tools: Readonly<Record<string, ToolPolicy>>;
  /** The rules of functions of the program that embeds the server, which no config has. Names are not globs. Defaults to none. */
  readonly functions?: Readonly<Record<string, FunctionPolicy>>;
}

/** A policy in generated code, type-checked against the arguments of the server's tools. */
export interface PolicySpec<ToolArgs> extends Omit<AnyPolicySpec, "tools" | "approval"> {
  readonly approval?: Pick<ApprovalSpec, "headless">;
  readonly tools: {
    readonly [Name in keyof ToolArgs]?: (Omit<ToolPolicy, "args"> & { readonly args?: ConstraintsOf<ToolArgs[Name]> }) | Inherited<Name>;
  };
}

type ConstraintsOf<Args> = { readonly [Name in keyof Args]?: ConstraintOf<Required<Args>[Name]> | Inherited<Name> };

/** The type of a property that a table must not have: `never`, or the type of the member that every object inherits, such as `toString`. */
type Inherited<Name> = Name extends keyof typeof Object.prototype ? (typeof Object.prototype)[Name] : never;

/** The constraints on a value. `true` of an argument with an optional value is not constrained. */
type ConstraintOf<Value> = [Value] extends [readonly (infer Item)[]]
  ? ConstraintOf<Item>
  : [Value] extends [boolean]
    ? AnyConstraint & { readonly equals?: boolean }
    : ConstraintOfOne<Exclude<Value, boolean>>;

type ConstraintOfOne<Value> = [Value] extends [number]
  ? AnyConstraint & Pick<ArgConstraint, "min" | "max"> & { readonly one_of?: readonly number[]; readonly equals?: number }
  : [Value] extends [string]
    ? TextConstraint & { readonly one_of?: readonly Value[]; readonly equals?: Value }
    : [Value] extends [Readonly<Record<string, string>>]
      ? TextConstraint & { readonly one_of?: readonly string[] }
      : { readonly [Constraint in keyof ArgConstraint]?: never };

/** The constraints on text, and on each text of a map, that do not depend on the type of the argument. */
type TextConstraint = Omit<ArgConstraint, "min" | "max" | "one_of" | "equals">;

/** The constraints that apply to arguments of every type. */
type AnyConstraint = Pick<ArgConstraint, "forbid" | "required" | "message">;
