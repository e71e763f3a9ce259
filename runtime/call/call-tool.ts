/** Executes tool calls: arguments, policy, plan, confirmation, run, reply. Each stage has its own file, and every kind of tool passes them all. */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { GivenCall, ReadyCall, RefusedCall } from "./call-plan.ts";
import { confirmCall } from "./confirm-call.ts";
import type { EndedCall } from "./end-call.ts";
import { prepareCall } from "./prepare-call.ts";
import { argumentProblemsReply, policyViolationsReply } from "./reply.ts";
import { runPlan } from "./run-plan.ts";
import { plainExecution } from "../executor/execution.ts";
import type { Execution } from "../executor/execution.ts";

/** Calls a tool, in classic and progressive mode alike. Rejects only on an internal error. */
export async function callTool(call: GivenCall, context: CallContext): Promise<EndedCall> {
  const execution = context.execution ?? plainExecution(context.env);
  const { env, policies, directory = process.cwd() } = context;
  const prepared = await prepareCall(call, { env, policies, execution, directory });
  if (prepared.kind !== "ready") return { ...refuse(prepared), facts: call };
  const facts: CallFacts = prepared.plan.kind === "command" ? { ...call, line: prepared.plan.line } : call;
  return { ...(await carryOut(facts, prepared, { context, execution })), facts };
}

function refuse(refused: RefusedCall): EndedCall {
  switch (refused.kind) {
    case "invalid_arguments":
      return { reply: argumentProblemsReply(refused.problems, refused.omitted), outcome: refused.kind };
    case "policy":
      return { reply: policyViolationsReply(refused.violations), outcome: refused.kind };
  }
}

async function carryOut(
  facts: CallFacts,
  { plan }: ReadyCall,
  { context, execution }: { readonly context: CallContext; readonly execution: Execution },
): Promise<EndedCall> {
  const refused = await confirmCall(facts, plan, { context, execution });
  return refused ?? (await runPlan(facts, plan, { context, execution }));
}
