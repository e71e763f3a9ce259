/** The Messages API of Anthropic. */
import { randomUUID } from "node:crypto";
import type { Answer, Dialect, Json } from "./dialect.ts";
import { afterLast, listOf, textOf, toEvents, toJson } from "./dialect.ts";

/** The Messages API. */
export const anthropic: Dialect = {
  path: /\/v1\/messages$/,
  read(body) {
    const messages = listOf(body["messages"]);
    const last = afterLast(messages, ({ role }) => role === "assistant");
    const results = last.flatMap(({ content }) => listOf(content)).filter(({ type }) => type === "tool_result");
    return {
      tools: listOf(body["tools"]).map((tool) => ({ name: String(tool["name"]), text: JSON.stringify(tool) })),
      prompt: `${textOf(body["system"])}\n${messages.map(({ content }) => textOf(content)).join("\n")}`,
      results: results.map(({ content, is_error: isError }) => `${isError === true ? "[is_error] " : ""}${textOf(content)}`),
      isStream: body["stream"] === true,
    };
  },
  write(answer, isStream) {
    const frame = { ...FRAME, id: `msg_${randomUUID()}` };
    const message = { ...frame, content: [blockOf(answer)], stop_reason: stopOf(answer), stop_sequence: null };
    if (!isStream) return toJson(message);
    return toEvents(
      [
        { type: "message_start", message: { ...frame, content: [], stop_reason: null, stop_sequence: null } },
        { type: "content_block_start", index: 0, content_block: emptyBlock(answer) },
        { type: "content_block_delta", index: 0, delta: deltaOf(answer) },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: stopOf(answer), stop_sequence: null }, usage: { output_tokens: 10 } },
        { type: "message_stop" },
      ],
      true,
    );
  },
};

/** Claude Code joins messages that have the same id, so each has its own. */
const FRAME = { type: "message", role: "assistant", model: "scripted", usage: { input_tokens: 10, output_tokens: 10 } };

const stopOf = (answer: Answer): string => (answer.kind === "text" ? "end_turn" : "tool_use");

function blockOf(answer: Answer): Json {
  if (answer.kind === "text") return { type: "text", text: answer.text };
  return { type: "tool_use", id: answer.id, name: answer.name, input: answer.args };
}

function emptyBlock(answer: Answer): Json {
  return answer.kind === "text" ? { type: "text", text: "" } : { ...blockOf(answer), input: {} };
}

function deltaOf(answer: Answer): Json {
  if (answer.kind === "text") return { type: "text_delta", text: answer.text };
  return { type: "input_json_delta", partial_json: JSON.stringify(answer.args) };
}
