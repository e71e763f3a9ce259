import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadPolicy } from "../../generator/inputs/launch-policy.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-gen-policy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (text: string) => {
  const path = join(folder, "policy.yaml");
  writeFileSync(path, text);
  return loadPolicy(path);
};

describe("a policy passed at startup", () => {
  it("is loaded in spite of warnings", async () => {
    expect(await load("%YAML 1.1\n---\ntools: {say: {confirm: true}}\n")).toEqual({
      kind: "loaded",
      files: [expect.objectContaining({ tools: { say: { confirm: true } } })],
    });
  });

  it.each([
    ["is not YAML", "tools: {", "error[yaml-"],
    ["breaks a rule of YAML, but can be read", "tools: {say: {}}\ntools: {}\n", "error[yaml-duplicate-key"],
    ["breaks a rule of policies", "tools: []\n", "error[wrong-type"],
    ["is another kind of file", "kind: cli\n", "error[not-a-policy"],
  ])("is rejected if it %s", async (_title, text, problem) => {
    expect(await load(text)).toEqual({ kind: "refused", text: expect.stringContaining(problem) as string });
  });

  it("is loaded with the policies that it includes, each once", async () => {
    writeFileSync(join(folder, "base.yaml"), "include: [more.yaml]\ntools: {say: {args: {word: {max_length: 3}}}}\n");
    writeFileSync(join(folder, "more.yaml"), "tools: {shout: {}}\n");
    const loaded = await load("include: [base.yaml, more.yaml]\ntools: {say: {}}\n");
    expect(loaded).toMatchObject({ files: [{ tools: { say: {} } }, { tools: { say: { args: {} } } }, { tools: { shout: {} } }] });
  });

  it("is rejected with the location in the included file", async () => {
    writeFileSync(join(folder, "broken.yaml"), "tools: []\n");
    const text = expect.stringMatching(/broken\.yaml:1:8: error\[wrong-type\]/) as string;
    expect(await load("include: [broken.yaml]\ntools: {say: {}}\n")).toEqual({ kind: "refused", text });
  });

  it("is rejected if the file is missing", async () => {
    expect(await loadPolicy(join(folder, "none.yaml"))).toMatchObject({ kind: "refused" });
  });
});
