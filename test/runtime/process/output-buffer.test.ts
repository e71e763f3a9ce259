import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputBuffer } from "../../../runtime/process/output-buffer.ts";

function collect(maxBytes: number, ...chunks: readonly (string | readonly number[])[]): string {
  const buffer = createOutputBuffer(maxBytes);
  for (const chunk of chunks) buffer.push(typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk));
  return buffer.text();
}

describe("the output of a stream", () => {
  it.each([
    ["is empty without output", 10, [], ""],
    ["is complete up to the limit", 10, ["01234", "56789"], "0123456789"],
    ["keeps the head and the tail of output above the limit", 10, ["0123456789ABCDEF"], "01234\n[... 6 bytes dropped ...]\nBCDEF"],
    ["keeps the same head and tail for any chunks", 10, ["0", "123456", "789ABCDE", "F"], "01234\n[... 6 bytes dropped ...]\nBCDEF"],
    ["gives an odd byte to the head", 3, ["abcdef"], "ab\n[... 3 bytes dropped ...]\nf"],
    ["may have no tail at all", 1, ["ab", "cd"], "a\n[... 3 bytes dropped ...]\n"],
    ["decodes a character that is split between chunks", 10, [[0xe2, 0x82], [0xac]], "€"],
    ["drops a character that is cut at the end of the head", 8, ["abc€uvwxyz"], "abc\n[... 5 bytes dropped ...]\nwxyz"],
    ["drops a character that is cut at the start of the tail", 8, ["abcdefg€xyz"], "abcd\n[... 6 bytes dropped ...]\nxyz"],
    ["keeps a character that ends at the cut", 8, ["a€bcdefgh€x"], "a€\n[... 7 bytes dropped ...]\n€x"],
    ["replaces invalid UTF-8", 10, [[0x61, 0xff, 0xfe, 0x62]], "a\ufffd\ufffdb"],
    ["keeps a byte order mark", 10, [[0xef, 0xbb, 0xbf, 0x78]], "\ufeffx"],
  ] as const)("%s", (_title, maxBytes, chunks, want) => {
    expect(collect(maxBytes, ...chunks)).toBe(want);
  });

  it("is the same head and tail for any chunks of any text", () => {
    const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "\n"), maxLength: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), chunks, (maxBytes, texts) => {
        const whole = texts.join("");
        const head = Math.ceil(maxBytes / 2);
        const tail = maxBytes - head;
        const cut = `${whole.slice(0, head)}\n[... ${whole.length - maxBytes} bytes dropped ...]\n${whole.slice(whole.length - tail)}`;
        expect(collect(maxBytes, ...texts)).toBe(whole.length <= maxBytes ? whole : cut);
      }),
    );
  });

  it("does not change when a chunk is reused", () => {
    const buffer = createOutputBuffer(8);
    const chunk = Buffer.from("abcd");
    buffer.push(chunk);
    chunk.fill("x");
    expect(buffer.text()).toBe("abcd");
  });

  it("holds no more memory than its limit", () => {
    const limit = 1024 * 1024;
    const buffer = createOutputBuffer(limit);
    const chunk = Buffer.alloc(64 * 1024, ".");
    const before = process.memoryUsage().arrayBuffers;
    for (let mebibytes = 0; mebibytes < 100; mebibytes += 1) for (let i = 0; i < 16; i += 1) buffer.push(chunk);
    // Growing by doubling can leave earlier buffers to the garbage collector.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * limit);
    expect(buffer.text()).toContain(`[... ${99 * limit} bytes dropped ...]`);
  });
});
