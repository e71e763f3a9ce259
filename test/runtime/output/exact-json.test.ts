import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../../runtime/output/structured.ts";

describe("JSON with a number that is not exact", () => {
  it.each([
    ["characters", "x", 10_000_000],
    ["escapes", "\\n", 10_000_000],
  ])("can have a string of millions of %s", (_, character, length) => {
    const value = parseExactJson(`{"id":12345678901234567890,"text":"${character.repeat(length)}"}`) as { id: unknown; text: string };
    expect([value.id, value.text.length]).toEqual(["12345678901234567890", length]);
  });
});
