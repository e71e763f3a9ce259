/** Embeds policies in the model of a server: tools that one of them disables are removed, the others are narrowed by all of them. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { Policy } from "@climax-gen/runtime/internal/policy/policy";
import type { AnyPolicySpec, EveryToolRule, ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { CONSTRAINT_KEYS, formOfConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { expandPolicy } from "@climax-gen/runtime/internal/policy/expand-policy";
import { narrowTool } from "@climax-gen/runtime/internal/policy/narrow-tool";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { defined } from "@climax-gen/runtime/internal/text/defined";
import type { CliModel, ToolModel } from "./model.ts";
import { listTools } from "./model.ts";

/** The enabled tools, and the parts of the policies that apply to them. */
export interface PolicedClis {
  readonly clis: readonly CliModel[];
  readonly policies: readonly AnyPolicySpec[];
  /** Names of the tools that a policy disables. */
  readonly disabled: readonly string[];
}

/**
 * Narrows the CLIs by all policies. As in the runtime's `narrowReader`, CLIs count only the enabled tools, and CLIs without an enabled
 * tool are removed. Identifiers and module names do not change, so that a policy never renames a tool.
 */
export function applyPolicies(clis: readonly CliModel[], written: readonly AnyPolicySpec[]): PolicedClis {
  if (written.length === 0) return { clis, policies: [], disabled: [] };
  const all = listTools(clis);
  const specs = written.flatMap((spec) => expandPolicy(spec, all));
  const given = specs.map(toPolicy);
  const left = clis.map((cli) => ({ ...cli, tools: cli.tools.filter(({ tool }) => isEnabled(tool.name, given)) }));
  const enabled = listTools(left);
  const trimmed = specs.map((spec) => trimPolicy(spec, enabled));
  const policies = trimmed.map(toPolicy);
  const isComplete = left.every(({ tools }, place) => tools.length === clis[place]?.tools.length);
  return {
    clis: left
      .filter(({ tools }) => isComplete || tools.length > 0)
      .map((cli) => narrowCli(isComplete ? cli : { ...cli, cli: { ...cli.cli, tool_count: cli.tools.length } }, policies)),
    policies: trimmed,
    disabled: all.flatMap(({ name }) => (isEnabled(name, given) ? [] : [name])),
  };
}

function narrowCli({ cli, tools, ...names }: CliModel, policies: readonly Policy[]): CliModel {
  const narrowed = tools.map(({ tool, ...identifiers }): ToolModel => {
    const seen = narrowTool({ ...tool, cli }, policies);
    if (seen === undefined) throw new Error(`the policies disable the tool ${tool.name} that they enable`);
    return { tool: seen, ...identifiers };
  });
  return { cli, tools: narrowed, ...names };
}

/** Removes unknown tools and arguments, and values outside an enum, because the generated policy would not compile. */
function trimPolicy(spec: AnyPolicySpec, tools: readonly Tool[]): AnyPolicySpec {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const entries = Object.entries(spec.tools).flatMap(([name, rules]) => {
    const tool = byName.get(name);
    return tool === undefined ? [] : [[name, trimTool(rules, tool)] as const];
  });
  return { ...spec, tools: Object.fromEntries(entries) };
}

function trimTool({ args = {}, description, confirm, scopes, executor }: ToolPolicy, tool: Tool): ToolPolicy {
  const entries = Object.entries(args).flatMap(([name, constraint]) => {
    const arg = tool.args.find((candidate) => candidate.name === name);
    return arg === undefined ? [] : [[name, trimConstraint(constraint, arg)] as const];
  });
  // The tool is enabled, and `confirm: false` has no effect without a level of `approval`.
  return defined<EveryToolRule>({
    enabled: undefined,
    description: description || undefined,
    confirm: confirm || undefined,
    scopes,
    // A Directive tool runs no command.
    executor: commandOf(tool) === undefined ? undefined : executor,
    args: entries.length > 0 ? Object.fromEntries(entries) : undefined,
  });
}

function trimConstraint(constraint: ArgConstraint, arg: ToolArg): ArgConstraint {
  const members = arg.enum?.map(String);
  const entries = CONSTRAINT_KEYS.flatMap((key) => {
    const limit = constraint[key];
    const isTrimmed = members !== undefined && formOfConstraint(key) === "values" && Array.isArray(limit);
    return limit === undefined ? [] : [[key, isTrimmed ? limit.filter((value) => members.includes(String(value))) : limit] as const];
  });
  return Object.fromEntries(entries);
}
