/** Tests the confirmation prompt of `climax-gen call` on a terminal. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createQuestion } from "../../generator/terminal/confirm-question.ts";

function streams({ isTTY = true, text = "" } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY }));
  if (input === undefined || output === undefined) throw new Error("there are two streams");
  input.end(text);
  return { input, output };
}

describe("the confirmation of a call", () => {
  it.each([
    ["y\n", true],
    ["Yes\n", true],
    ["n\n", false],
    ["\n", false],
    ["yesterday\n", false],
    ["", false],
  ])("reads the answer %j as %j", async (text, agreed) => {
    const { input, output } = streams({ text });
    expect(await createQuestion({ input, output })?.("Run git push?", new AbortController().signal)).toBe(agreed);
    expect(String(output.read())).toContain("Run git push?\nRun it? [y/N] ");
  });

  it("is declined if the call is cancelled", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const cancel = new AbortController();
    const answer = createQuestion({ input, output: streams().output })?.("Run git push?", cancel.signal);
    cancel.abort();
    expect(await answer).toBe(false);
  });

  it("is not available without a terminal", () => {
    expect(createQuestion(streams({ isTTY: false }))).toBeUndefined();
  });
});
