/**
 * Executes the call of a tool. The stages are the same for all kinds of tools: arguments, policy and plan (`prepare-call.ts`), the hook of
 * an embedding program, confirmation (`confirm-call.ts`), and run and reply (`run-plan.ts`). If a stage refuses the call, the call ends
 * with a reply and an outcome. `CallOutcome` lists the outcomes in the order of the stages.
 */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { ArgViolation, GivenCall, PreparedCall } from "./call-plan.ts";
import { confirmCall } from "./confirm-call.ts";
import type { EndedCall } from "./end-call.ts";
import { prepareCall } from "./prepare-call.ts";
import { addHint, argumentProblemsReply, forbiddenReply, policyViolationsReply } from "./reply.ts";
import { hasSecrets, readPlanSecrets } from "./read-secrets.ts";
import { runPlan } from "./run-plan.ts";
import { executionOf } from "../executor/tool-executors.ts";
import { findEscape } from "../policy/within.ts";
import { once } from "../text/once.ts";
import { choosePrivateFolder } from "../process/private-files.ts";

/** Executes all stages of a call, in classic and progressive mode. Rejects only on an internal error. */
export async function executeCall(call: GivenCall, server: CallContext): Promise<EndedCall> {
  // The name of the definition, not a text of the caller, chooses the executor.
  const context: CallContext = { ...server, execution: executionOf(server.execution, call.tool.name) };
  const { env, policies, execution, directory = process.cwd() } = context;
  const fileFolder = (workingDirectory: string): string => choosePrivateFolder(workingDirectory);
  const prepared = await prepareCall(call, { env, policies, execution, directory, findEscape, fileFolder });
  const ended = await executePrepared(call, prepared, context);
  return prepared.note === undefined ? ended : { ...ended, reply: addHint(ended.reply, prepared.note) };
}

/**
 * Executes the stages after the preparation: the hook, the confirmation and the run. Executes none of them if the preparation refused the
 * call.
 */
async function executePrepared(call: GivenCall, prepared: PreparedCall, context: CallContext): Promise<EndedCall> {
  switch (prepared.kind) {
    case "invalid_arguments":
      return { reply: argumentProblemsReply(prepared.problems, prepared.omitted), outcome: prepared.kind, facts: call };
    case "policy": {
      const { values, violations } = prepared;
      const policy_keys = toKeys(call.tool.name, violations);
      return { reply: policyViolationsReply(violations), outcome: prepared.kind, policy_keys, facts: { ...call, values } };
    }
    case "ready": {
      const { values, plan } = prepared;
      const { type } = context.execution.executor;
      const facts: CallFacts = {
        ...call,
        values,
        ...(plan.kind === "command" && { line: plan.line, ...(type !== "local" && { executor: type }) }),
      };
      const ready = hasSecrets(plan, context) ? { ...context, readSecrets: once(() => readPlanSecrets(plan, context)) } : context;
      const refused = (await callHook(facts, context)) ?? (await confirmCall(facts, plan, ready));
      return { ...(refused ?? (await runPlan(facts, plan, ready))), facts };
    }
  }
}

/** Maximum number of keys in a record. */
const MAX_KEYS = 20;

/** Returns the keys of the constraints that a call violates, each once. */
function toKeys(tool: string, violations: readonly ArgViolation[]): readonly string[] {
  const keys = violations.map(({ arg, constraint }) =>
    ["tools", tool, "args", arg, ...(constraint === undefined ? [] : [constraint])].join("."),
  );
  return [...new Set(keys)].slice(0, MAX_KEYS);
}

/** Calls the hook of an embedding program. Returns the ended call if the hook refuses it, and `undefined` otherwise. */
async function callHook(facts: CallFacts, { beforeCall }: CallContext): Promise<EndedCall | undefined> {
  const refusal = await beforeCall?.(facts);
  if (refusal === undefined) return undefined;
  const { reason, problem } = refusal;
  return { reply: forbiddenReply(reason), outcome: "forbidden", ...(problem !== undefined && { problem }) };
}
