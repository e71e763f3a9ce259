/** Answers a call with `dry_run`: the command, and the verdict of the policies. Starts no program. Loaded at the first such call. */
import type { CallContext, CallFacts } from "../call/call-context.ts";
import type { CommandPlan, GivenCall } from "../call/call-plan.ts";
import { limitText, textLimits } from "../call/capture-output.ts";
import type { HideSecrets } from "../call/confirmation-question.ts";
import { escapeJson } from "../call/confirmation-question.ts";
import type { EndedCall } from "../call/end-call.ts";
import type { CallSurroundings } from "../call/prepare-call.ts";
import { prepareCall } from "../call/prepare-call.ts";
import { listSecretTexts } from "../call/secret-texts.ts";
import { addHint } from "../call/reply.ts";
import { argumentProblemsReply, policyViolationsReply } from "../call/reply.ts";
import { displayedFolder } from "../command-line/command-line.ts";
import type { PlacedText } from "../command-line/command-line.ts";
import { maskArgv, maskText, maskValues } from "../command-line/shown-line.ts";
import { describeExecutor } from "../executor/describe-executor.ts";
import { executionOf } from "../executor/tool-executors.ts";
import type { CallExplanation } from "../explain/call-explanation.ts";
import { explainUnder } from "../explain/explain-on.ts";
import { maskJson, maskSecrets } from "../output/mask-text.ts";
import { createSecretSearch } from "../output/secret-search.ts";
import { needsConfirmation } from "../policy/policy.ts";
import { findEscape } from "../policy/within.ts";
import { timeoutSeconds } from "../tool/timeout.ts";

/** First line of the reply. */
const TITLE = "Dry run: nothing was started.";

/**
 * Explains the call as the server would run it. A call that the server would reject has the reply of the rejection. Variables of the
 * server's environment are shown by name (`$TOKEN`), and the values of `secret` arguments as `***`, also inside other values.
 */
export async function explainDryRun(call: GivenCall, context: CallContext): Promise<EndedCall> {
  const { env, policies, directory = process.cwd() } = context;
  const execution = executionOf(context.execution, call.tool.name);
  const surroundings: CallSurroundings = { env, policies, execution, directory, findEscape, fileFolder: displayedFolder };
  const ended = await explain(call, surroundings, { ...context, execution });
  return { ...ended, reply: ended.reply.isError ? addHint(ended.reply, TITLE) : ended.reply };
}

async function explain(call: GivenCall, surroundings: CallSurroundings, context: CallContext): Promise<EndedCall> {
  const prepared = await prepareCall(call, surroundings);
  const note = prepared.note === undefined ? {} : { hint: prepared.note };
  if (prepared.kind === "invalid_arguments")
    return { reply: argumentProblemsReply(prepared.problems, prepared.omitted), outcome: prepared.kind, facts: call };
  const facts: CallFacts = { ...call, values: prepared.values };
  if (prepared.kind === "policy")
    return { reply: { ...policyViolationsReply(prepared.violations), ...note }, outcome: prepared.kind, facts };
  const { tool, given } = call;
  const explanation = prepared.plan.kind === "function" ? undefined : await explainUnder(call, surroundings);
  if (explanation?.kind === "refused") return { reply: { text: explanation.text, ...note, isError: true }, outcome: "not_started", facts };
  const plan = prepared.plan.kind === "command" ? prepared.plan : undefined;
  const secrets = createSecretSearch(listSecretTexts(facts));
  const hide: HideSecrets = (text) => maskSecrets(text, secrets);
  const values = Object.fromEntries(maskValues(tool.args, new Map(Object.entries(given))));
  const rows = [
    ...(plan === undefined ? [`Arguments: ${escapeJson(maskJson(values, secrets))}`] : describeCommand(plan, hide)),
    ...(explanation?.kind === "reading" ? [`Reads the first of: ${explanation.paths.map(showWord).join(", ")}`] : []),
    "Policy: allows this call",
    ...(needsConfirmation(tool.name, context.policies)
      ? [`Confirmation: the user must confirm this call${hide(messageOf(explanation))}`]
      : []),
    ...(context.beforeCall === undefined ? [] : ["The server can still refuse the call: its own check was not run"]),
    ...(plan === undefined ? [] : [`Executor: ${describeExecutor(context.execution.executor)}`]),
    `Timeout: ${timeoutSeconds(tool, context.execution.limits.max_timeout)} s`,
    ...(context.running === undefined ? [] : [`First reply: after ${context.execution.limits.reply_after} s, if the command still runs`]),
  ];
  const text = limitText([TITLE, "", ...rows].join("\n"), textLimits(context));
  return { reply: { text, ...note, isError: false }, outcome: "dry_run", facts };
}

function describeCommand({ line, directory: real }: CommandPlan, hide: HideSecrets): readonly string[] {
  const show = (text: PlacedText): string => escapeJson(hide(maskText(text)));
  const directory = line.cwd?.arg.secret === true ? maskText(line.cwd) : real;
  return [
    `Command: ${maskArgv(line).map(hide).map(showWord).join(" ")}`,
    ...(directory === undefined ? [] : [`Directory: ${showWord(hide(directory))}`]),
    ...(line.variables ?? []).map((variable) => `Variable: ${showWord(variable.name)}=${show(variable)}`),
    ...(line.files ?? []).map((file) => `Temporary file: ${showWord(file.path)} with ${show(file)}`),
    ...(line.stdin === undefined ? [] : [`Standard input: ${show(line.stdin)}`]),
  ];
}

function messageOf(explanation: CallExplanation | undefined): string {
  const message = explanation?.kind === "command" ? explanation.message : undefined;
  return message === undefined ? "" : `, with the message: ${message.text}`;
}

/** Quotes a word unless it consists of letters, digits and safe punctuation. */
function showWord(word: string): string {
  return /^[\w@%+=:,./…$-]+$/.test(word) ? word : escapeJson(word);
}
