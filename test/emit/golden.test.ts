/** Tests whole generated projects, byte for byte. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "oxfmt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Generated } from "../../generator/generate.ts";
import type { Archive } from "../golden-archive.ts";
import { extract, isUpdate } from "../golden-archive.ts";
import { expectedProject, generateProject, goldenProjects, ownFiles, updateProject } from "./golden-cases.ts";
import { typeCheckAlone } from "./type-check.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-golden-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(goldenProjects)("the golden project %s", (name) => {
  let first: Generated;
  beforeAll(async () => {
    first = await generateProject(name);
  });

  it("is generated without errors, with exactly the expected files", async () => {
    const { diagnostics } = first;
    const files = ownFiles(first);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    if (isUpdate) updateProject(name, files);
    expect(Object.fromEntries(files)).toEqual(toTexts(expectedProject(name)));
  });

  it("is equal after a second generation", async () => {
    const second = await generateProject(name);
    expect([...second.files]).toEqual([...first.files]);
    expect([...first.files.keys()]).toEqual([...first.files.keys()].toSorted());
  });

  it("type-checks under its own tsconfig", async () => {
    const project = join(folder, name);
    extract(new Map(Array.from(first.files, ([path, content]) => [path, Buffer.from(content as Uint8Array)])), project);
    expect(await typeCheckAlone(project)).toBe("");
  });

  it("is formatted like the output of a formatter, except that quotes remain double", async () => {
    for (const [path, text] of Object.entries(toTexts(expectedProject(name)))) {
      if (!path.endsWith(".ts")) continue;
      const { code } = await format(path, text, { printWidth: 140 });
      expect(withDoubleQuotes(code), path).toBe(text);
    }
  });
});

function toTexts(archive: Archive): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(archive, ([path, content]) => [path, content.toString()]));
}

/** Prettier prefers single quotes around a text that contains double quotes. */
function withDoubleQuotes(text: string): string {
  return text.replaceAll(/'((?:[^'\\\n]|\\.)*"(?:[^'\\\n]|\\.)*)'/g, (_, inner: string) => `"${inner.replaceAll('"', '\\"')}"`);
}
