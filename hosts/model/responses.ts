/** The Responses API of OpenAI. */
import type { Answer, Dialect, Json, OfferedTool } from "./dialect.ts";
import { afterLast, listOf, textOf, toEvents, toJson } from "./dialect.ts";

/** The Responses API. */
export const responses: Dialect = {
  path: /\/responses$/,
  read(body) {
    const items = listOf(body["input"]);
    const last = afterLast(items, ({ type, role }) => type === "function_call" || type === "custom_tool_call" || role === "assistant");
    return {
      tools: toolListsOf(body, items).flatMap((tool) => toolsOf(tool)),
      prompt: `${textOf(body["instructions"])}\n${namespacesOf(body, items)}\n${items.map(({ content }) => textOf(content)).join("\n")}`,
      results: last.filter(({ type }) => String(type).endsWith("_output")).map(({ output }) => textOf(output)),
      isStream: body["stream"] === true,
    };
  },
  write(answer, isStream) {
    const item = itemOf(answer);
    const response = { ...frame, status: "completed", output: [item] };
    if (!isStream) return toJson(response);
    const started = { ...frame, status: "in_progress", output: [] };
    return toEvents(
      [
        { type: "response.created", response: started },
        { type: "response.output_item.added", output_index: 0, item },
        ...deltasOf(answer),
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response },
      ].map((event, index) => ({ ...event, sequence_number: index })),
      true,
    );
  },
};

const frame = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "scripted",
  parallel_tool_calls: false,
  tool_choice: "auto",
  tools: [],
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  },
};

function toolsOf(tool: Json, namespace?: string): readonly OfferedTool[] {
  if (tool["type"] === "namespace") return listOf(tool["tools"]).flatMap((inner) => toolsOf(inner, String(tool["name"])));
  return [{ name: String(tool["name"] ?? tool["type"]), text: JSON.stringify(tool), ...(namespace !== undefined && { namespace }) }];
}

/** Returns the tools of the request. With some models, Codex sends them as an item of the input. */
function toolListsOf(body: Json, items: readonly Json[]): readonly Json[] {
  return [body, ...items.filter(({ type }) => type === "additional_tools")].flatMap(({ tools }) => listOf(tools));
}

/** Returns the descriptions of the namespaces, where Codex puts the instructions of a server. */
function namespacesOf(body: Json, items: readonly Json[]): string {
  return toolListsOf(body, items)
    .filter(({ type }) => type === "namespace")
    .map(({ description }) => String(description))
    .join("\n");
}

function itemOf(answer: Answer): Json {
  if (answer.kind === "text") {
    const content = [{ type: "output_text", text: answer.text, annotations: [] }];
    return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  }
  const { id, name, namespace, args, input } = answer;
  const space = namespace === undefined ? {} : { namespace };
  if (input !== undefined) return { type: "custom_tool_call", id: `ctc_${id}`, call_id: id, status: "completed", name, ...space, input };
  const call = { type: "function_call", id: `fc_${id}`, call_id: id, status: "completed", name, arguments: JSON.stringify(args) };
  return { ...call, ...space };
}

function deltasOf(answer: Answer): readonly Json[] {
  if (answer.kind === "text") {
    const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
    return [
      { type: "response.content_part.added", ...at, part: { type: "output_text", text: "", annotations: [] } },
      { type: "response.output_text.delta", ...at, delta: answer.text },
      { type: "response.output_text.done", ...at, text: answer.text },
    ];
  }
  if (answer.input !== undefined) return [];
  const at = { item_id: `fc_${answer.id}`, output_index: 0 };
  const text = JSON.stringify(answer.args);
  return [
    { type: "response.function_call_arguments.delta", ...at, delta: text },
    { type: "response.function_call_arguments.done", ...at, arguments: text },
  ];
}
