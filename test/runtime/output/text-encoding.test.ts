import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { detectStreamKind } from "../../../runtime/output/text-encoding.ts";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("the kind of a stream", () => {
  it.each([
    ["nothing is text", Buffer.alloc(0), "utf-8"],
    ["ASCII is text", Buffer.from("hello\n"), "utf-8"],
    ["UTF-8 is text", Buffer.from("größe 😀 日本語"), "utf-8"],
    ["a character that the sample cuts off is text", Buffer.from("x".repeat(4099) + "€"), "utf-8"],
    ["colors and backspaces are text", Buffer.from("\u001b[31mx\b\u001b[0m".repeat(50)), "utf-8"],
    ["Latin-1 prose is text", Buffer.from("Die Größe des Übels ist schön anzusehen, für wahr.".repeat(9), "latin1"), "utf-8"],
    ["names with NUL between them are text", Buffer.from("src/main.ts\0src/cli.ts\0README.md\0".repeat(9)), "utf-8"],
    ["a few invalid bytes are text", Buffer.from([0xf0, 0x9f, 0x98]), "utf-8"],
    ["UTF-16 with a mark is text", Buffer.from("\ufeffhello wörld", "utf16le"), "utf-16le"],
    ["UTF-16 with a mark of the other order is text", Buffer.from("\ufeffhello wörld", "utf16le").swap16(), "utf-16be"],
    ["UTF-16 without a mark is not", Buffer.from("hello world, hello world", "utf16le"), "binary"],
    ["UTF-32 is not", Buffer.from([0xff, 0xfe, 0, 0, ...Array.from("hello, world", (c) => [c.charCodeAt(0), 0, 0, 0]).flat()]), "binary"],
    ["PNG is not", PNG, "binary"],
    ["gzip is not", gzipSync("a"), "binary"],
    ["PDF is not", Buffer.from("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1"), "binary"],
    ["text that starts like a format is text", Buffer.from("RIFF is a format; PK too"), "utf-8"],
    ["a replacement character is valid", Buffer.from("RIFF \ufffd"), "utf-8"],
    ["random bytes are not", Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 7919) % 256)), "binary"],
  ])("%s", (_title, bytes, want) => {
    expect(detectStreamKind(bytes)).toBe(want);
  });
});
