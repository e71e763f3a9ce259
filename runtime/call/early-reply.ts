/** Answers a call whose command runs longer than `reply_after` of the policy with its output so far. Loaded only with this limit. */
import type { CallContext, CallFollower, FollowedCommand } from "./call-context.ts";
import { describeRunning, EARLY_STATUS_BYTES } from "./running-reply.ts";
import type { RunningEnd } from "./running-calls.ts";
import type { ToolReply } from "./reply.ts";
import { encodedSize } from "../output/encoded-size.ts";
import { MAX_TIMER_MS } from "../tool/timeout.ts";

/** Time after which a call that could not be kept is tried again, in milliseconds. */
const RETRY_MS = 1000;

/**
 * Runs a call. Returns its reply, or its first reply once its command has waited and run for `reply_after` seconds. From then on, the signal
 * of the request no longer cancels the call, `onOutput` is not called, and `context.running` has the call. A call that the store or the
 * spool has no room for replies as soon as there is room, or at its end.
 * @param isListed whether clients see the output schema of the tool. They reject a reply to it without structured content, unless it is an
 * error
 * @param run must not reject
 */
export async function replyEarly(
  { name: tool, isListed }: { readonly name: string; readonly isListed: boolean },
  context: CallContext,
  run: (context: CallContext) => Promise<ToolReply>,
): Promise<ToolReply> {
  const { signal, onOutput, spool, running, caller, execution } = context;
  if (spool === undefined || running === undefined) return await run(context);
  const stopping = new AbortController();
  const cancel = (): void => stopping.abort();
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  const owner = caller?.subject;
  let isAttached = true;
  let isQueued = true;
  let status: ToolReply | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reply: (reply: ToolReply) => void = () => undefined;
  const early = new Promise<ToolReply>((resolve) => (reply = resolve));

  const detach = (command: FollowedCommand, startedAt: number): void => {
    const writer = running.hasRoom(owner) && !stopping.signal.aborted ? spool.create(owner, execution.limits.max_capture_bytes) : undefined;
    if (writer === undefined) return wait(command, startedAt, RETRY_MS);
    let notify = (): void => undefined;
    const log = createLog((text) => {
      writer.write(text);
      notify();
    });
    const { prefix } = command;
    const shown = command.follow(EARLY_STATUS_BYTES + encodedSize(prefix), log.add);
    log.add(shown.text, "stdout");
    isAttached = false;
    signal?.removeEventListener("abort", cancel);
    const isWaiting = (): boolean => isQueued;
    notify = running.keep({ owner, tool, startedAt, writer, ended, isQueued: isWaiting, pendingLines: command.pendingLines, stop: cancel });
    const call = running.find(writer.soFar().id, owner);
    const line = call === undefined ? "" : describeRunning(call, spool);
    // Whether the call fails is not known yet, and later replies have only the output after this one.
    const output = [prefix, shown.text.trimEnd()].filter((part) => part !== "").join("\n");
    const text = [...shown.notes, output, ...shown.notes, line].filter((part) => part !== "").join("\n\n");
    reply({ text, running: writer.soFar().id, isFirst: true, isError: isListed && command.needsStructured });
  };
  const wait = (command: FollowedCommand, startedAt: number, ms: number): void =>
    void (timer = setTimeout(() => detach(command, startedAt), Math.min(ms, MAX_TIMER_MS)));
  const follower: CallFollower = {
    begin: (command) => wait(command, performance.now(), execution.limits.reply_after * 1000),
    start: () => void (isQueued = false),
    end: (value) => void (status = value),
  };
  const end = run({
    ...context,
    signal: stopping.signal,
    follower,
    ...(onOutput && { onOutput: (...output: Parameters<typeof onOutput>) => (isAttached ? onOutput(...output) : undefined) }),
  }).finally(() => clearTimeout(timer));
  const ended = end.then((last): RunningEnd => ({ reply: last, ...(status && { status }) }));
  try {
    return await Promise.race([end, early]);
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

type Stream = "stdout" | "stderr";

/** Joins the text of both streams. Each starts on a new line, because the incomplete lines of a stream are passed at its end only. */
function createLog(write: (text: string) => void): { readonly add: (text: string, part: Stream) => void } {
  let last: Stream = "stdout";
  let endsLine = true;
  return {
    add(text, part) {
      if (text === "") return;
      write(part === last || endsLine ? text : `\n${text}`);
      last = part;
      endsLine = text.endsWith("\n");
    },
  };
}
