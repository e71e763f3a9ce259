/** Answers the call of a Directive tool: schema, policy, confirmation, files, reply. Loaded with the first such call. */
import { dirname, resolve } from "node:path";
import type { CallContext, CallOutcome } from "../call/call-context.ts";
import { confirmCall } from "../call/confirm-call.ts";
import { toArgumentsQuestion } from "../call/confirmation-question.ts";
import { checkPolicy } from "../policy/check.ts";
import type { Policy } from "../policy/policy.ts";
import { needsConfirmation, rulesFor } from "../policy/policy.ts";
import type { ToolReply } from "../call/reply.ts";
import { argumentProblemsReply, busyReply, policyViolationsReply } from "../call/reply.ts";
import type { ArgValue, ScalarValue, Tool } from "../tool/tool-spec.ts";
import { findArgumentProblems } from "./arguments.ts";
import type { DirectiveAnswer } from "./directive-spec.ts";
import { toDirectiveReply } from "./directive-reply.ts";
import type { DirectivePlace } from "./handlers.ts";
import { runDirectiveHandler } from "./handlers.ts";

export interface DirectiveCall {
  readonly tool: Tool;
  readonly directive: DirectiveAnswer;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Answers from the files as they are now; writes nothing. Every failure that can be expected is a reply. */
export async function callDirectiveTool(call: DirectiveCall, context: CallContext): Promise<ToolReply> {
  const startedAt = performance.now();
  const { reply, outcome } = await answer(call, context);
  const duration_ms = Math.round(performance.now() - startedAt);
  context.onFinished?.({ tool: call.tool.name, outcome, duration_ms }, { tool: call.tool, given: call.given });
  return reply;
}

interface Answer {
  readonly reply: ToolReply;
  readonly outcome: CallOutcome;
}

/** The stages in a row, each of which may be the last. */
async function answer(call: DirectiveCall, context: CallContext): Promise<Answer> {
  const { tool, directive, given } = call;
  const problems = await findArgumentProblems(directive, given);
  if (problems.length > 0) return { reply: argumentProblemsReply(problems.map((message) => ({ message }))), outcome: "invalid_arguments" };

  const place: DirectivePlace = { directory: context.directory ?? process.cwd(), root: directive.root };
  const violations = await findViolations(call, place, context.policies);
  if (violations.length > 0) return { reply: policyViolationsReply(violations), outcome: "policy" };

  const isAsked = needsConfirmation(tool.name, context.policies);
  const refused = isAsked ? await confirmCall(toArgumentsQuestion(tool.name, given), [tool.name, given], context) : undefined;
  if (refused !== undefined) return refused;

  const turn = await context.limiter.run(() => runDirectiveHandler(directive.handler, given, place), context.signal);
  switch (turn.kind) {
    case "busy":
      return { reply: busyReply(), outcome: "busy" };
    case "cancelled":
      return { reply: { text: "Call cancelled", isError: true }, outcome: "cancelled" };
    case "done":
      return { reply: toDirectiveReply(turn.value), outcome: turn.value.kind === "answered" ? "read" : "not_read" };
  }
}

/**
 * What the policies refuse. Their constraints are about top-level properties, and start paths where listed ones start: in the folder
 * that holds the root. A value that is neither a text, a number nor a boolean, nor a list of them, fits no constraint (design 4.8).
 */
async function findViolations(
  { tool, given }: DirectiveCall,
  { directory, root }: DirectivePlace,
  policies: readonly Policy[],
): Promise<readonly { readonly message: string }[]> {
  const constrained = Object.entries(given).filter(([name]) => rulesFor(tool.name, name, policies).length > 0);
  const values = new Map(constrained.flatMap(([name, value]) => (isArgValue(value) ? [[name, value] as const] : [])));
  const misfits = constrained.filter(([name]) => !values.has(name));
  const refused = await checkPolicy(tool, values, policies, dirname(resolve(directory, root)));
  return [...misfits.map(([name]) => ({ message: `Argument '${name}': the policy's constraints fit no value of this kind` })), ...refused];
}

function isArgValue(value: unknown): value is ArgValue {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): value is ScalarValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
