/** Checks what a program gives to `createServer`, all of it before anything starts. */
import type { Execution } from "../executor/execution.ts";
import { checkExecution } from "../executor/this-machine.ts";
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import type { Policy } from "../policy/policy.ts";
import { toPolicy } from "../policy/policy.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { FunctionTool } from "../tool/define-tool.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Cli } from "../tool/tool.ts";
import { expandAll } from "./expand-policies.ts";
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

/** The tools that such a server offers, or the errors of its setup. */
export interface EmbeddedSetup {
  /** One sentence for each error. If there are any, the server must not start. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The tools that the policies enable, functions included. */
  readonly index: ToolIndex;
  readonly policies: readonly Policy[];
  /** Omitted if the policies contradict each other, or if an executor is missing. */
  readonly execution?: Execution;
}

/** Resolves the tools and policies of a server. Looks up the executor's programs, but starts none. */
export function settleEmbedded({ name, index, tools, policies: specs }: EmbeddedParts, env: Environment): EmbeddedSetup {
  const problems = [...findToolProblems(tools, index)];
  const all = addFunctions(index, name, tools);
  const policies = expandAll(specs, all).flatMap((spec) => readPolicy(spec, problems));
  const unmatched = findUnmatchedNames(specs, all);
  problems.push(...unmatched.problems);
  const checked = checkExecution({ embedded: policies }, env);
  if (checked.kind === "refused") problems.push(checked.problem);
  return {
    problems,
    warnings: unmatched.warnings,
    index: all.narrow(policies),
    policies,
    ...(checked.kind === "ready" && { execution: checked.execution }),
  };
}

function addFunctions(index: ToolIndex, name: string, tools: readonly FunctionTool[]): ToolIndex {
  if (tools.length === 0) return index;
  const cli: Cli = { name, description: `Functions of ${name}`, tool_count: tools.length };
  return index.extend({ cli, tools: tools.map((tool) => ({ ...tool, cli })) });
}

/** A policy that a program builds itself can have an invalid pattern. */
function readPolicy(spec: AnyPolicySpec, problems: string[]): readonly Policy[] {
  try {
    return [toPolicy(spec)];
  } catch (error) {
    problems.push(`the policy cannot be read: ${messageOf(error)}`);
    return [];
  }
}
