/** Captures the output of a command, and reduces it to the size of a reply. */
import type { CallContext, CallFacts } from "./call-context.ts";
import { readsStream } from "./exit-code.ts";
import { listSecretTexts } from "./secret-texts.ts";
import { defaultReplyBytes, MAX_UNKEPT_LENGTH } from "../output/encoded-size.ts";
import type { ShownText } from "../output/cut-text.ts";
import { cutText, divideRoom, formatBytes, showWhole, sizeOf } from "../output/cut-text.ts";
import type { SecretSearch } from "../output/secret-search.ts";
import { createSecretSearch } from "../output/secret-search.ts";
import type { SpooledText, SpoolWriter } from "../output/spool.ts";
import type { CapturedStream, CutText, StreamCapture } from "../output/stream-capture.ts";
import { createStreamCapture } from "../output/stream-capture.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { outputKindOf } from "../tool/output-kind.ts";

/** The capture of both streams of one process. */
export interface OutputCapture {
  readonly sinks: NonNullable<ProcessRequest["sinks"]>;
  readonly stdout: StreamCapture;
  readonly stderr: StreamCapture;
  readonly secrets: SecretSearch;
  /** Maximum size of the reply, in bytes as JSON. */
  readonly budget: number;
  /** The last line that the command has printed, on either stream. */
  readonly lastLine: () => string;
  /**
   * Returns the output so far for a reply with room for `used` further bytes of JSON, and passes all later text to `onText` as soon as its
   * lines are complete. Streams that are not in `parts` are left out.
   */
  readonly follow: (parts: readonly OutputPart[], used: number, onText: (text: string, part: OutputPart) => void) => ShownOutput;
  /** Returns the incomplete last lines of the streams that are not empty. */
  readonly pendingLines: (parts: readonly OutputPart[]) => readonly string[];
  /** Starts the capture of a file. `used` is the size of the other parts of the reply, in bytes as JSON. */
  readonly startFile: (used: number) => FileCapture;
  /** Ends the capture. Never rejects. */
  readonly settle: (options?: SettleOptions) => Promise<ShownOutput>;
}

/** A stream of a program. */
export type OutputPart = "stdout" | "stderr";

/** Maximum size of binary content in a reply, in bytes before the encoding as base64. */
export const MAX_MEDIA_BYTES = 700 * 1024;

/** The capture of a file. */
export interface FileCapture extends Pick<StreamCapture, "push" | "isBinary" | "size"> {
  readonly end: () =>
    | { readonly kind: "text"; readonly show: (advice: string) => string }
    /** `bytes`: undefined if the file is larger than `MAX_MEDIA_BYTES`. */
    | { readonly kind: "binary"; readonly sample: Buffer; readonly bytes: Buffer | undefined };
}

/** Whether standard error is left out: always, or only if standard output is text that is not empty. */
export type HiddenErrors = boolean | "beside_text";

/** The parts of the reply that reduce the space for the output. */
export interface SettleOptions {
  /** Defaults to false. */
  readonly hidesErrors?: HiddenErrors;
  /** A text that replaces standard output; empty to leave it out. */
  readonly output?: string;
  /** Size of other parts of the reply, in bytes as JSON. Defaults to 0. */
  readonly used?: number;
}

/** The output in the form that the reply contains. */
export interface ShownOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Notes about omitted parts, one line each. A reply starts and ends with them. */
  readonly notes: readonly string[];
  /** Notes about long text that is shown whole, one line each. A reply starts with them. */
  readonly keptNotes?: readonly string[];
}

/** Minimum space for standard error if structured content fills the reply, in bytes. */
const MIN_ROOM = 1024;

/** Space of a reply that is reserved for markers and notes, in bytes. Each note occurs twice. */
const RESERVED_BYTES = 2048;

/**
 * Returns the maximum size of a reply: the tool's `output.max_bytes`, or the default for the client; never more than the policy's
 * `max_reply_bytes`, which is the default if it is set.
 */
export function replyBudget(
  { output }: { readonly output?: CommandHandler["output"] | undefined },
  { execution, caller }: Pick<CallContext, "execution" | "caller">,
): number {
  const { max_reply_bytes: limit } = execution.limits;
  return Math.min(limit, output?.max_bytes ?? (limit === Infinity ? defaultReplyBytes(caller?.client?.name) : limit));
}

/** The parts of a call's context that limit its output. */
export type OutputContext = Pick<CallContext, "spool" | "caller" | "execution">;

/** Starts the capture of a call's output. */
export function captureOutput(facts: CallFacts, handler: CommandHandler, context: OutputContext): OutputCapture {
  const { limits } = context.execution;
  const budget = replyBudget(handler, context);
  const secrets = createSecretSearch(listSecretTexts(facts));
  const createSpool = spoolFor(context);
  const isRaw = handler.output?.format === "raw";
  const memory = Math.min(budget, limits.max_output_bytes);
  const shared = { budget: memory, isRaw, secrets, createSpool, maxUnkeptLength: MAX_UNKEPT_LENGTH };
  // JSON is shown as text only if it cannot be structured content.
  let passOn: ((text: string, part: OutputPart) => void) | undefined;
  const stdout = createStreamCapture({
    ...shared,
    onText: (text) => passOn?.(text, "stdout"),
    ...(isJson(handler) && { maxUnkeptLength: Infinity }),
    maxKeptBytes: keepsBytes(handler) || readsStream(handler, "stdout") ? limits.max_output_bytes : 0,
  });
  const stderr = createStreamCapture({
    ...shared,
    onText: (text) => passOn?.(text, "stderr"),
    maxKeptBytes: readsStream(handler, "stderr") ? limits.max_output_bytes : 0,
  });
  const streams = { stdout, stderr };
  let latest = stdout;
  const follow = (stream: StreamCapture) => (chunk: Buffer) => {
    latest = stream;
    stream.push(chunk);
  };
  return {
    sinks: { stdout: follow(stdout), stderr: follow(stderr) },
    stdout,
    stderr,
    secrets,
    budget,
    lastLine: () => latest.lastLine(),
    follow(parts, used, onText) {
      const [out, errors] = OUTPUT_PARTS.map((part) => (parts.includes(part) ? describeSoFar(streams[part].soFar()) : EMPTY));
      const room = { budget: Math.max(budget - used, MIN_ROOM), memory, createSpool };
      const shown = showStreams(out ?? EMPTY, errors ?? EMPTY, room);
      passOn = (text, part) => (parts.includes(part) ? onText(text, part) : undefined);
      return shown;
    },
    pendingLines: (parts) => parts.map((part) => streams[part].pendingLine().trim()).filter((line) => line !== ""),
    startFile(used) {
      const room = { budget: Math.max(budget - used, MIN_ROOM), createSpool };
      const stream = createStreamCapture({ ...shared, isRaw: false, budget: Math.min(room.budget, memory), maxKeptBytes: MAX_MEDIA_BYTES });
      const show = (text: TextOutput, advice: string): string => joinShown(showStreams(text, EMPTY, { ...room, memory, advice }));
      return { ...stream, end: () => toFileContent(stream, show) };
    },
    async settle({ hidesErrors = false, output, used = 0 } = {}) {
      const [out, errors] = await Promise.all([describeBinary(stdout.end()), describeBinary(stderr.end())]);
      const room = { budget: Math.max(budget - used, MIN_ROOM), memory, createSpool };
      const isHidden = hidesErrors === "beside_text" ? !isBlank(out) && !stdout.isBinary() : hidesErrors;
      return showStreams(output === undefined ? out : keepLong(output, createSpool), isHidden ? EMPTY : errors, room);
    },
  };
}

function isBlank(stream: TextOutput): boolean {
  return stream.kind === "text" && stream.text.trim() === "";
}

const EMPTY = { kind: "text", text: "" } as const;

/** Returns the function that starts a spool file for the caller. Undefined if the server keeps no output. */
function spoolFor({ spool, caller, execution }: OutputContext): CreateSpool | undefined {
  return spool && (() => spool.create(caller?.subject, execution.limits.max_capture_bytes));
}

type CreateSpool = () => SpoolWriter | undefined;

/** Reports whether the reply needs the bytes of standard output in addition to its text. */
function keepsBytes(handler: CommandHandler): boolean {
  return outputKindOf(handler.output) !== "text";
}

function isJson({ output }: CommandHandler): boolean {
  return outputKindOf(output) === "json";
}

const OUTPUT_PARTS: readonly OutputPart[] = ["stdout", "stderr"];

/** Replaces output that is not text by its size so far. */
function describeSoFar(stream: CapturedStream): TextOutput {
  return stream.kind === "binary" ? { kind: "text", text: `[output that is not text: ${formatBytes(stream.bytes)} so far]\n` } : stream;
}

type TextOutput = Extract<CapturedStream, { kind: "text" | "cut" }>;

/** Replaces output that is not text by its type and size. */
async function describeBinary(stream: CapturedStream): Promise<TextOutput> {
  if (stream.kind !== "binary") return stream;
  const { detectMediaType } = await import("../output/media-type.ts");
  const type = (await detectMediaType(stream.sample)) ?? "unknown type";
  return { kind: "text", text: `[output that is not text: ${type}, ${formatBytes(stream.bytes)}]` };
}

/** Limits of the output in a reply, and the storage of the rest. */
export interface ShowOptions {
  /** Maximum size of the reply, in bytes as JSON. */
  readonly budget: number;
  /** Maximum size of one stream, in bytes. Defaults to `budget`. */
  readonly memory?: number;
  readonly createSpool: CreateSpool | undefined;
  /** See `NoteOptions`. */
  readonly advice?: string;
}

/** Cuts the streams so that both fit into the budget. */
function showStreams(out: TextOutput, errors: TextOutput, options: ShowOptions): ShownOutput {
  const { budget } = options;
  const [outSize, errorsSize] = [sizeOf(out), sizeOf(errors)];
  if (outSize + errorsSize <= budget && out.kind === "text" && errors.kind === "text")
    return toShownOutput(showWhole(out), showWhole(errors, "[stderr]"));
  const room = divideRoom(outSize, errorsSize, Math.max(budget - RESERVED_BYTES, Math.floor(budget / 2)));
  return toShownOutput(
    out.kind === "text" && outSize <= room.stdout ? showWhole(out) : cutStream(out, room.stdout, options),
    errors.kind === "text" && errorsSize <= room.stderr
      ? showWhole(errors, "[stderr]")
      : cutStream(errors, room.stderr, options, "[stderr]"),
  );
}

function toShownOutput(stdout: ShownText, stderr: ShownText): ShownOutput {
  const keptNotes = [stdout, stderr].flatMap(({ keptNote }) => keptNote ?? []);
  const notes = [stdout, stderr].flatMap(({ note }) => note ?? []);
  return { stdout: stdout.text, stderr: stderr.text, notes, ...(keptNotes.length > 0 && { keptNotes }) };
}

function cutStream(
  stream: TextOutput,
  room: number,
  { budget, memory = budget, createSpool, advice }: ShowOptions,
  part?: string,
): ShownText {
  return cutText(toCut(stream, createSpool), Math.min(room, memory), { advice, ...(part !== undefined && { part }) });
}

/** Spools a text that is completely in memory, unless it is already spooled, and returns it for cutting. */
function toCut(stream: TextOutput, createSpool: CreateSpool | undefined): CutText {
  if (stream.kind === "cut") return stream;
  const { text } = stream;
  const { spooled = spoolText(text, createSpool) } = stream;
  const lines = text.replace(/\n$/, "").split("\n").length;
  return { kind: "cut", head: text, tail: text, bytes: Buffer.byteLength(text), lines, ...(spooled && { spooled }) };
}

/** Spools a text that a client may not show as a whole. */
function keepLong(text: string, createSpool: CreateSpool | undefined): TextOutput {
  const spooled = text.length > MAX_UNKEPT_LENGTH ? spoolText(text, createSpool) : undefined;
  return { kind: "text", text, ...(spooled && { spooled }) };
}

function spoolText(text: string, createSpool: CreateSpool | undefined): SpooledText | undefined {
  const writer = createSpool?.();
  writer?.write(text);
  return writer?.finish();
}

/** Returns the limits of a reply without a process. `output` is as for `replyBudget`. */
export function textLimits(context: OutputContext, output?: CommandHandler["output"]): ShowOptions {
  return { budget: replyBudget({ output }, context), createSpool: spoolFor(context) };
}

/** Cuts the text of a reply without a process. */
export function limitText(text: string, options: ShowOptions): string {
  const shown = showStreams(keepLong(text, options.createSpool), EMPTY, options);
  return shown.notes.length === 0 && shown.keptNotes === undefined ? text : joinShown(shown);
}

function joinShown({ stdout, notes, keptNotes = [] }: ShownOutput): string {
  return [...keptNotes, ...notes, stdout.trimEnd(), ...notes].join("\n\n");
}

function toFileContent(stream: StreamCapture, show: (text: TextOutput, advice: string) => string): ReturnType<FileCapture["end"]> {
  const captured = stream.end();
  if (captured.kind === "binary") return { kind: "binary", sample: captured.sample, bytes: stream.bytes() };
  const text = captured.kind === "text" ? { ...captured, text: captured.text.replace(/^\ufeff/, "") } : captured;
  return { kind: "text", show: (advice) => show(text, advice) };
}
