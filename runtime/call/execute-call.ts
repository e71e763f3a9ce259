/**
 * The call of a tool. Every kind of tool takes the same stages, each in a file of this directory: arguments, policy and plan
 * (`prepare-call.ts`), the hook of an embedding program, confirmation (`confirm-call.ts`), run and reply (`run-plan.ts`). A stage that
 * refuses the call ends it with a reply and an outcome; `CallOutcome` lists them in order.
 */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { ArgViolation, GivenCall, ReadyCall, RefusedCall } from "./call-plan.ts";
import { confirmCall } from "./confirm-call.ts";
import type { EndedCall } from "./end-call.ts";
import { prepareCall } from "./prepare-call.ts";
import { addHint, argumentProblemsReply, forbiddenReply, policyViolationsReply } from "./reply.ts";
import { runPlan } from "./run-plan.ts";
import { plainExecution } from "../executor/execution.ts";
import type { Execution } from "../executor/execution.ts";
import { findEscape } from "../policy/within.ts";
import { choosePrivateFolder } from "../process/private-files.ts";

/** Takes a call through all stages, in classic and progressive mode alike. Rejects only on an internal error. */
export async function executeCall(call: GivenCall, context: CallContext): Promise<EndedCall> {
  const execution = context.execution ?? plainExecution(context.env);
  const { env, policies, directory = process.cwd() } = context;
  const prepared = await prepareCall(call, {
    env,
    policies,
    execution,
    directory,
    findEscape,
    fileFolder: (folder) => choosePrivateFolder(folder),
  });
  const checked: CallFacts = prepared.kind === "invalid_arguments" ? call : { ...call, values: prepared.values };
  if (prepared.kind !== "ready") return { ...withNote(refuse(call.tool.name, prepared), prepared.note), facts: checked };
  const facts: CallFacts = prepared.plan.kind === "command" ? { ...checked, line: prepared.plan.line } : checked;
  return { ...withNote(await carryOut(facts, prepared, { context, execution }), prepared.note), facts };
}

function withNote(ended: EndedCall, note: string | undefined): EndedCall {
  return note === undefined ? ended : { ...ended, reply: addHint(ended.reply, note) };
}

function refuse(tool: string, refused: RefusedCall): EndedCall {
  switch (refused.kind) {
    case "invalid_arguments":
      return { reply: argumentProblemsReply(refused.problems, refused.omitted), outcome: refused.kind };
    case "policy":
      return { reply: policyViolationsReply(refused.violations), outcome: refused.kind, policy_keys: toKeys(tool, refused.violations) };
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

async function carryOut(
  facts: CallFacts,
  { plan }: ReadyCall,
  { context, execution }: { readonly context: CallContext; readonly execution: Execution },
): Promise<EndedCall> {
  const hooked = await context.beforeCall?.(facts);
  if (hooked !== undefined) {
    const { reason, problem } = hooked;
    return { reply: forbiddenReply(reason), outcome: "forbidden", ...(problem !== undefined && { problem }) };
  }
  const refused = await confirmCall(facts, plan, { context, execution });
  return refused ?? (await runPlan(facts, plan, { context, execution }));
}
