/** Implements the confirmation stage: asks the user if a policy requires it. */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { CallPlan, GivenCall } from "./call-plan.ts";
import type { CommandWord } from "../command-line/command-word.ts";
import type { EndedCall } from "./end-call.ts";
import type { HideSecrets, Prompt } from "./confirmation-question.ts";
import { formatPrompt, toArgumentsPrompt, toCommandPrompt } from "./confirmation-question.ts";
import { confirmationRequiredReply, unconfirmedReply } from "./reply.ts";
import { listSecretTexts } from "./secret-texts.ts";
import { maskValues } from "../command-line/shown-line.ts";
import { maskJson, maskSecrets } from "../output/mask-text.ts";
import type { SecretSearch } from "../output/secret-search.ts";
import { createSecretSearch } from "../output/secret-search.ts";
import { canSkipConfirmation, needsConfirmation } from "../policy/policy.ts";
import type { Execution } from "../executor/execution.ts";

/**
 * Asks for confirmation if a policy requires it. Returns `undefined` if the call may run, and the ended call otherwise. The ended call has
 * `policy_keys` if the client cannot ask, or if the prompt would be too long.
 */
export async function confirmCall(facts: CallFacts, plan: CallPlan, context: CallContext): Promise<EndedCall | undefined> {
  const { tool, given } = facts;
  const { execution, policies } = context;
  if (!needsConfirmation(tool.name, policies)) return undefined;
  const policy_keys = [`tools.${tool.name}.confirm`];
  const secrets = createSecretSearch(listSecretTexts(facts));
  const hide: HideSecrets = (text) => maskSecrets(text, secrets);
  const prompt =
    plan.kind === "command"
      ? toCommandPrompt(tool.name, plan, { executor: execution.executor, hide })
      : toArgumentsPrompt(tool.name, maskGiven(facts, secrets));
  if (prompt === undefined) return { reply: unconfirmedReply({ kind: "too_long" }), outcome: "not_confirmed", policy_keys };
  const identity = JSON.stringify([tool.name, ...identityOf(plan, given, execution)]);
  const writeQuestion = (): Promise<string> => writePrompt(prompt, { facts, plan, context, hide });
  const answer = (await context.confirm?.({ identity, writeQuestion })) ?? { kind: "unavailable" };
  switch (answer.kind) {
    case "accepted":
      return undefined;
    case "asked":
      return { reply: confirmationRequiredReply(await writeQuestion(), answer.token), outcome: "confirmation_asked" };
    case "unavailable":
    case "no_handler":
    case "invalid_answer":
    case "no_terminal":
    case "no_session":
    case "stateless":
      if (canSkipConfirmation(tool.name, policies)) return undefined;
      return { reply: unconfirmedReply(answer), outcome: "not_confirmed", confirmation: answer.kind, policy_keys };
    case "declined":
    case "cancelled":
    case "not_affirmed":
    case "user_declined":
    case "failed":
    case "timed_out":
    case "client_gone":
      return { reply: unconfirmedReply(answer), outcome: "not_confirmed", confirmation: answer.kind };
  }
}

/** Returns the arguments as given, with the secret ones masked, as are the values of secrets in the other ones. */
function maskGiven({ tool, given }: CallFacts, secrets: SecretSearch): ReadonlyMap<string, unknown> {
  const shown = maskValues(tool.args, new Map(Object.entries(given)));
  return new Map(Array.from(shown, ([name, value]) => [name, maskJson(value, secrets)]));
}

interface AskedCall {
  readonly facts: CallFacts;
  readonly plan: CallPlan;
  readonly context: CallContext;
  readonly hide: HideSecrets;
}

/** Returns the text of the prompt. The message of the tool replaces the question; the prompt still shows the whole command. */
async function writePrompt(prompt: Prompt, { facts, plan, context, hide }: AskedCall): Promise<string> {
  if (plan.kind !== "command") return formatPrompt(prompt);
  const { confirm_message: template = "" } = plan.handler;
  if (template.trim() === "") return formatPrompt(prompt);
  const [{ writeMessage }, { runResolvers }] = await Promise.all([import("./confirm-message.ts"), import("./run-resolvers.ts")]);
  const resolved = await runResolvers(facts, plan, context);
  return formatPrompt(prompt, writeMessage(template, { args: facts.tool.args, values: facts.values ?? new Map(), resolved, hide }));
}

/**
 * Returns the data that identifies a call: an acceptance is valid only for a call with equal data. The data includes the executor, which
 * can differ in another replica, or after the policies were replaced.
 */
function identityOf(plan: CallPlan, given: GivenCall["given"], { executor }: Pick<Execution, "executor">): readonly unknown[] {
  if (plan.kind !== "command") return [given];
  const { line, directory } = plan;
  const variables = (line.variables ?? []).map(({ name, text }) => [name, text]);
  // The path of a temporary file differs in every call, so the content of the file identifies the call.
  const words = line.words.map(({ text, parts }) => (line.files === undefined ? text : parts.map(identityOfPart)));
  return [executor, words, line.stdin?.text ?? null, directory ?? null, ...(variables.length > 0 ? [variables] : [])];
}

function identityOfPart(part: CommandWord["parts"][number]): unknown {
  return typeof part === "string" ? part : [part.value];
}
