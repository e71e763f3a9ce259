/** Runs the commands that find values for the message of a confirmation, under the same policy as the call. */
import type { RefusedHost } from "../executor/host-proxy.ts";
import { openNetwork } from "../executor/open-network.ts";
import { argvOf } from "../command-line/command-line.ts";
import { findLeadingDashes } from "../command-line/dash-guard.ts";
import type { ProcessResult } from "../process/process.ts";
import { DEFAULT_RESOLVER_TIMEOUT_SECONDS } from "../tool/timeout.ts";
import type { Resolver } from "../tool/tool.ts";
import type { CallContext, CallFacts } from "./call-context.ts";
import type { CommandPlan } from "./call-plan.ts";
import { usedResolvers } from "./confirm-message.ts";
import { maskSecrets } from "../output/mask-text.ts";
import type { SecretSearch } from "../output/secret-search.ts";
import { createSecretSearch } from "../output/secret-search.ts";
import { planResolver } from "./plan-resolver.ts";
import { toExitCode } from "./process-reply.ts";
import { wrapPlan } from "./run-plan.ts";
import { listSecretTexts } from "./secret-texts.ts";

/** The trimmed output of a resolver, or the reason why it has none. */
type Resolved = { readonly text: string } | { readonly problem: string };

/**
 * Runs the resolvers that the message of the tool uses, one after the other. Returns the outputs by the name of the resolver. The output of
 * a failed resolver is undefined, and the failure is logged.
 */
export async function runResolvers(
  facts: CallFacts,
  plan: CommandPlan,
  context: CallContext,
): Promise<ReadonlyMap<string, string | undefined>> {
  const { confirm_message: template = "", resolve } = plan.handler;
  const outputs = new Map<string, string | undefined>();
  for (const resolver of usedResolvers(template, resolve)) {
    // Sequential, in the order of the config: a resolver may be slow, and a call should not take several slots.
    const resolved = await runResolver(resolver, { facts, plan }, context);
    outputs.set(resolver.name, "text" in resolved ? resolved.text : undefined);
    if ("problem" in resolved) {
      context.log?.warn("resolver", { tool: facts.tool.name, resolver: resolver.name, problem: resolved.problem });
    }
  }
  return outputs;
}

interface ResolvingCall {
  readonly facts: CallFacts;
  readonly plan: CommandPlan;
}

async function runResolver(resolver: Resolver, { facts, plan }: ResolvingCall, context: CallContext): Promise<Resolved> {
  const { env, execution, signal } = context;
  const { tool, values = new Map<string, unknown>() } = facts;
  const call = { tool, values, handler: plan.handler, line: plan.line, env, executor: execution.executor };
  const { handler, line } = planResolver(resolver, call);
  const [dash] = findLeadingDashes(line.words);
  // The message omits the value, because the log must not contain secrets or the output of programs.
  if (dash !== undefined) return { problem: `a word starts with '-' because of the value of '${dash.arg}'` };
  const secrets = await context.readSecrets?.();
  if (secrets?.kind === "failed") return { problem: secrets.problem };
  const secretVariables = secrets?.variables ?? {};
  const { problem, hosts, ...wrapped } = wrapPlan({ handler, line, secrets: secretVariables }, context);
  if (problem !== undefined) return { problem: problem.reason };
  if (argvOf(line).length === 0) return { problem: "the command is empty" };
  const { max_timeout, max_output_bytes } = execution.limits;
  const timeout = Math.min(resolver.timeout ?? DEFAULT_RESOLVER_TIMEOUT_SECONDS, max_timeout);
  const warn = ({ host, reason }: RefusedHost): void =>
    context.log?.warn("resolver", { tool: tool.name, resolver: resolver.name, problem: reason, host });
  const network = hosts === undefined ? {} : await openNetwork(hosts, warn);
  const request = { ...wrapped, timeoutMs: timeout * 1000, maxOutputBytes: max_output_bytes, ...(signal && { signal }), ...network };
  const outcome = await context.limiter.run(() => {
    const isRecorded = context.onStarting?.({ ...facts, line, resolver: resolver.name }) ?? true;
    return isRecorded ? context.run(request) : Promise.resolve(undefined);
  }, signal);
  if (outcome.kind !== "done") return { problem: outcome.kind };
  return outcome.value === undefined
    ? { problem: "the audit cannot be written" }
    : toResolved(outcome.value, createSecretSearch(listSecretTexts({ ...facts, secretVariables })));
}

function toResolved(result: ProcessResult, secrets: SecretSearch): Resolved {
  if (result.kind === "not_started") return { problem: `${result.reason}: ${result.subject}` };
  if (result.kind !== "exited") return { problem: result.kind };
  const code = toExitCode(result.exit);
  if (code !== 0) return { problem: `exit code ${code}` };
  const text = maskSecrets(result.stdout.trim(), secrets);
  return text === "" ? { problem: "no output" } : { text };
}
