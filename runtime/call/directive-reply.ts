/** Builds the replies of Directive tools: for MCP, and for the JSON-RPC methods that predate MCP tools. */
import type { ShowOptions } from "./capture-output.ts";
import { limitText } from "./capture-output.ts";
import type { ToolReply } from "./reply.ts";
import { describeFailure, isNotFound } from "../directive/failure.ts";
import type { DirectiveOutcome, DirectiveResult } from "../directive/handlers.ts";
import { encodedSize } from "../output/encoded-size.ts";

/** Returns the reply to a call: the result as JSON text and as an object, or the failure. */
export function toDirectiveReply(outcome: DirectiveOutcome): ToolReply {
  switch (outcome.kind) {
    case "answered":
      return { text: JSON.stringify(outcome.result), structured: outcome.result, isError: false };
    case "failed":
      return { text: describeFailure(outcome.failure), isError: true, ...(isNotFound(outcome.failure) && { isNotFound: true }) };
  }
}

const ADVICE = "They were not kept: the policy's limits.max_reply_bytes sets the size of a reply";

/**
 * Reduces a reply to the budget. A reply that is too large keeps only its text. If the text is also too large, it is replaced by the start
 * and the end of the files or of the list, as plain text.
 */
export function limitDirectiveReply(reply: ToolReply, result: DirectiveResult, options: Omit<ShowOptions, "advice">): ToolReply {
  const { structured, ...textOnly } = reply;
  const size = encodedSize(reply.text);
  if (size + Buffer.byteLength(JSON.stringify(structured ?? "")) <= options.budget) return reply;
  if (size <= options.budget) return textOnly;
  return { ...textOnly, text: limitText(toPlainText(result), { ...options, advice: ADVICE }) };
}

function toPlainText(result: DirectiveResult): string {
  if ("files" in result) return result.files.join("\n");
  if ("content" in result) return result.content;
  const files = [result.agentOperatingProcedure, result.agentContext, result.template];
  return [result.primer, ...files.map(({ path, content }) => `==> ${path} <==\n${content}`)].join("\n\n");
}

/** The error of a JSON-RPC response. */
export interface MethodError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly details: string };
}

/** The response to a JSON-RPC method: its result or an error object. */
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
