/** Converts replies to results of the protocol. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { inputRequired, ProtocolError } from "@modelcontextprotocol/server";
import type { MediaContent, ToolReply } from "../call/reply.ts";
import type { MethodAnswer } from "../call/directive-reply.ts";
import { toEncodable } from "../text/utf8.ts";
import { toPromptParams } from "./protocol-prompt.ts";
import { CONFIRMATION } from "./protocol-request.ts";

/** Returns the reply of a tool, or its confirmation prompt. */
export function toToolResult(reply: ToolReply): CallToolResult | InputRequiredResult {
  return reply.question === undefined ? toCallResult(reply) : toQuestionResult(reply.question);
}

function toCallResult({ text, notes = [], media, hint, structured, isError }: ToolReply): CallToolResult {
  const texts = [text, ...notes, ...(hint === undefined ? [] : [hint])];
  return {
    content: [...(media ? [toMediaBlock(media)] : []), ...texts.map((item) => ({ type: "text" as const, text: toEncodable(item) }))],
    ...(structured && { structuredContent: { ...structured } }),
    ...(isError ? { isError: true } : {}),
  };
}

/** Returns an image block, an audio block, or, for text and other media types, an embedded resource. */
function toMediaBlock(media: MediaContent): CallToolResult["content"][number] {
  const { mimeType } = media;
  const uri = `climax:output/${crypto.randomUUID()}`;
  if ("text" in media) return { type: "resource", resource: { uri, mimeType, text: toEncodable(media.text) } };
  const type = mimeType.split("/", 1)[0];
  if (type === "image" || type === "audio") return { type, data: media.data, mimeType };
  return { type: "resource", resource: { uri, mimeType, blob: media.data } };
}

/** Returns the confirmation prompt as a result, which only 2026-07-28 has. See `promptClient` for older protocols. */
function toQuestionResult(question: NonNullable<ToolReply["question"]>): InputRequiredResult {
  const request = inputRequired.elicit(toPromptParams(question));
  return inputRequired({ inputRequests: { [CONFIRMATION]: request }, requestState: question.token });
}

/** Returns the result of a JSON-RPC method. Throws if the answer is an error, because the SDK requires this. */
export function toMethodResult(answer: MethodAnswer): Record<string, unknown> {
  if (answer.kind === "result") return { ...answer.result };
  const { code, message, data } = answer.error;
  throw new ProtocolError(code, message, data);
}
