/** Parses JSON that a program printed, selects from it and validates it. */
import type { OutputSpec } from "../tool/tool-spec.ts";
import { cleanText } from "./clean-text.ts";
import { findLastValue, scanValue, skipSpace } from "./json-values.ts";
import { maskJson, maskSecrets } from "./mask-text.ts";
import type { SecretSearch } from "./secret-search.ts";
import type { JsonFormat } from "../tool/output-kind.ts";
import { messageOf } from "../text/message-of.ts";

/** The value of the output, or the reason why it cannot be read. */
export type StructuredOutput =
  /** `rest`: the clean text around the value, with `***` for secrets. Omitted if empty. */
  { readonly kind: "value"; readonly value: unknown; readonly rest?: string } | { readonly kind: "failed"; readonly problem: string };

/**
 * Reads the result of a tool with `output: json`, `jsonl` or `json-stream`, with `***` for each of the secrets. The masked value is validated against the
 * schema, because clients validate it too, and problems name its properties. `problem` completes "the output ". Never rejects.
 */
export async function readStructured(
  bytes: Buffer,
  { select: expression, schema, ...form }: OutputSpec,
  secrets: SecretSearch,
): Promise<StructuredOutput> {
  const parsed = parseOutput(bytes, form);
  if (parsed.kind === "failed") return parsed;
  const selected = expression === undefined ? parsed : await selectFrom(parsed.value, expression);
  if (selected.kind === "failed") return selected;
  if (isDeeperThan(MAX_LEVELS, selected.value))
    return { kind: "failed", problem: `has more than ${MAX_LEVELS} levels of lists and objects` };
  const value = maskJson(selected.value, secrets);
  const result = { kind: "value", value, ...(parsed.rest !== undefined && { rest: maskSecrets(parsed.rest, secrets) }) } as const;
  if (schema === undefined) return result;
  const { findSchemaProblems } = await import("../json-schema/validate.ts");
  const problems = await findSchemaProblems(schema, value, "property");
  return problems.length === 0 ? result : { kind: "failed", problem: `does not match the tool's schema: ${problems.join("; ")}` };
}

/** Evaluates a JMESPath expression on JSON output, also if the result is `null`. `problem` completes "the output ". Never rejects. */
export async function evaluate(bytes: Buffer, form: OutputSpec, expression: string): Promise<StructuredOutput> {
  const parsed = parseOutput(bytes, form);
  if (parsed.kind === "failed") return parsed;
  const { select } = await import("./select.ts");
  const selection = select(parsed.value, expression);
  if (selection.kind === "selected") return { kind: "value", value: selection.value };
  return { kind: "failed", problem: `does not fit the expression: ${selection.problem}` };
}

function parseOutput(bytes: Buffer, { format, from }: OutputSpec): StructuredOutput {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const read = readerOf(format);
  const exact = read(text);
  // A program with colored output prints escape sequences around the JSON.
  const parsed = exact.kind === "failed" ? read(cleanText(text)) : exact;
  return parsed.kind === "failed" && from === "last_value" ? (parseLastValue(cleanText(text)) ?? parsed) : parsed;
}

/** Returns undefined if the text has no value on separate lines. */
function parseLastValue(text: string): StructuredOutput | undefined {
  const found = findLastValue(text, parseExactJson);
  if (found.kind === "none") return undefined;
  if (found.kind === "unfinished") return { kind: "failed", problem: "ends inside a JSON value" };
  const around = [text.slice(0, found.from), text.slice(found.to)].map((part) => part.trim());
  const rest = around.filter((part) => part !== "").join("\n");
  return { kind: "value", value: found.value, ...(rest !== "" && { rest }) };
}

/**
 * Maximum nesting of a result. Parsers of clients have limits too: Rust's `serde_json` accepts 128 levels, including the envelope of the
 * result.
 */
const MAX_LEVELS = 100;

/** Reports whether a value has more than `levels` levels. Does not recurse, because programs can print any number of levels. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let nested = [value].filter(isObject);
  for (let level = 0; level < levels; level += 1) nested = nested.flatMap((one) => Object.values(one).filter(isObject));
  return nested.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The reader of each format of JSON. A format without one does not compile. */
const READERS: Readonly<Record<JsonFormat, (text: string) => StructuredOutput>> = {
  json: parse,
  jsonl: parseLines,
  "json-stream": parseStream,
};

/** Returns the reader of a format. A condition reads JSON from text, too. */
function readerOf(format: OutputSpec["format"] = "json"): (text: string) => StructuredOutput {
  return new Map(Object.entries(READERS)).get(format) ?? parse;
}

function parse(text: string): StructuredOutput {
  if (text.trim() === "") return { kind: "failed", problem: "is empty, not JSON" };
  try {
    return { kind: "value", value: parseExactJson(text) };
  } catch (error) {
    return { kind: "failed", problem: `is not JSON: ${syntaxErrorOf(error)}` };
  }
}

function parseLines(text: string): StructuredOutput {
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      values.push(parseExactJson(line));
    } catch (error) {
      return { kind: "failed", problem: `is not JSON in line ${index + 1}: ${syntaxErrorOf(error)}` };
    }
  }
  return { kind: "value", value: values };
}

/** Parses values with or without whitespace between them. The problem names the value from 1, and its first byte from 0. */
function parseStream(text: string): StructuredOutput {
  const values: unknown[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const scanned = scanValue(text, at);
    const end = scanned.kind === "complete" ? scanned.end : text.length;
    try {
      values.push(parseExactJson(text.slice(at, end)));
    } catch (error) {
      const place = `value ${values.length + 1}, which starts at byte ${Buffer.byteLength(text.slice(0, at))}`;
      return { kind: "failed", problem: `is not JSON in ${place}: ${syntaxErrorOf(error)}` };
    }
    at = skipSpace(text, end);
  }
  return { kind: "value", value: values };
}

/** Returns the syntax error of a JMESPath expression, or undefined if it is valid. Loads the library. */
export async function findSelectProblem(expression: string): Promise<string | undefined> {
  const { findSyntaxProblem } = await import("./select.ts");
  return findSyntaxProblem(expression);
}

async function selectFrom(value: unknown, expression: string): Promise<StructuredOutput> {
  const { select } = await import("./select.ts");
  const selection = select(value, expression);
  if (selection.kind === "selected") {
    // JMESPath returns null for a part that does not exist. The whole output is then more useful than nothing.
    const isMissing = (selection.value ?? null) === null && value !== null;
    return isMissing ? { kind: "failed", problem: "does not match the tool's `select`" } : { kind: "value", value: selection.value };
  }
  return { kind: "failed", problem: `does not fit the tool's \`select\`: ${selection.problem}` };
}

/** Returns the message of the parser, without the quoted part of the input. */
function syntaxErrorOf(error: unknown): string {
  return messageOf(error)
    .replace(/,? "?\.{0,3}".*$/s, "")
    .slice(0, 200);
}

/**
 * Parses JSON. An integer that a JavaScript number cannot represent exactly, such as an id of 64 bits, becomes a string of its digits. So
 * does a number out of range, such as `1e999`. Escapes of unpaired surrogates become U+FFFD, because some clients reject them. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return INEXACT.test(text) ? JSON.parse(replaceInexact(text)) : value;
}

/**
 * Matches any part that may need a replacement: 16 digits, as in the shortest inexact integer; an exponent of three digits; or a surrogate.
 */
const INEXACT = /\d{16}|\de\+?\d{3}|\\ud[89a-f]/i;

/** A quote, an escaped pair of surrogates, an escaped unpaired surrogate, another escape, or a number in any notation. */
const TOKEN = /"|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}|\\[^]|-?\d[\d.e+-]*/gi;

const LONE_SURROGATE_LENGTH = 6;

/**
 * Replaces inexact numbers and unpaired surrogates in valid JSON. A token never contains a whole string, because V8 cannot match a group
 * that repeats several million times.
 */
function replaceInexact(text: string): string {
  let isText = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isText = !isText;
    else if (token.startsWith("\\")) return token.length === LONE_SURROGATE_LENGTH ? "\\ufffd" : token;
    else if (!isText) return toExactNumber(token);
    return token;
  });
}

function toExactNumber(token: string): string {
  const number = Number(token);
  if (!Number.isFinite(number)) return `"${token}"`;
  return /^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(number) ? `"${token}"` : token;
}
