import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, createTextCleaner, MAX_LINE } from "../../../runtime/output/clean-text.ts";

function cleanChunks(chunks: readonly string[]): string {
  const cleaner = createTextCleaner();
  return chunks.map((chunk) => cleaner.push(chunk)).join("") + cleaner.end();
}

describe("cleaning text", () => {
  it.each([
    ["keeps text", "a\tb\n\nc é € 😀", "a\tb\n\nc é € 😀"],
    ["removes colors", "\u001b[33mcommit 1a2b\u001b[m\u001b[1;31m (HEAD)\u001b[0m\n", "commit 1a2b (HEAD)\n"],
    ["removes 256 colors and other parameters", "\u001b[38;5;196mx\u001b[4:3m\u001b[?25l\u001b[2K\u001b[1G\u001b[>4;2m", "x"],
    ["removes a title", "\u001b]0;building\u0007ok", "ok"],
    ["keeps the text of a link", "\u001b]8;;https://a.example/\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["closes an unterminated string at the end of its line", "\u001b]0;title\nnext", "\nnext"],
    ["removes device control strings", "a\u001bP1$r0m\u001b\\b\u001b_app\u001b\\c\u001b^pm\u001b\\d", "abcd"],
    ["removes character sets and keypad modes", "\u001b(Ba\u001b)0b\u001b=c\u001b>d\u001b7e\u001b8", "abcde"],
    ["removes 8-bit sequences", "\u009b31mred\u009b0m \u009dtitle\u009cx", "red x"],
    ["removes control characters", "a\0b\u0001c\u0007d\u007fe\u0085f", "abcdef"],
    ["removes an escape character at the end", "a\u001b", "a"],
    ["removes an incomplete sequence", "a\u001b[31", "a"],
    ["reads CRLF as a line ending", "a\r\nb\r\n", "a\nb\n"],
    ["keeps the last part of a line", "10%\r50%\r100%\ndone", "100%\ndone"],
    ["ignores an empty last part", "10%\r100%\r\n", "100%\n"],
    ["ignores a last part of sequences only", "100%\r\u001b[K\n", "100%\n"],
    ["keeps a line of returns empty", "\r\r\r\nx", "\nx"],
    ["keeps the last part without a line ending", "a\rb\r", "b"],
    ["reads a move to the first column as a return", "-\u001b[1G\u001b[0K\\\u001b[1G\u001b[0K|\u001b[Gdone\u001b[1G\n", "done\n"],
    ["reads bold of man pages", "N\bNA\bAM\bME\bE", "NAME"],
    ["reads underlining of man pages", "_\bf_\bi_\bl_\be", "file"],
    ["reads a counter that goes back", "50%\b\b\b60%", "60%"],
    ["keeps a character before a last backspace", "ab\b", "ab"],
    ["ignores a backspace at the start", "\bab", "ab"],
    ["overwrites whole characters", "😀\b😁", "😁"],
  ])("%s", (_title, given, want) => {
    expect(cleanText(given)).toBe(want);
  });

  it("does not depend on the chunks", () => {
    const unit = fc.constantFrom("a", "é", "😀", "\n", "\r", "\b", "\0", "\u001b", "[", "31m", "]0;t", "\u0007", "\u009b", " ");
    const texts = fc.array(fc.string({ unit, maxLength: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (chunks) => {
        expect(cleanChunks(chunks)).toBe(cleanText(chunks.join("")));
      }),
    );
  });

  it("returns a line as soon as it is complete", () => {
    const cleaner = createTextCleaner();
    expect(cleaner.push("a\nb")).toBe("a\n");
    expect(cleaner.push("c\u001b[3")).toBe("");
    expect(cleaner.push("1md\n")).toBe("bcd\n");
  });

  it("keeps lines of any length, and the last state of an endless progress bar", () => {
    const long = "x".repeat(3 * MAX_LINE + 5);
    expect(cleanChunks([long.slice(0, 100), long.slice(100), "\nend"])).toBe(`${long}\nend`);
    const progress = Array.from({ length: 20_000 }, (_, step) => `${step} of 20000`).join("\r");
    expect(cleanText(progress)).toBe("19999 of 20000");
    expect(cleanChunks(progress.match(/.{1,777}/gs) ?? [])).toBe("19999 of 20000");
    const colored = `\u001b[31m${"y".repeat(9)}\u001b[0m`.repeat(10_000);
    expect(cleanText(colored)).toBe("y".repeat(90_000));
  });

  it("does not split escape sequences of an endless spinner", () => {
    expect(cleanText("\u001b[G".repeat(MAX_LINE))).toBe("");
    expect(cleanText("\u001b[1G\u001b[0K".repeat(MAX_LINE))).toBe("");
    for (const start of ["", "a", "ab", "abc", "abcd"])
      expect(cleanText(`${start}${"\u001b[1G|\u001b[1G\u001b[0K".repeat(MAX_LINE)}`)).toBe("|");
  });

  it("does not depend on the chunks in long lines either", () => {
    const text = `${"abc\u001b[31m😀".repeat(20_000)}\r${"z".repeat(MAX_LINE)}\r\n${"\b".repeat(70_000)}q`;
    const whole = cleanText(text);
    for (const size of [1000, 4096, MAX_LINE - 1, MAX_LINE, MAX_LINE + 1]) {
      expect(cleanChunks(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []) === whole).toBe(true);
    }
  });

  it("takes time in proportion to the text", () => {
    const hostile = ["\u001b".repeat(200_000), "\u001b]".repeat(100_000), "\r".repeat(200_000), "\u001b[".repeat(100_000)];
    for (const text of hostile) expect(cleanText(text)).toBe("");
  });
});
