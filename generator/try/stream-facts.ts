/** Describes the output of a program: its form, its size, and the keys of its JSON. */
import { isUtf8 } from "node:buffer";
import { cleanText } from "@climax-gen/runtime/internal/output/clean-text";

/** The form of a stream. `json-stream`: several values one after the other. `json-lines`: one value per line. */
export type StreamForm = "empty" | "text" | "json" | "json-lines" | "json-stream" | "binary";

/** One stream of a call. */
export interface StreamFacts {
  readonly kind: StreamForm;
  /** Size in bytes. */
  readonly bytes: number;
  /** The keys of a JSON object, or of the objects in a JSON list or stream. Sorted; omitted if there are none. */
  readonly keys?: readonly string[];
}

/** Describes a stream. `size` is its whole size in bytes, if `bytes` contains only its start. */
export function describeStream(bytes: Buffer, size = bytes.length): StreamFacts {
  const text = bytes.toString("utf8");
  if (text.trim() === "") return { kind: "empty", bytes: size };
  if (text.includes("\0") || (size === bytes.length && !isUtf8(bytes))) return { kind: "binary", bytes: size };
  // A server ignores the escape sequences around JSON, too.
  const values = readJsonValues(text) ?? readJsonValues(cleanText(text));
  if (values === undefined) return { kind: "text", bytes: size };
  const keys = keysOf(values.length === 1 && Array.isArray(values[0]) ? values[0] : values);
  return { kind: kindOf(values, text), bytes: size, ...(keys.length > 0 && { keys }) };
}

function kindOf(values: readonly unknown[], text: string): StreamForm {
  if (values.length === 1) return "json";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length === values.length && lines.every((line) => parse(line) !== undefined) ? "json-lines" : "json-stream";
}

function keysOf(values: readonly unknown[]): readonly string[] {
  const objects = values.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value));
  return [...new Set(objects.flatMap((value) => Object.keys(value as object)))].toSorted();
}

/** Returns the lists and objects that a text consists of. Undefined if it contains anything else, such as a number or words. */
function readJsonValues(text: string): readonly unknown[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const whole = parse(text);
  if (whole !== undefined) return [whole.value];
  const parts = splitValues(text);
  const parsed = parts?.map(parse);
  return parsed === undefined || parsed.includes(undefined) ? undefined : parsed.map((one) => one?.value);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // A text that is not JSON.
    return undefined;
  }
}

/** Splits a text after each list or object that closes. Returns undefined if other text precedes, separates or follows them. */
function splitValues(text: string): readonly string[] | undefined {
  const values: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token.startsWith('"')) continue;
    depth += token === "{" || token === "[" ? 1 : -1;
    if (depth < 0) return undefined;
    if (depth > 0) continue;
    values.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return depth === 0 && text.slice(start).trim() === "" ? values : undefined;
}
