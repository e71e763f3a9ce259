/** Reads and writes records as JSON. */
import { parseJson, isJsonObject } from "@climax-gen/runtime/internal/text/json";
import type { ExampleFacts, FactsRecord } from "./facts.ts";

/** Width of a line, in characters. Longer lists and mappings have one item per line, except for command lines. */
const WIDTH = 140;

/** Returns the text of a record: tools and keys in a stable order, short values in one line. */
export function formatRecord({ program, version, tools }: FactsRecord): string {
  const sorted = Object.entries(tools).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `${format({ program, ...(version !== undefined && { version }), tools: Object.fromEntries(sorted) }, 0)}\n`;
}

function format(value: unknown, indent: number): string {
  const inner = " ".repeat(indent + 2);
  const outer = " ".repeat(indent);
  const flat = formatFlat(value);
  if (typeof value !== "object" || value === null || (indent > 4 && indent + flat.length <= WIDTH)) return flat;
  if (Array.isArray(value))
    return value.length === 0 ? "[]" : `[\n${value.map((item) => inner + format(item, indent + 2)).join(",\n")}\n${outer}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${key === "argv" ? formatFlat(item) : format(item, indent + 2)}`,
  );
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n${outer}}`;
}

/** Formats a value in one line, with spaces. */
function formatFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatFlat).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatFlat(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Reads a record. Returns the reason if the text is not one. */
export function readRecord(text: string): FactsRecord | { readonly problem: string } {
  const value = parseJson(text);
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const { program, version, tools } = value;
  if (typeof program !== "string" || !isJsonObject(tools)) return { problem: "`program` or `tools` is missing" };
  const entries = Object.entries(tools);
  const wrong = entries.find(([, examples]) => !Array.isArray(examples) || !examples.every(isFacts));
  if (wrong !== undefined) return { problem: `the facts about "${wrong[0]}" are not a list of examples` };
  // Safe cast: `isFacts` has checked every example.
  return { program, ...(typeof version === "string" && { version }), tools: Object.fromEntries(entries) as FactsRecord["tools"] };
}

function isFacts(value: unknown): value is ExampleFacts {
  if (!isJsonObject(value)) return false;
  const { example, argv, stdout, stderr, project, home, network } = value;
  const isOptional = (list: unknown): boolean => list === undefined || isTexts(list);
  return [example, stdout, stderr].every(isJsonObject) && [project, home].every(isTexts) && isOptional(argv) && isOptional(network);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
