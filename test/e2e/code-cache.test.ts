/** The compiled code beside a server: taken where it fits, and never missed. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import type { Project } from "./project.ts";
import { generateProject } from "./project.ts";

const CONFIG = "name: one\ncommand: echo\ntools:\n  - { name: say, description: Say something }\n";

describe("the code cache of a server", () => {
  let project: Project;
  beforeEach(async () => (project = await generateProject({ "one.yaml": CONFIG })));
  afterEach(() => project.remove());

  const cache = (): string => join(project.folder, "out/dist/runtime.cache");
  const listed = async (): Promise<unknown> => {
    const answers = await askLegacy(project.server, [INITIALIZE, { method: "tools/list" }], { cwd: project.folder });
    return ((answers[1]?.result?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
  };

  it("fits the code and the Node.js that generated it", () => {
    const code = readFileSync(join(project.folder, "out/dist/runtime.cjs"), "latin1");
    const script = new Script(code, { cachedData: readFileSync(cache()) });
    expect(script.cachedDataRejected).toBe(false);
  });

  it.each<[string, () => void]>([
    ["there", () => undefined],
    ["not there", () => rmSync(cache())],
    ["empty", () => writeFileSync(cache(), "")],
    ["no cache at all", () => writeFileSync(cache(), "something else")],
    ["cut off", () => writeFileSync(cache(), readFileSync(cache()).subarray(0, 1000))],
    ["that of another V8", () => writeFileSync(cache(), Buffer.concat([Buffer.alloc(8, 1), readFileSync(cache()).subarray(8)]))],
  ])("makes no difference to what is answered when it is %s", async (_title, change) => {
    change();
    expect(await listed()).toEqual(["climax_search", "climax_call"]);
  });
});
