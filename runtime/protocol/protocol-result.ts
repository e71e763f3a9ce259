/** Converts replies to results of the protocol. */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { inputRequired, ProtocolError } from "@modelcontextprotocol/server";
import type { MediaContent, ToolReply } from "../call/reply.ts";
import type { MethodAnswer } from "../call/directive-reply.ts";
import { toEncodable } from "../text/utf8.ts";
import { toPromptParams } from "./protocol-prompt.ts";
import { JSON_TEXT, RUNNING_ID } from "../tool/meta-tool-names.ts";
import { CONFIRMATION } from "./protocol-request.ts";

/** Returns the reply of a tool, or its confirmation prompt. */
export function toToolResult(reply: ToolReply): CallToolResult | InputRequiredResult {
  return reply.question === undefined ? toCallResult(reply) : toQuestionResult(reply.question);
}

function toCallResult({ text, notes = [], media, hint, structured, isJson, running, isError }: ToolReply): CallToolResult {
  // Some clients join texts without a separator.
  const more = [...notes, ...(hint === undefined ? [] : [hint])].map((item) => `\n${item}`);
  const texts = [text, ...more].map((item) => ({ type: "text" as const, text: toEncodable(item) }));
  return {
    content: [...(media ? [toMediaBlock(media)] : []), ...texts],
    // Some clients show the model only the structured content, also of an error.
    ...(structured && !isError && { structuredContent: { ...structured } }),
    ...(isError ? { isError: true } : {}),
    ...((isJson === true || running !== undefined) && {
      _meta: { ...(isJson === true && { [JSON_TEXT]: true }), ...(running !== undefined && { [RUNNING_ID]: running }) },
    }),
  };
}

/** Returns an image block, an audio block, or, for other media types, an embedded resource. */
function toMediaBlock(media: MediaContent): CallToolResult["content"][number] {
  const { mimeType } = media;
  const uri = `climax:output/${crypto.randomUUID()}`;
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
