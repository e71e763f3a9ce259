/** Builds the replies of Directive tools: for MCP, and for the JSON-RPC methods that predate MCP tools. */
import type { ToolReply } from "./reply.ts";
import { describeFailure, isNotFound } from "../directive/failure.ts";
import type { DirectiveOutcome } from "../directive/handlers.ts";

/** Returns the reply to a call: the result as JSON text and as an object, or the failure. */
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

/** Converts a reply to a JSON-RPC response: the result, error 1001 for a missing file, or -32000 with `data.details` for other errors. */
export function toMethodAnswer(reply: ToolReply): MethodAnswer {
  const { text, structured } = reply;
  if (structured !== undefined) return { kind: "result", result: structured };
  if (reply.isNotFound === true) return { kind: "error", error: { code: NOT_FOUND, message: text } };
  return { kind: "error", error: { code: SERVER_ERROR, message: "Server error", data: { details: text } } };
}
