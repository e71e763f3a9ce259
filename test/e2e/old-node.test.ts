/**
 * Starts the command and a server under a Node.js that is too old: both report the required version, instead of failing at the first
 * missing feature.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Project } from "./project.ts";
import { generateProject, ROOT, run } from "./project.ts";

let project: Project;
/** A module that replaces the version. A real Node.js 18 is not installed with the tests. */
let older: string;
beforeAll(async () => {
  project = await generateProject({ "one.yaml": "name: one\ncommand: echo\ntools:\n  - { name: say, description: Say something }\n" });
  older = join(project.folder, "older.cjs");
  const versions = `{ ...process.versions, node: "18.20.8" }`;
  writeFileSync(older, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
});
afterAll(() => project.remove());

it("the command names the version that it needs", async () => {
  expect(await run(process.execPath, ["--require", older, join(ROOT, "bin/climax-gen.cjs"), "--help"])).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "climax-gen needs Node.js 20 or later, and runs on Node.js 18.20.8\n",
  });
});

it("a server names the version that it needs", async () => {
  expect(await run(process.execPath, ["--require", older, project.server, "--list"])).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "cannot start: this server needs Node.js 20 or later, and runs on Node.js 18.20.8\n",
  });
});
