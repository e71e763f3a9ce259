/** Combines the executors of several policies for each tool: that of its own rules, or that of the policy. Pure. */
import type { ExecutorsInTurn, LocateFolder } from "./combine-executors.ts";
import { combineExecutorsInTurn } from "./combine-executors.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { findMovedFolder } from "./moved-folders.ts";
import type { Policy } from "./policy.ts";
import { executorsFor, toolsWithExecutor } from "./policy.ts";
import type { ExecutorSpec } from "./policy-spec.ts";

/** The executors of a server's tools. For each policy, in order: its executor combined with all earlier ones. */
export interface ExecutorsOfTools {
  readonly kind: "combined";
  /** The executors of the tools without their own. */
  readonly shared: readonly ExecutorSpec[];
  /** The executors of the tools that have their own in one of the policies, by name. */
  readonly tools: ReadonlyMap<string, readonly ExecutorSpec[]>;
}

/** The first contradiction between policies. */
export interface ContradictingExecutors {
  readonly kind: "conflict";
  readonly problem: string;
  /** Index of a policy that takes part. Omitted if directories of a container differ; see `findMovedFolder`. */
  readonly index?: number;
  /** The tools whose own executors contradict each other. Omitted if those of the policies do. */
  readonly tools?: readonly string[];
}

/** The parts of a machine that a combination depends on. Without them, directories are compared as text. */
export interface CombinedMachine {
  readonly locate?: LocateFolder;
  readonly variables: Environment;
}

/**
 * Combines the policies for every tool.
 * @param isCommand reports whether a tool runs a command: executors of others have no effect. By default, every tool does.
 */
export function combineForTools(
  policies: readonly Policy[],
  { locate, variables }: CombinedMachine,
  isCommand: (tool: string) => boolean = () => true,
): ExecutorsOfTools | ContradictingExecutors {
  const own = toolsWithExecutor(policies).filter(isCommand);
  const names = new Set(own);
  const combine = (given: readonly (ExecutorSpec | undefined)[], isUser: (tool: string) => boolean): ExecutorsInTurn | Moved => {
    const combined = combineExecutorsInTurn(given, locate);
    if (combined.kind === "conflict") return combined;
    const problem = findMovedFolder(policies, combined.executors, { variables, isUser });
    return problem === undefined ? combined : { kind: "conflict", problem };
  };
  const shared = combine(
    policies.map(({ executor }) => executor),
    (tool) => !names.has(tool),
  );
  if (shared.kind === "conflict") return shared;
  const ofTools = own.map((name) => ({ name, found: combine(executorsFor(name, policies), (tool) => tool === name) }));
  const conflicts = ofTools.flatMap(({ name, found }) => (found.kind === "conflict" ? [{ ...found, name }] : []));
  const [first] = conflicts;
  if (first !== undefined) {
    const { name: _name, ...conflict } = first;
    return { ...conflict, tools: conflicts.filter(({ problem }) => problem === first.problem).map(({ name }) => name) };
  }
  const tools = ofTools.flatMap(({ name, found }) => (found.kind === "combined" ? [[name, found.executors] as const] : []));
  return { kind: "combined", shared: shared.executors, tools: new Map(tools) };
}

interface Moved {
  readonly kind: "conflict";
  readonly problem: string;
}
