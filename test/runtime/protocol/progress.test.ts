import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startProgress } from "../../../runtime/protocol/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Messages = (string | undefined)[];

function start(reportsItself: boolean): { readonly progress: ReturnType<typeof startProgress>; readonly messages: Messages } {
  const messages: Messages = [];
  const notify = async ({ params }: { readonly params?: { readonly message?: string } }): Promise<void> =>
    void messages.push(params?.message);
  const request = { _meta: { progressToken: 1 }, notify } as Parameters<typeof startProgress>[0];
  return { progress: startProgress(request, () => reportsItself), messages };
}

const cutPair = `${"x".repeat(199)}\u{1f600}`;

it("sends the start of the last line, without half of a surrogate pair", async () => {
  const { progress, messages } = start(false);
  progress?.onOutput(203, () => cutPair);
  await vi.advanceTimersByTimeAsync(1000);
  progress?.stop();
  expect(messages).toEqual([`${"x".repeat(199)}\ufffd`]);
});

it("sends the message of a tool without half of a surrogate pair", () => {
  const { progress, messages } = start(true);
  progress?.report({ done: 1, message: "\ud83d half" });
  progress?.report({ done: 2 });
  expect(messages).toEqual(["\ufffd half", undefined]);
});
