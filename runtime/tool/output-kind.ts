/** The kind of each format of `output`, which decides how the output is kept and how the reply is built. */
import type { OutputSpec } from "./tool-spec.ts";

/** A format of `output` that is not a media type. */
export type OutputFormat = Exclude<NonNullable<OutputSpec["format"]>, `${string}/${string}`>;

/** The kind of each format. A format without a kind does not compile. */
export const OUTPUT_KINDS = {
  text: "text",
  raw: "text",
  json: "json",
  jsonl: "json",
  "json-stream": "json",
} as const satisfies Readonly<Record<OutputFormat, "text" | "json">>;

type Kinds = typeof OUTPUT_KINDS;

/** A format of JSON. */
export type JsonFormat = { [Format in OutputFormat]: Kinds[Format] extends "json" ? Format : never }[OutputFormat];

const kinds = new Map<string, "text" | "json">(Object.entries(OUTPUT_KINDS));

/** Returns the kind of an output. Output without a format is text, and a media type has the kind `media`. */
export function outputKindOf({ format = "text" }: OutputSpec = {}): "text" | "json" | "media" {
  return kinds.get(format) ?? "media";
}
