/** Tests the contents of archives. `test/e2e/package.test.ts` compares their bytes between environments. */
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { zipFiles } from "../../generator/package/mcpb-bundle.ts";

describe("an archive", () => {
  it("contains the files unchanged, in their order", () => {
    const files = new Map<string, string | Uint8Array>([
      ["b/text.txt", "Grüße\n"],
      ["a.bin", Uint8Array.from({ length: 1000 }, (_, byte) => byte % 7)],
      ["empty", ""],
    ]);
    const read = unzipSync(zipFiles(files));
    expect(Object.keys(read)).toEqual([...files.keys()]);
    for (const [path, content] of files) expect(Buffer.from(read[path] ?? [])).toEqual(Buffer.from(content));
  });
});
