/** Adds the file that a call wrote to its reply. Loaded with the first call of a tool with `output: { file }`. */
import { resolve } from "node:path";
import type { CommandPlan } from "./call-plan.ts";
import type { OutputCapture } from "./capture-output.ts";
import { MAX_MEDIA_BYTES } from "./capture-output.ts";
import { NO_OUTPUT } from "./process-reply.ts";
import type { ToolReply } from "./reply.ts";
import { isWritable } from "../executor/bubblewrap.ts";
import type { Execution } from "../executor/execution.ts";
import { formatBytes } from "../output/cut-text.ts";
import { encodedSize } from "../output/encoded-size.ts";
import { detectMediaType } from "../output/media-type.ts";
import { markFile, readOutputFile } from "../output/output-file.ts";

/** A file that a call is about to write. */
export interface ExpectedFile {
  /** The value of the argument, for the reply. */
  readonly name: string;
  readonly path: string;
  /** State before the call. */
  readonly before: string | undefined;
}

/** Returns the file that the call writes, with its state before the call. Undefined if the call does not name a file. */
export async function expectFile(
  plan: CommandPlan,
  values: ReadonlyMap<string, unknown> | undefined,
  { host }: Pick<Execution, "host">,
): Promise<ExpectedFile | undefined> {
  const name = values?.get(plan.handler.output?.file?.slice(1, -1) ?? "");
  if (typeof name !== "string" || name === "") return undefined;
  const path = resolve(plan.directory ?? host.directory, name);
  return { name, path, before: await markFile(path) };
}

/** A successful call of a tool that writes a file. */
export interface FileCall {
  readonly file: ExpectedFile;
  readonly plan: CommandPlan;
  readonly execution: Pick<Execution, "executor" | "host" | "limits">;
  readonly capture: OutputCapture;
}

/**
 * Returns the reply with the size and type of the file. Adds its text, up to the maximum size of a reply, and its bytes if the file is
 * small.
 */
export async function addFile(reply: ToolReply, call: FileCall): Promise<ToolReply> {
  const { name, path, before } = call.file;
  const refuse = (problem: string): ToolReply => addNote(reply, `[file ${JSON.stringify(name)}: not included, because ${problem}]`);
  const problem = findSandboxProblem(path, call.execution);
  if (problem !== undefined) return refuse(problem);
  // The program may have replaced a directory of the path by a link.
  if (((await call.plan.recheck?.()) ?? []).length > 0) return refuse("its path leads outside the directories that the policy allows");
  const stream = call.capture.startFile(encodedSize(reply.text) + RESERVED_BYTES);
  const file = await readOutputFile(path, before, {
    maxBytes: call.execution.limits.max_capture_bytes,
    push(chunk) {
      stream.push(chunk);
      return !stream.isBinary() || stream.size() <= MAX_MEDIA_BYTES;
    },
  });
  if (file.kind === "refused") return refuse(file.problem);
  const content = stream.end();
  const mimeType = content.kind === "text" ? "text" : ((await detectMediaType(content.sample)) ?? "application/octet-stream");
  const about = `file ${JSON.stringify(name)}: ${mimeType}, ${formatBytes(file.size)}`;
  if (file.isWhole && content.kind === "text") return addNote(reply, `[${about}]\n${content.show(ELSEWHERE)}`);
  if (file.isWhole && content.kind === "binary" && content.bytes !== undefined)
    return { ...addNote(reply, `[${about}]`), media: { mimeType, data: content.bytes.toString("base64") } };
  return addNote(reply, `[${about}: too large for a reply. ${ELSEWHERE}]`);
}

/** Space of a reply that is reserved for the line about the file, in bytes. */
const RESERVED_BYTES = 1024;

const ELSEWHERE = "The whole file is on the server's machine: read it with another tool, or write a smaller one";

/**
 * Returns the reason why a file that a sandboxed program wrote is not on the server's machine. Another program may have written the file at
 * this path.
 */
function findSandboxProblem(path: string, { executor, host }: FileCall["execution"]): string | undefined {
  if (executor.type === "docker") return "it is in the container";
  if (executor.type === "local" || isWritable(path, executor, host)) return undefined;
  return "it is outside the writable directories of the sandbox (`executor.writable` of the policy)";
}

/** Adds the line about the file, and its text. Replaces the text of the reply if the program printed nothing. */
function addNote(reply: ToolReply, note: string): ToolReply {
  return reply.text === NO_OUTPUT ? { ...reply, text: note } : { ...reply, notes: [...(reply.notes ?? []), note] };
}
