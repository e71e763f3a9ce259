/** Builds the command of a resolver, which finds a value for the message of a confirmation. */
import type { Environment } from "../command-line/command-line.ts";
import { resolverHandler, resolverLine } from "../command-line/resolver-line.ts";
import { toBuildableHandler } from "../executor/wrap-command.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Resolver, Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import type { CallValues, CommandPlan } from "./call-plan.ts";

/** The call that a resolver belongs to. */
export interface ResolvedCall extends Pick<CommandPlan, "handler" | "line"> {
  readonly tool: Tool;
  readonly values: CallValues;
  readonly env: Environment;
  readonly executor: ExecutorSpec;
}

/** Returns the command of a resolver. */
export function planResolver(resolver: Resolver, call: ResolvedCall): Pick<CommandPlan, "handler" | "line"> {
  const { tool, values, env, executor } = call;
  const handler = toBuildableHandler(executor, resolverHandler(commandOf(tool) ?? call.handler, resolver));
  // Validated values of a command are scalars, lists or maps of strings.
  const inputs = { args: tool.args, values: values as ReadonlyMap<string, ArgValue>, line: call.line, env };
  return { handler, line: resolverLine(handler, inputs) };
}
