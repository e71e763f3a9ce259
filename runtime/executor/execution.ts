/** Combines the executor, environment and limits of a server's policies, for any machine. */
import { parentPath, resolvePath } from "../text/posix-path.ts";
import { defined } from "../text/defined.ts";
import type { SecretSources } from "../tool/secret-source.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ExecutorHost } from "./plain-command.ts";
import { fixSearchPath } from "./program-path.ts";
import { resourceLimitsOf } from "./resource-limits.ts";
import { nameUsers } from "./name-users.ts";
import { inheritEnvironment } from "../policy/inherited-environment.ts";
import { combineInherit, combineLimits, combineSecrets, DEFAULT_LIMITS } from "../policy/combine.ts";
import type { ContradictingExecutors } from "../policy/executors-of-tools.ts";
import { combineForTools } from "../policy/executors-of-tools.ts";
import type { Policy } from "../policy/policy.ts";
import { hasToolExecutor } from "../policy/policy.ts";
import type { EnvInherit, ExecutorSpec, LimitsSpec } from "../policy/policy-spec.ts";

/** The executor, environment and limits of a server's commands, under all of its policies. */
export interface Execution extends ToolExecution {
  readonly limits: Required<LimitsSpec>;
  /** The secret variables of every command. Defaults to none. */
  readonly secrets?: SecretSources;
  /** The executors of tools that have their own, by name; see `executionOf`. Omitted if no policy has one. */
  readonly tools?: ReadonlyMap<string, ToolExecution>;
  /** The names of the other tools that run commands, which use `executor`. Omitted if they are not known, or if `tools` is. */
  readonly otherTools?: readonly string[];
}

/** The executor of a tool's commands, and its machine. */
export interface ToolExecution {
  readonly executor: ExecutorSpec;
  /**
   * For each policy, its executor combined with all earlier ones. Relative directories of the policy are resolved against the working
   * directory of the combined executor, so that a later policy cannot change their location. Defaults to `executor` for every policy.
   */
  readonly executors?: readonly ExecutorSpec[];
  readonly host: ExecutorHost;
}

/** The policies of a server, in order: first the embedded policies, then the policies of the command line. */
export interface ServerPolicies {
  readonly embedded: readonly Policy[];
  readonly launch?: readonly Policy[];
  /**
   * Returns the names of the enabled tools that run commands. Called only if a policy has an executor of a tool. Defaults to the tools that
   * have one.
   */
  readonly listCommands?: () => readonly string[];
  /** The only tool that will be called: executors that only other tools have are not checked. Defaults to all tools. */
  readonly calledTool?: string;
}

/** The execution, or the reason why the policies or this machine allow none. */
export type ResolvedExecution =
  | { readonly kind: "ready"; readonly execution: Execution }
  /** The server must not start. */
  | { readonly kind: "refused"; readonly problem: string };

const ADVICE = "the policies must agree here, or only one of them may have an executor";

/** The machine that runs the commands. */
export interface Machine extends Pick<ExecutorHost, "directory" | "architecture" | "realPath" | "node"> {
  /** Reports whether a path is a link. By default, no path is. */
  readonly isLink?: (path: string) => boolean;
}

/** Combines the policies: the strictest value of each setting applies. Does not check whether the machine has the executor. */
export function combineExecutionOn(
  machine: Machine,
  { embedded, launch = [], listCommands }: ServerPolicies,
  variables: Environment,
): ResolvedExecution {
  const policies = [...embedded, ...launch];
  const locate = (folder: string): string | undefined =>
    resolveLinks(resolvePath(machine.directory, expandVariables(folder, variables)), machine);
  const commands = policies.some(hasToolExecutor) ? listCommands?.() : undefined;
  const isCommand = commands && new Set(commands);
  const combined = combineForTools(policies, { locate, variables }, isCommand && ((tool) => isCommand.has(tool)));
  if (combined.kind === "conflict") return { kind: "refused", problem: describeConflict(combined) };
  const inherit = policies.reduce((all: EnvInherit, { env }) => combineInherit(all, env?.inherit), "all");
  const secrets = combineSecrets(policies.map(({ env }) => env?.secrets));
  if (secrets.kind === "conflict") return { kind: "refused", problem: `${secrets.problem}; ${ADVICE}` };
  const inherited = fixSearchPath(inheritEnvironment(variables, inherit), machine.directory);
  const limits = { ...DEFAULT_LIMITS, ...combineLimits({ ...DEFAULT_LIMITS, ...combineAll(embedded) }, combineAll(launch)) };
  const host = { ...machine, variables, inherited, resources: resourceLimitsOf(limits) };
  const toExecution = (executors: readonly ExecutorSpec[]): ToolExecution => ({
    executor: executors.at(-1) ?? { type: "local" },
    executors,
    host,
  });
  const { shared, tools } = combined;
  const own = tools.size === 0 ? undefined : new Map(Array.from(tools, ([name, executors]) => [name, toExecution(executors)]));
  const otherTools = own && commands?.filter((name) => !own.has(name));
  return {
    kind: "ready",
    execution: { ...toExecution(shared), limits, ...defined({ secrets: secrets.sources, tools: own, otherTools }) },
  };
}

function describeConflict({ problem, index, tools }: ContradictingExecutors): string {
  return nameUsers(index === undefined ? problem : `${problem}; ${ADVICE}`, tools);
}

/**
 * Resolves the links of an absolute path. If the path does not exist yet, resolves the links of its deepest existing ancestor. Returns
 * undefined if the path contains a link whose target does not exist.
 */
function resolveLinks(path: string, machine: Machine): string | undefined {
  const real = machine.realPath?.(path) ?? path;
  if (real !== path || path === "/") return real;
  const parent = machine.isLink?.(path) === true ? undefined : resolveLinks(parentPath(path), machine);
  return parent && resolvePath("/", `${parent}${path.slice(path.lastIndexOf("/"))}`);
}

function combineAll(policies: readonly Policy[]): LimitsSpec {
  return policies.reduce((all: LimitsSpec, { limits }) => combineLimits(all, limits), {});
}
