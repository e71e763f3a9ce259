/** The part of a model API that the scripted model needs: reads a request, and writes an answer. */

/** A tool that a request offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** Namespace of the tool, which only the Responses API has. */
  readonly namespace?: string;
  /** The tool as JSON, as the model receives it. */
  readonly text: string;
}

/** The parts of a request that the script reads. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  /** All text before the results: system prompt, instructions and messages. */
  readonly prompt: string;
  /** The results of the last calls, as the model receives them. A part that is not text is shown as `[image]` or `[audio]`. */
  readonly results: readonly string[];
  readonly isStream: boolean;
}

/** An answer of the model. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Input of a tool that takes text instead of arguments. Only the Responses API has such tools. */
      readonly input?: string;
    };

/** An HTTP response. */
export interface Written {
  readonly type: "application/json" | "text/event-stream";
  readonly body: string;
}

/** A model API. `path` is matched against the path of the request, and its first group is the model's name, if it has one. */
export interface Dialect {
  readonly path: RegExp;
  readonly read: (body: Json, url: string) => ModelRequest;
  readonly write: (answer: Answer, isStream: boolean) => Written;
}

/** Parsed JSON of a request. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns a value as an object. Returns an empty object if it is not one. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

/** Returns a value as a list of objects. A string becomes one text part, and anything else an empty list. */
export function listOf(value: unknown): readonly Json[] {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** Returns the text of a content list. A part that is not text is shown by its kind and size. */
export function textOf(content: unknown): string {
  return listOf(content)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : describePart(part)))
    .join("\n");
}

function describePart(part: Json): string {
  const text = JSON.stringify(part);
  const kind = /image/i.test(text.slice(0, 400)) ? "image" : /audio/i.test(text.slice(0, 400)) ? "audio" : undefined;
  return kind === undefined ? text : `[model ${kind}, ${text.length} characters]`;
}

/** Formats server-sent events. A string is sent as the name of the event too, if the API names its events. */
export function toEvents(events: readonly Json[], isNamed: boolean): Written {
  const lines = events.map((event) => `${isNamed ? `event: ${String(event["type"])}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  return { type: "text/event-stream", body: lines.join("") };
}

/** Formats a JSON response. */
export function toJson(body: Json): Written {
  return { type: "application/json", body: JSON.stringify(body) };
}

/** Returns the items after the last one that the model wrote. */
export function afterLast<Item>(items: readonly Item[], isOwn: (item: Item) => boolean): readonly Item[] {
  return items.slice(items.findLastIndex(isOwn) + 1);
}
