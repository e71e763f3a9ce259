import { describe, expect, it } from "vitest";
import type { CaptureOptions } from "../../../runtime/output/stream-capture.ts";
import { createSecretSearch } from "../../../runtime/output/secret-search.ts";
import { createStreamCapture } from "../../../runtime/output/stream-capture.ts";

const SECRET = "hunter2-of-some-length";

/** Returns the last line after each of the chunks. */
function lastLines(chunks: readonly (string | Buffer)[], options: Partial<CaptureOptions> = {}): readonly string[] {
  const capture = createStreamCapture({ budget: 65_536, secrets: createSecretSearch([SECRET]), ...options });
  return chunks.map((chunk) => {
    capture.push(Buffer.from(chunk));
    return capture.lastLine();
  });
}

/** More text than is needed to detect the kind of a stream. */
const MUCH = `${"x".repeat(79)}\n`.repeat(100);

describe("the last line", () => {
  it.each<[string, readonly (string | Buffer)[], readonly string[]]>([
    ["is the last line of the output so far", ["one\n", "two", " 2\n\n"], ["one", "two", "two 2"]],
    ["is the last line of long output", [`${MUCH}one`, " two\n"], ["one", "one two"]],
    ["has no escape sequences", ["\u001b[32m10%\r", "20%\u001b[0"], ["10%", "20%"]],
    ["is empty for output that is not text", [Buffer.from("89504e470d0a1a0a0000000d", "hex")], [""]],
    ["masks a secret", [`pw=${SECRET}`], ["pw=***"]],
    ["omits the start of a secret", ["pw=hunter2-of", "-some", "-length", " ok"], ["pw=", "pw=", "pw=***", "pw=*** ok"]],
    ["omits the start of a secret after long output", [`${MUCH}pw=hunter2-of`, "-some-length"], ["pw=", "pw=***"]],
  ])("%s", (_title, chunks, want) => {
    expect(lastLines(chunks)).toEqual(want);
  });

  it.each([2040, 2050, 4000, 70_000])("never starts inside a secret, %d characters from the end of a long line", (length) => {
    for (const budget of [2048, 200_000])
      for (const cut of [0, 8, 16]) {
        const line = lastLines([`pw=${SECRET}${"x".repeat(length - cut)}`], { budget })[0];
        expect(line).toMatch(/^(pw=)?\**x+$/);
      }
  });

  it("has no escape sequences for raw output either", () => {
    expect(lastLines(["\u001b[32mgreen\u001b[0m\n"], { isRaw: true })).toEqual(["green"]);
  });
});
