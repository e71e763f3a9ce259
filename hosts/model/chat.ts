/** The Chat Completions API of OpenAI. */
import type { Answer, Dialect, Json } from "./dialect.ts";
import { afterLast, listOf, objectOf, textOf, toEvents, toJson } from "./dialect.ts";

/** The Chat Completions API. */
export const chat: Dialect = {
  path: /\/chat\/completions$/,
  read(body) {
    const messages = listOf(body["messages"]);
    const last = afterLast(messages, ({ role }) => role === "assistant");
    return {
      tools: listOf(body["tools"]).map((tool) => ({ name: String(objectOf(tool["function"])["name"]), text: JSON.stringify(tool) })),
      prompt: messages.map(({ content }) => textOf(content)).join("\n"),
      results: resultsOf(last),
      isStream: body["stream"] === true,
    };
  },
  write(answer, isStream) {
    const finish = answer.kind === "text" ? "stop" : "tool_calls";
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    if (!isStream)
      return toJson({
        ...frame,
        object: "chat.completion",
        choices: [{ index: 0, message: messageOf(answer), finish_reason: finish }],
        usage,
      });
    const chunk = { ...frame, object: "chat.completion.chunk" };
    const written = toEvents(
      [
        { ...chunk, choices: [{ index: 0, delta: deltaOf(answer), finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
      ],
      false,
    );
    return { ...written, body: `${written.body}data: [DONE]\n\n` };
  },
};

const frame = { id: "chatcmpl-1", created: 1, model: "scripted" };

/** Returns the results of the calls. smolagents puts them into messages of the user. */
function resultsOf(last: readonly Json[]): readonly string[] {
  const results = last.filter(({ role }) => role === "tool").map(({ content }) => withFollowing(textOf(content), last));
  const observed = last.filter(({ role }) => role === "user").map(({ content }) => textOf(content));
  return results.length > 0 ? results : observed.filter((text) => text.startsWith("Observation:"));
}

/** Adds the media of a user message that follows the results, where some hosts put them. */
function withFollowing(text: string, last: readonly Json[]): string {
  const media = last.filter(({ role, content }) => role === "user" && Array.isArray(content)).map(({ content }) => textOf(content));
  return [text, ...media].join("\n");
}

function messageOf(answer: Answer): Json {
  if (answer.kind === "text") return { role: "assistant", content: answer.text };
  const { id, name, args } = answer;
  return {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  };
}

function deltaOf(answer: Answer): Json {
  const message = messageOf(answer);
  return { ...message, tool_calls: listOf(message["tool_calls"]).map((call, index) => ({ index, ...call })) };
}
