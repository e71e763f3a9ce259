/** Builds the replies of tools whose output is JSON or has a media type. Loaded at the first call of such a tool. */
import type { HiddenErrors, OutputCapture } from "./capture-output.ts";
import { MAX_MEDIA_BYTES } from "./capture-output.ts";
import type { ResultRules } from "./exit-code.ts";
import type { ToolReply } from "./reply.ts";
import { toProcessReply, toSideText } from "./process-reply.ts";
import { formatBytes } from "../output/cut-text.ts";
import { encodedSize } from "../output/encoded-size.ts";
import { readStructured } from "../output/structured.ts";
import type { NotStarted } from "../process/process-failure.ts";
import type { ProcessResult } from "../process/process.ts";
import { toStructuredContent } from "../tool/output-schema.ts";
import type { OutputSpec } from "../tool/tool-spec.ts";

/** A process that succeeded, and its captured output. */
export interface StructuredCall {
  readonly handler: ResultRules;
  readonly output: OutputSpec;
  /** A success. */
  readonly result: Exclude<ProcessResult, NotStarted>;
  readonly capture: OutputCapture;
  /** In seconds. */
  readonly timeout: number;
  readonly hidesErrors: HiddenErrors;
}

/**
 * Returns the reply with structured content. If the output cannot be structured content, the reply is text with the reason. It is an error
 * if the tool has a schema.
 */
export async function toStructuredReply(call: StructuredCall): Promise<ToolReply> {
  const { output, capture, handler, result, timeout } = call;
  const bytes = capture.stdout.bytes();
  if (bytes === undefined) {
    const problem = `has ${formatBytes(capture.stdout.size())}, more than \`limits.max_output_bytes\` of the policy allows for JSON`;
    return await toUnstructuredReply(call, problem, NARROW, { advice: `; to get JSON, ${NARROW}` });
  }
  const read = await readStructured(bytes, output, capture.secrets);
  if (read.kind === "failed") return await toUnstructuredReply(call, read.problem, "report this to the author of the tool");
  const structured = toStructuredContent(read.value);
  // The text is that of the structured content, because some hosts show the model only one of them, and others show both.
  const text = JSON.stringify(structured);
  const size = encodedSize(text);
  if (size > capture.budget) {
    const problem = `has ${formatBytes(size)} as JSON, more than the ${formatBytes(capture.budget)} of a reply`;
    const readable = [
      toReadableJson(read.value, capture.budget),
      ...(read.rest === undefined ? [] : [`[text around the JSON]\n${read.rest}`]),
    ];
    return await toUnstructuredReply(call, problem, NARROW, { readable: readable.join("\n\n") });
  }
  const isTooLargeTwice = size + Buffer.byteLength(text) > capture.budget;
  // A reply with further texts has the JSON only once.
  if (isTooLargeTwice && output.schema === undefined && read.rest === undefined) {
    const shown = await capture.settle({ hidesErrors: call.hidesErrors, output: text });
    return toProcessReply(handler, { ...result, ...shown }, timeout);
  }
  const shown = await capture.settle({ hidesErrors: call.hidesErrors, output: read.rest ?? "", used: size });
  const side = toSideText(handler, { ...result, ...shown }, timeout);
  const notes = side === undefined ? [] : [side];
  return { text, structured, ...(notes.length > 0 && { notes }), isError: false };
}

/**
 * Converts a value that cannot be structured content to text. The text is compact if it fits into a reply. Otherwise it has several lines,
 * which are easier to cut and to search: a list has one item per line.
 */
function toReadableJson(value: unknown, budget: number): string {
  const compact = JSON.stringify(value);
  if (encodedSize(compact) + RESERVED_BYTES <= budget) return compact;
  return Array.isArray(value) ? `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]` : JSON.stringify(value, undefined, 1);
}

/** Space of a reply that is reserved for the note and for standard error, in bytes. */
const RESERVED_BYTES = 1024;

const NARROW = "narrow the call";

interface TextOptions {
  /** Replaces the text that the program printed. */
  readonly readable?: string;
  /** Advice for the caller of a tool without a schema. Defaults to none. */
  readonly advice?: string;
}

/** Returns the output as text, followed by the problem. If the tool has a schema, the reply is an error that states the remedy. */
async function toUnstructuredReply(
  { output, capture, handler, result, timeout, hidesErrors }: StructuredCall,
  problem: string,
  remedy: string,
  { readable, advice = "" }: TextOptions = {},
): Promise<ToolReply> {
  const isError = output.schema !== undefined;
  const note = `[The output ${problem}; ${isError ? remedy : `it is returned as text${advice}`}]`;
  const used = Buffer.byteLength(JSON.stringify(note));
  // Standard error can say why the output is not as declared.
  const isHidden = !isError && hidesErrors && "beside_text";
  const shown = await capture.settle({ hidesErrors: isHidden, used, ...(readable !== undefined && { output: readable }) });
  return { ...toProcessReply(handler, { ...result, ...shown }, timeout), notes: [note], isError };
}

/** Returns the reply with standard output as content of the tool's media type. */
export async function toMediaReply(call: StructuredCall): Promise<ToolReply> {
  const mimeType = call.output.format ?? "application/octet-stream";
  return await (call.capture.stdout.isBinary() ? toBytesReply(call, mimeType) : toTypedTextReply(call));
}

async function toBytesReply({ capture, handler, result, timeout, hidesErrors }: StructuredCall, mimeType: string): Promise<ToolReply> {
  const bytes = capture.stdout.bytes();
  const size = capture.stdout.size();
  const shown = await capture.settle({ hidesErrors, output: "" });
  const isSmall = bytes !== undefined && size <= MAX_MEDIA_BYTES;
  const stdout = `[${mimeType}, ${formatBytes(size)}${isSmall ? "" : `: more than the ${formatBytes(MAX_MEDIA_BYTES)} of a reply. Ask for a smaller output`}]`;
  const reply = toProcessReply(handler, { ...result, ...shown, stdout }, timeout);
  return isSmall ? { ...reply, media: { mimeType, data: bytes.toString("base64") } } : reply;
}

/** Returns the reply with text of a media type, which a model can read, as text: many hosts do not show embedded resources. */
async function toTypedTextReply({ capture, handler, result, timeout, hidesErrors }: StructuredCall): Promise<ToolReply> {
  return toProcessReply(handler, { ...result, ...(await capture.settle({ hidesErrors })) }, timeout);
}
