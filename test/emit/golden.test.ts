/** Whole generated projects, byte for byte. `UPDATE_GOLDEN=1` writes what is generated now; read the diff before it is committed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { format } from "prettier";
import { afterAll, describe, expect, it } from "vitest";
import { goldenCases, ownFiles, readTree } from "./golden-cases.ts";
import { typeCheckAlone } from "./type-check.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-golden-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(goldenCases)("the golden project $name", (golden) => {
  it("is generated without an error, as it is expected, with no file more or less", async () => {
    const generated = await golden.generate();
    const { diagnostics } = generated;
    const files = ownFiles(generated);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    if (process.env["UPDATE_GOLDEN"] === "1") writeTree(golden.expected, files);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(readTree(golden.expected)));
  });

  it("is the same when it is generated again", async () => {
    const [first, second] = [await golden.generate(), await golden.generate()];
    expect([...second.files]).toEqual([...first.files]);
    expect([...first.files.keys()]).toEqual([...first.files.keys()].toSorted());
  });

  it("type-checks under its own tsconfig", async () => {
    const project = join(folder, golden.name);
    writeTree(project, (await golden.generate()).files);
    expect(await typeCheckAlone(project)).toBe("");
  });

  it("is laid out as Prettier would, apart from quotes that stay double", async () => {
    for (const [path, text] of readTree(golden.expected)) {
      if (!path.endsWith(".ts")) continue;
      const formatted = await format(text, { parser: "typescript", printWidth: 140 });
      expect(withDoubleQuotes(formatted), path).toBe(text);
    }
  });
});

/** Prettier prefers single quotes around a text with double ones in it. */
function withDoubleQuotes(text: string): string {
  return text.replaceAll(/'((?:[^'\\\n]|\\.)*"(?:[^'\\\n]|\\.)*)'/g, (_, inner: string) => `"${inner.replaceAll('"', '\\"')}"`);
}

function writeTree(target: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  rmSync(target, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), content);
  }
}
