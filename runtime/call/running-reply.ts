/** Builds the replies about a call after its first reply. Pure. */
import type { ToolReply } from "./reply.ts";
import { addHint } from "./reply.ts";
import { NO_OUTPUT } from "./process-reply.ts";
import type { RunningEnd, RunningCall } from "./running-calls.ts";
import type { Spool } from "../output/spool.ts";
import { CALL_TOOL, OUTPUT_READ, OUTPUT_STOP, writeOutputCall } from "../tool/meta-tool-names.ts";

/** Bytes of a reply that are reserved for the lines about the call, as JSON. */
export const EARLY_STATUS_BYTES = 1400;

/** Maximum length of an incomplete line in a reply, in UTF-16 units. */
const MAX_PENDING = 200;

/** Returns the lines that say that a call runs, and how to follow and to stop it. */
export function describeRunning(call: RunningCall, spool: Pick<Spool, "readTool">): string {
  const args = JSON.stringify({ id: call.id });
  const { read, stop } = toolsOf(spool);
  const calls = `To read on, call ${writeOutputCall(read, OUTPUT_READ, args)}; to stop it, call ${writeOutputCall(stop, OUTPUT_STOP, args)}`;
  return [...pendingLines(call).map((line) => `[${line}]`), `[${describeState(call)}. ${calls}]`].join("\n");
}

/** Returns a sentence about a call that runs, without a final full stop. */
export function describeState(call: RunningCall): string {
  return `The command ${call.isQueued() ? "waits for a free slot of the server" : "still runs"} after ${seconds(call)} s`;
}

/** Returns the incomplete last lines of a call, such as a question of the program. */
export function pendingLines(call: RunningCall): readonly string[] {
  return call.pendingLines().map((line) => `incomplete line: ${line.slice(-MAX_PENDING)}`);
}

/** Returns the tools with which callers call `output_read` and `output_stop`. */
function toolsOf({ readTool }: Pick<Spool, "readTool">): { readonly read: string; readonly stop: string } {
  return { read: readTool, stop: readTool === OUTPUT_READ ? OUTPUT_STOP : CALL_TOOL };
}

/** A page of the output of a call, and whether there is more of it. */
export interface OutputPage {
  readonly text: string;
  readonly hasMore: boolean;
  /** Whether output was not kept. */
  readonly isComplete: boolean;
}

/** Returns the reply with a page of the output of a call, and the state of the call. */
export function toFollowReply(call: RunningCall, page: OutputPage, spool: Pick<Spool, "readTool">): ToolReply {
  const end = call.end();
  if (end?.status === undefined && end !== undefined && !page.hasMore) return noteEnd(call, end.reply);
  const text = page.text.trimEnd();
  const lost = page.isComplete ? [] : ["[The rest of the output was not kept]"];
  if (end === undefined) {
    const shown = text === "" ? "(no new output)" : text;
    return { text: [shown, ...lost, describeRunning(call, spool)].join("\n\n"), running: call.id, isError: false };
  }
  if (page.hasMore || end.status === undefined) {
    const next = writeOutputCall(toolsOf(spool).read, OUTPUT_READ, JSON.stringify({ id: call.id }));
    return { text: `${text}\n\n[The command has ended after ${seconds(call)} s. To read on, call ${next}]`, isError: false };
  }
  return toLastReply(call, { ...end, status: end.status }, [...(text === "" ? [] : [text]), ...lost]);
}

/** Returns the reply of the call as if it had no first reply, or its state while the command runs. */
export function toWholeReply(call: RunningCall, spool: Pick<Spool, "readTool">): ToolReply {
  return call.end()?.reply ?? { text: describeRunning(call, spool), running: call.id, isError: false };
}

function toLastReply(call: RunningCall, { reply, status }: Required<RunningEnd>, parts: readonly string[]): ToolReply {
  const result = status.text === NO_OUTPUT ? "[exit code: 0]" : status.text;
  const { hint } = reply;
  const text = [...parts, `[The command has ended after ${seconds(call)} s]`, result].join("\n\n");
  return { text, ...(hint !== undefined && { hint }), isError: reply.isError };
}

/** Adds to a whole reply that the call has ended. Structured content says everything, so that nothing is added to it. */
function noteEnd(call: RunningCall, reply: ToolReply): ToolReply {
  return reply.structured === undefined ? addHint(reply, `The command has ended after ${seconds(call)} s.`) : reply;
}

/** Returns the duration of a call, in seconds. */
export function seconds(call: Pick<RunningCall, "elapsed">): number {
  return Math.round(call.elapsed() / 1000);
}
