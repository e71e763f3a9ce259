/** The types that all executors share: the command of a call, the machine, and the wrapped command. */
import type { Environment } from "../tool/environment-variables.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import type { ResourceLimits } from "./resource-limits.ts";
import type { SandboxFeature } from "./sandbox.ts";

/** The command of a call without an executor. */
export interface PlainCommand {
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** Whether a program without `stdin` reads the standard input of this process. Defaults to false. */
  readonly passesInput?: boolean;
  /** The value of the tool's `cwd` argument. */
  readonly directory?: string;
  /** The config's `working_dir`. */
  readonly workingDir?: string;
  /** The directory of the call's temporary files. */
  readonly fileFolder?: string;
  /** The variables that the config and the call set. */
  readonly env: Environment;
}

/** The server's machine. */
export interface ExecutorHost {
  /** The server's variables, for `$VAR` in a policy. */
  readonly variables: Environment;
  /** The variables that `env.inherit` selects. */
  readonly inherited: Environment;
  /** The server's own directory. */
  readonly directory: string;
  /** The processor architecture, in the form of `process.arch`. */
  readonly architecture: string;
  /** Resolves the links of an absolute path. By default, paths stay unchanged, for explanations on other machines. */
  readonly realPath?: (path: string) => string;
  /** The features of the machine's `bwrap`, which a probe finds. Defaults to none. */
  readonly sandboxFeatures?: readonly SandboxFeature[];
  /** The limits on the resources of a command. Defaults to none. */
  readonly resources?: ResourceLimits;
  /** Absolute path of the server's Node.js. Defaults to its name, for explanations on other machines. */
  readonly node?: string;
  /** Absolute path of `prlimit`. Defaults to its name, for explanations on machines without it. */
  readonly prlimit?: string;
}

/** The reason why the executor cannot run the command. `subject` is a variable, a program, or the location of a NUL character. */
export interface WrapProblem {
  readonly reason: "nul_byte" | "unpassable_variable" | "relative_program";
  readonly subject: string;
}

/** The data to start a process with. `cleanup` removes resources that outlive the process, such as containers. */
export interface WrappedCommand
  extends Pick<ProcessRequest, "argv" | "stdin" | "cwd" | "env" | "files" | "starter">, Required<Pick<ProcessRequest, "cleanup">> {
  /** The hosts that the command may reach. The server must connect it to a proxy; see `openNetwork`. Defaults to no proxy. */
  readonly hosts?: readonly string[];
  /** Set if nothing may be started. `argv` is empty in this case. */
  readonly problem?: WrapProblem;
}

/** Returns the working directory of a call, as the config or the call specifies it. Returns `undefined` for the server's own directory. */
export function workingDirectoryOf(
  executor: ExecutorSpec,
  { directory, workingDir }: Pick<PlainCommand, "directory" | "workingDir">,
): string | undefined {
  if (executor.type === "local") return directory ?? workingDir;
  return directory ?? executor.working_dir ?? workingDir;
}

/** Returns an option and its value, or no words if the value is missing or empty. */
export function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [name, String(value)];
}
