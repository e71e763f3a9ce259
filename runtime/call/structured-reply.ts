/** Builds the replies of tools whose output is JSON or has a media type. Loaded with the first call of one. */
import type { OutputCapture } from "./capture-output.ts";
import type { ResultRules } from "./exit-code.ts";
import type { ToolReply } from "./reply.ts";
import { toProcessReply, toSideText } from "./process-reply.ts";
import { formatBytes } from "../output/cut-text.ts";
import { encodedSize } from "../output/encoded-size.ts";
import { maskSecrets } from "../output/mask-text.ts";
import { readStructured } from "../output/structured.ts";
import { detectStreamKind } from "../output/text-encoding.ts";
import type { NotStarted } from "../process/process-failure.ts";
import type { ProcessResult } from "../process/process.ts";
import { toStructuredContent } from "../tool/output-schema.ts";
import type { OutputSpec } from "../tool/tool-spec.ts";

/** Maximum size of bytes in a reply, before they are encoded as base64. */
export const MAX_MEDIA_BYTES = 700 * 1024;

/** A process that succeeded, and its captured output. */
export interface StructuredCall {
  readonly handler: ResultRules;
  readonly output: OutputSpec;
  /** A success. */
  readonly result: Exclude<ProcessResult, NotStarted>;
  readonly capture: OutputCapture;
  /** In seconds. */
  readonly timeout: number;
  readonly hidesErrors: boolean;
}

/** Returns the reply with structured content. Without it, the reply is text with the reason, and an error if the tool has a schema. */
export async function toStructuredReply(call: StructuredCall): Promise<ToolReply> {
  const { output, capture, handler, result, timeout } = call;
  const bytes = capture.stdout.bytes();
  if (bytes === undefined) {
    return await toUnstructuredReply(call, "exceeds the memory for output (`max_output_bytes` of the policy)", NARROW);
  }
  const read = await readStructured(bytes, output, capture.secrets);
  if (read.kind === "failed") return await toUnstructuredReply(call, read.problem, "report this to the author of the tool");
  const structured = toStructuredContent(read.value);
  const text = JSON.stringify(read.value);
  const size = encodedSize(text) + Buffer.byteLength(JSON.stringify(structured));
  if (size > capture.budget) {
    const problem = `has ${formatBytes(size)} as text and structured content, more than the ${formatBytes(capture.budget)} of a reply`;
    return await toUnstructuredReply(call, problem, NARROW);
  }
  const shown = await capture.settle({ hidesErrors: call.hidesErrors, hidesOutput: true, used: size });
  const side = toSideText(handler, { ...result, ...shown }, timeout);
  const notes = side === undefined ? [] : [side];
  return { text, structured, ...(notes.length > 0 && { notes }), isError: false };
}

const NARROW = "narrow the call";

/** Returns the output as text with the problem. A tool with a schema fails, with the remedy for the caller. */
async function toUnstructuredReply(
  { output, capture, handler, result, timeout, hidesErrors }: StructuredCall,
  problem: string,
  remedy: string,
): Promise<ToolReply> {
  const isError = output.schema !== undefined;
  const note = `[The output ${problem}; ${isError ? remedy : "it is returned as text"}]`;
  const shown = await capture.settle({ hidesErrors, used: Buffer.byteLength(JSON.stringify(note)) });
  return { ...toProcessReply(handler, { ...result, ...shown }, timeout), notes: [note], isError };
}

/**
 * Returns the reply with the bytes of standard output. Text that the program prints instead of an image, such as an error message, stays
 * text.
 */
export async function toMediaReply({ output, capture, handler, result, timeout, hidesErrors }: StructuredCall): Promise<ToolReply> {
  const mimeType = output.format ?? "application/octet-stream";
  const bytes = capture.stdout.bytes();
  const size = capture.stdout.size();
  const isExpected = bytes === undefined || !isBinaryType(mimeType) || detectStreamKind(bytes) === "binary";
  if (size === 0 || !isExpected) return toProcessReply(handler, { ...result, ...(await capture.settle({ hidesErrors })) }, timeout);
  const shown = await capture.settle({ hidesErrors, hidesOutput: true });
  const isSmall = bytes !== undefined && size <= MAX_MEDIA_BYTES;
  const stdout = `[${mimeType}, ${formatBytes(size)}${isSmall ? "" : `: more than the ${formatBytes(MAX_MEDIA_BYTES)} of a reply`}]`;
  const reply = toProcessReply(handler, { ...result, ...shown, stdout }, timeout);
  return isSmall ? { ...reply, media: { mimeType, data: maskBytes(bytes, capture.secrets).toString("base64") } } : reply;
}

/** Masks secrets in output that is text. Bytes without a secret, and bytes that are not text, stay as they are. */
function maskBytes(bytes: Buffer, secrets: readonly string[]): Buffer {
  const kind = detectStreamKind(bytes);
  if (kind === "binary") return bytes;
  const text = new TextDecoder(kind, { ignoreBOM: true }).decode(bytes);
  const masked = maskSecrets(text, secrets);
  return masked === text ? bytes : Buffer.from(masked);
}

/** Reports whether files of this type are never text. */
function isBinaryType(mimeType: string): boolean {
  return /^(image|audio|video)\//.test(mimeType) && !mimeType.includes("svg");
}
