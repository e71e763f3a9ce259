/** What a Directive tool is answered with: over MCP, and by the JSON-RPC methods from before there were tools. */
import type { ToolReply } from "./reply.ts";
import { describeFailure, isNotFound } from "../directive/failure.ts";
import type { DirectiveOutcome } from "../directive/handlers.ts";

/** The reply to a call: the result as JSON and as it is, or why there is none. */
export function toDirectiveReply(outcome: DirectiveOutcome): ToolReply {
  switch (outcome.kind) {
    case "answered":
      return { text: JSON.stringify(outcome.result), structured: outcome.result, isError: false };
    case "failed":
      return { text: describeFailure(outcome.failure), isError: true, ...(isNotFound(outcome.failure) && { isNotFound: true }) };
  }
}

/** The error of a JSON-RPC response. */
export interface MethodError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly details: string };
}

export type MethodAnswer = { readonly kind: "result"; readonly result: object } | { readonly kind: "error"; readonly error: MethodError };

const NOT_FOUND = 1001;
const SERVER_ERROR = -32000;

/** The same reply as the answer of a method: the bare result, 1001 for what is not there, -32000 with `data.details` for the rest. */
export function toMethodAnswer(reply: ToolReply): MethodAnswer {
  const { text, structured } = reply;
  if (structured !== undefined) return { kind: "result", result: structured };
  if (reply.isNotFound === true) return { kind: "error", error: { code: NOT_FOUND, message: text } };
  return { kind: "error", error: { code: SERVER_ERROR, message: "Server error", data: { details: text } } };
}
