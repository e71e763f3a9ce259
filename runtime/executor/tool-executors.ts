/** The executors of single tools: which tool uses which, and each executor once. Pure. */
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { Execution, ToolExecution } from "./execution.ts";
import type { ExecutorHost } from "./plain-command.ts";

/** Returns the execution of a tool: with its own executor, or unchanged. The name is that of the tool's definition. */
export function executionOf<Part extends Pick<Execution, "executor" | "executors" | "host" | "tools">>(
  execution: Part,
  tool: string,
): Part {
  const own = execution.tools?.get(tool);
  return own === undefined ? execution : { ...execution, ...own };
}

/** An executor that tools use. */
export interface UsedExecutor extends Pick<ToolExecution, "executor" | "host"> {
  /** The tools that it serves. Omitted if it serves every tool. */
  readonly tools?: readonly string[];
}

/**
 * Returns each executor that tools use once. Without executors of tools, returns that of the policies.
 * @param calledTool the only tool whose executor is returned; defaults to all tools
 */
export function listExecutors(execution: Execution, calledTool?: string): readonly UsedExecutor[] {
  const { executor, host, tools, otherTools } = execution;
  if (tools === undefined) return [{ executor, host }];
  if (calledTool !== undefined) {
    const own = executionOf(execution, calledTool);
    return [{ executor: own.executor, host: own.host, tools: [calledTool] }];
  }
  const others = otherTools?.length === 0 ? [] : [{ executor, host, tools: otherTools ?? [OTHERS] }];
  const own = Array.from(tools, ([name, one]) => ({ executor: one.executor, host: one.host, tools: [name] }));
  const found = new Map<string, UsedExecutor & { readonly tools: readonly string[] }>();
  for (const used of [...others, ...own]) {
    const key = keyOf(used.executor);
    found.set(key, { ...used, tools: [...(found.get(key)?.tools ?? []), ...used.tools] });
  }
  return [...found.values()];
}

/**
 * Returns the execution of a server without some of its tools, so that the executors which only they use are not needed.
 * @param isEmpty whether no tool is left
 */
export function withoutTools(execution: Execution, names: readonly string[], isEmpty: boolean): Execution {
  if (names.length === 0) return execution;
  if (isEmpty) return { ...execution, tools: new Map(), otherTools: [] };
  const { tools, otherTools } = execution;
  const isLeft = (name: string): boolean => !names.includes(name);
  return {
    ...execution,
    ...(tools && { tools: new Map([...tools].filter(([name]) => isLeft(name))) }),
    ...(otherTools && { otherTools: otherTools.filter(isLeft) }),
  };
}

/** Stands for the tools without their own executor, if their names are not known. */
const OTHERS = "all others";

/** Returns the execution with another host for each executor, such as one with the features of its sandbox. */
export function withHosts(execution: Execution, hosts: ReadonlyMap<string, ExecutorHost>): Execution {
  const hostOf = ({ executor, host }: Pick<ToolExecution, "executor" | "host">): ExecutorHost => hosts.get(keyOf(executor)) ?? host;
  const { tools } = execution;
  return {
    ...execution,
    host: hostOf(execution),
    ...(tools && { tools: new Map(Array.from(tools, ([name, one]) => [name, { ...one, host: hostOf(one) }])) }),
  };
}

/** Returns a text that equal executors have in common. */
export function keyOf(executor: ExecutorSpec): string {
  return JSON.stringify(executor);
}
