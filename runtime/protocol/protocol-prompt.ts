/** The confirmation prompt of a call: its form, and its request to clients of 2025-11-25 and earlier. */
import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import type { GivenAnswer, PromptFailure } from "../call/confirmation.ts";
import type { ToolReply } from "../call/reply.ts";
import { messageOf } from "../text/message-of.ts";
import { RPC_CODES } from "./protocol-messages.ts";
import type { ProtocolRequest } from "./protocol-request.ts";

type PromptQuestion = NonNullable<ToolReply["question"]>;

/**
 * Returns the parameters of the request that shows the prompt, in both eras. The form has a field, because some clients accept a form without
 * fields by themselves. Its description has the number of lines, because some clients show only the first three.
 */
export function toPromptParams({ text }: Pick<PromptQuestion, "text">) {
  const count = text.split("\n").length;
  const description = `Yes runs what the ${count} lines above show. Answer no if you do not see all of them.`;
  const run = { type: "boolean" as const, title: "Run it", description };
  return { message: text, requestedSchema: { type: "object" as const, properties: { run }, required: ["run"] } };
}

/** Time for the user to respond, in milliseconds. */
const PROMPT_TIMEOUT_MS = 600_000;

/** Sends the prompt as a request of the server, and returns the response. Never rejects: a failure is part of the answer. */
export async function promptClient(
  question: PromptQuestion,
  { send, signal }: Pick<ProtocolRequest, "send" | "signal">,
): Promise<GivenAnswer> {
  const { token } = question;
  try {
    const { action, content } = await send(
      { method: "elicitation/create", params: { mode: "form", ...toPromptParams(question) } },
      // A client that reports progress is waiting for its user.
      { timeout: PROMPT_TIMEOUT_MS, resetTimeoutOnProgress: true, onprogress: () => undefined, signal },
    );
    return { token, action, run: content?.["run"] };
  } catch (error) {
    return { token, action: undefined, failure: signal.aborted ? { kind: "client_gone" } : toFailure(error) };
  }
}

function toFailure(error: unknown): PromptFailure {
  if (error instanceof ProtocolError && error.code === RPC_CODES.methodNotFound) return { kind: "no_handler" };
  if (error instanceof ProtocolError && error.code === RPC_CODES.clientGone) return { kind: "client_gone" };
  const code = error instanceof SdkError ? error.code : undefined;
  switch (code) {
    case SdkErrorCode.InvalidResult:
      return { kind: "invalid_answer" };
    case SdkErrorCode.RequestTimeout:
      return { kind: "timed_out" };
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return { kind: "client_gone" };
    default:
      return { kind: "failed", detail: messageOf(error) };
  }
}
