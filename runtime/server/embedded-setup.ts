/** Checks the options of `createServer` before the server starts. */
import type { Execution } from "../executor/execution.ts";
import { checkExecution, combineExecution } from "../executor/this-machine.ts";
import { withoutTools } from "../executor/tool-executors.ts";
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import type { Policy } from "../policy/policy.ts";
import { toPolicy } from "../policy/policy.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { FunctionTool } from "../tool/define-tool.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Cli } from "../tool/tool.ts";
import { expandAll, listCommands, type ReadySetup } from "./setup.ts";
import type { AvailableTools } from "./available-tools.ts";
import { findAvailable } from "./available-tools.ts";
import { findToolProblems } from "./function-tools.ts";
import { findUnmatchedNames } from "./unmatched-names.ts";
import { messageOf } from "../text/message-of.ts";

/** The tools and policies of a server inside another program. */
export interface EmbeddedParts {
  /** Name of the server, and of the group of its function tools. */
  readonly name: string;
  readonly index: ToolIndex;
  readonly tools: readonly FunctionTool[];
  readonly policies: readonly AnyPolicySpec[];
}

/** The tools of such a server, or the errors of its setup. */
export interface EmbeddedSetup extends Omit<ReadySetup, "kind" | "execution"> {
  /** One sentence for each error. The server must not start unless the list is empty. */
  readonly problems: readonly string[];
  /** Omitted if the policies contradict each other, or if an executor is missing. */
  readonly execution?: Execution;
}

/** Resolves the tools and policies of a server. Looks up the executor's programs, but does not start them. */
export function resolveEmbedded({ name, index, tools, policies: specs }: EmbeddedParts, env: Environment): EmbeddedSetup {
  const problems = [...findToolProblems(tools, index)];
  const all = addFunctions(index, name, tools);
  const policies = expandAll(specs, all).flatMap((spec) => readPolicy(spec, problems));
  const unmatched = findUnmatchedNames(specs, all);
  problems.push(...unmatched.problems);
  const narrowed = all.narrow(policies);
  const combined = combineExecution({ embedded: policies, listCommands: () => listCommands(narrowed) }, env);
  const available: AvailableTools =
    combined.kind === "ready"
      ? findAvailable(narrowed, { execution: combined.execution, env, platform: process.platform })
      : { index: narrowed, hidden: [], warnings: [] };
  const checked =
    combined.kind === "ready"
      ? checkExecution(withoutTools(combined.execution, available.hidden, available.index.toolCount === 0))
      : combined;
  if (checked.kind === "refused") problems.push(checked.problem);
  if (available.problem !== undefined) problems.push(available.problem);
  return {
    problems,
    warnings: [...unmatched.warnings, ...available.warnings],
    index: available.index,
    policies,
    ...(checked.kind === "ready" && { execution: checked.execution }),
  };
}

function addFunctions(index: ToolIndex, name: string, tools: readonly FunctionTool[]): ToolIndex {
  if (tools.length === 0) return index;
  const cli: Cli = { name, description: `Functions of ${name}`, tool_count: tools.length };
  return index.extend({ cli, tools: tools.map((tool) => ({ ...tool, cli })) });
}

/** Converts a policy. Reports an exception as a problem, because a policy that a program builds can be invalid. */
function readPolicy(spec: AnyPolicySpec, problems: string[]): readonly Policy[] {
  try {
    return [toPolicy(spec)];
  } catch (error) {
    problems.push(`the policy cannot be read: ${messageOf(error)}`);
    return [];
  }
}
