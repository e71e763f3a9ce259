/** The types that all executors share: the command of a call, the machine, and what is started in the end. */
import type { Environment } from "../tool/environment-variables.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";

/** A call as it would run without an engine. */
export interface PlainCommand {
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** The value of the tool's `cwd` argument. */
  readonly directory?: string;
  /** The config's `working_dir`. */
  readonly workingDir?: string;
  /** The config's `env`. */
  readonly env: Environment;
}

/** The machine that the server runs on. */
export interface ExecutorHost {
  /** The server's variables, for `$VAR` in a policy. */
  readonly variables: Environment;
  /** Those of them that `env.inherit` passes on. */
  readonly inherited: Environment;
  /** The server's own directory. */
  readonly directory: string;
  /** Reports whether the `bwrap` here can bound the folders that it keeps in memory. Default: no. */
  readonly hasSizeLimit?: boolean;
}

/** Why the engine cannot run the command; `subject` is the variable, the program, or the place of a NUL character. */
export interface WrapProblem {
  readonly reason: "nul_byte" | "unpassable_variable" | "relative_program";
  readonly subject: string;
}

/** What a process is started with. */
export interface WrappedCommand {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env: Environment;
  /** Contents of the descriptors 3, 4, and so on; see `ProcessRequest.files`. */
  readonly files?: readonly Uint8Array[];
  /** Why nothing may be started; `argv` is empty then. */
  readonly problem?: WrapProblem;
  /** Commands that end what outlives its process; see `ProcessRequest.cleanup`. */
  readonly cleanup: readonly (readonly string[])[];
}

/** The folder in which a path of the call is looked up. Relative where a config or a call says so; absent: the server's own. */
export function workingDirectoryOf(
  executor: ExecutorSpec,
  { directory, workingDir }: Pick<PlainCommand, "directory" | "workingDir">,
): string | undefined {
  if (executor.type === "local") return directory ?? workingDir;
  return directory ?? executor.working_dir ?? workingDir;
}

/** Number of the first descriptor of `WrappedCommand.files`. */
export const FIRST_FILE = 3;

/** The words of an option with a value; none without a value. */
export function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [name, String(value)];
}
