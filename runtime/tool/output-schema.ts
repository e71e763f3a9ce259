/** Builds the output schema of a tool. MCP requires the schema of an object. */
import { isJsonObject } from "../text/json.ts";
import type { OutputSpec } from "./tool-spec.ts";

/** The schema of structured content. */
export interface OutputSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** Key of structured content for the other texts of the reply, such as standard error. */
export const NOTES_KEY = "_notes";

/** The key that the SDK removes from structured content. */
export const LOST_KEY = "__proto__";

const NOTES = { type: "array", items: { type: "string" }, description: "Standard error, the exit code, ignored arguments" };

/**
 * Returns the schema of a tool's structured content, or undefined if the tool declares none. A value that is not an object becomes the
 * property `result`. The schema allows the key `_notes`.
 */
export function toOutputSchema({ schema }: OutputSpec): OutputSchema | undefined {
  if (schema === undefined) return undefined;
  if (schema["type"] === "object") {
    const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    return { ...schema, type: "object", properties: { ...properties, [NOTES_KEY]: properties[NOTES_KEY] ?? NOTES } };
  }
  const { $schema, ...result } = schema;
  return {
    ...($schema !== undefined && { $schema }),
    type: "object",
    properties: { result: moveReferences(result), [NOTES_KEY]: NOTES },
    required: ["result"],
  };
}

/** Returns the structured content of a value. */
export function toStructuredContent(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : { result: value };
}

/** Adjusts references to the root of the schema, which is now one level deeper. */
function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string" && /^#(\/|$)/.test(member)
        ? `#/properties/result${member.slice(1)}`
        : moveReferences(member),
    ]),
  );
}
