/** The Gemini API: `generateContent` and `streamGenerateContent`. */
import type { Dialect, Json } from "./dialect.ts";
import { afterLast, listOf, objectOf, textOf } from "./dialect.ts";

/** The Gemini API. */
export const gemini: Dialect = {
  path: /:(?:streamGenerateContent|generateContent)$/,
  read(body, url) {
    const contents = listOf(body["contents"]);
    const last = afterLast(contents, ({ role }) => role === "model").flatMap(({ parts }) => listOf(parts));
    const tools = listOf(body["tools"]).flatMap((tool) => listOf(tool["functionDeclarations"] ?? tool["function_declarations"]));
    return {
      tools: tools.map((tool) => ({ name: String(tool["name"]), text: JSON.stringify(tool) })),
      prompt: `${textOf(objectOf(body["systemInstruction"])["parts"])}\n${contents.map(({ parts }) => textOf(parts)).join("\n")}`,
      results: resultsOf(last),
      isStream: url.includes("streamGenerateContent"),
    };
  },
  write(answer, isStream) {
    const part = answer.kind === "text" ? { text: answer.text } : { functionCall: { id: answer.id, name: answer.name, args: answer.args } };
    const body = JSON.stringify({
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      modelVersion: "scripted",
    });
    return isStream ? { type: "text/event-stream", body: `data: ${body}\n\n` } : { type: "application/json", body };
  },
};

/** Returns the results of functions. Media that follow a result in the same message belong to it. */
function resultsOf(parts: readonly Json[]): readonly string[] {
  const media = parts.filter((part) => part["inlineData"] !== undefined || part["fileData"] !== undefined);
  return parts
    .filter((part) => part["functionResponse"] !== undefined)
    .map((part) => {
      const answered = objectOf(part["functionResponse"]);
      const response = objectOf(answered["response"]);
      const text =
        typeof response["output"] === "string" && Object.keys(response).length === 1 ? response["output"] : JSON.stringify(response);
      return [text, textOf([...listOf(answered["parts"]), ...media])].join("\n").trimEnd();
    });
}

/** Returns the answer to a request for a JSON object, which Gemini CLI sends to choose a model. */
export function isJsonRequest(body: Json): boolean {
  return objectOf(body["generationConfig"])["responseMimeType"] === "application/json";
}
