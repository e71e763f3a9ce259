import { describe, expect, it } from "vitest";
import type { InputFile } from "../../generator/load/decode.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { toSideOf } from "./sides.ts";

const file = (path: string, text: string): InputFile => ({ path, bytes: Buffer.from(text) });
const config = (command: string, ...tools: readonly string[]): string =>
  `command: ${command}\ntools:\n${tools.map((name) => `  - { name: ${name}, description: Do, command: ${name} }\n`).join("")}`;

async function compare(old: readonly InputFile[], now: readonly InputFile[]): Promise<readonly string[]> {
  const changes = compareSides({ old: await toSideOf("old", old), new: await toSideOf("new", now) });
  return changes.map(({ code, tool = "", place }) => `${code} ${tool} ${place?.path ?? ""}:${place?.line ?? ""}`);
}

describe("several files", () => {
  it("can define CLIs with the same name", async () => {
    const old = [file("a.yaml", config("one", "a")), file("b.yaml", config("two", "b"))];
    const now = [file("a.yaml", config("one", "a")), file("b.yaml", config("three", "b"))];
    expect(await compare(old, now)).toEqual(["command-changed  b.yaml:1", "program-changed  b.yaml:1"]);
  });

  it("report a change shared by all tools of a CLI once", async () => {
    const tools = ["a", "b", "c"];
    expect(await compare([file("a.yaml", config("one", ...tools))], [file("a.yaml", config("two", ...tools))])).toEqual([
      "command-changed  a.yaml:1",
      "program-changed  a.yaml:1",
    ]);
  });

  it("can be split, joined and reordered without a change", async () => {
    const old = [file("a.yaml", config("one", "a", "b"))];
    const now = [file("z.yaml", config("one", "b")), file("c.yaml", config("one", "a"))];
    expect(await compare(old, now)).toEqual([]);
  });

  it("report a tool that moves to a CLI with another program", async () => {
    const old = [file("a.yaml", config("one", "a", "b")), file("b.yaml", config("two", "c"))];
    const now = [file("a.yaml", config("one", "a")), file("b.yaml", config("two", "b", "c"))];
    expect(await compare(old, now)).toEqual(["command-changed  b.yaml:1", "program-changed  b.yaml:1"]);
  });
});
