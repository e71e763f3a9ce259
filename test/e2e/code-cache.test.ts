/** Tests the code caches of a server and of the command: valid caches are used, and none is required. */
import { cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptsCodeCache } from "../../generator/bundled/code-cache.ts";
import { makeGuardCache } from "../../generator/bundled/guard-cache.ts";
import { renewCache } from "../../generator/bundled/guard-code.ts";
import { fitsCodeCache } from "../fixtures/code-cache.ts";
import { askLegacy, INITIALIZE } from "../fixtures/legacy-lines.ts";
import type { Finished, Project } from "./project.ts";
import { generateProject, ROOT, run, temporaryFolder } from "./project.ts";

/** Damages of a code cache. */
const DAMAGES: readonly (readonly [string, (cache: string) => void])[] = [
  ["there", () => undefined],
  ["missing", (cache) => rmSync(cache)],
  ["empty", (cache) => writeFileSync(cache, "")],
  ["not a cache", (cache) => writeFileSync(cache, "something else")],
  ["cut off", (cache) => writeFileSync(cache, readFileSync(cache).subarray(0, 1000))],
  ["of another V8", (cache) => writeFileSync(cache, Buffer.concat([Buffer.alloc(8, 1), readFileSync(cache).subarray(8)]))],
];

const CONFIG = "name: one\ncommand: echo\ntools:\n  - { name: say, description: Say something }\n";

describe("the code cache of a server", () => {
  let project: Project;
  let whole: Buffer;
  beforeAll(async () => {
    project = await generateProject({ "one.yaml": CONFIG });
    whole = readFileSync(cache());
  });
  afterEach(() => writeFileSync(cache(), whole));
  afterAll(() => project.remove());

  const cache = (): string => join(project.folder, "out/dist/runtime.cache");
  const listed = async (): Promise<unknown> => {
    const answers = await askLegacy(project.server, [INITIALIZE, { method: "tools/list" }], { cwd: project.folder });
    return ((answers[1]?.result?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);
  };

  it("fits the code and the Node.js that generated it", () => {
    expect(fitsCodeCache(join(project.folder, "out/dist/runtime.cjs"), cache())).toBe(true);
  });

  it.each(DAMAGES)("does not change the responses if it is %s", async (_title, damage) => {
    damage(cache());
    expect(await listed()).toEqual(["climax_search", "climax_call"]);
  });
});

describe("the code caches of the command", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    for (const name of ["bin", "package.json"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    // The command runs the bundles, not the modules in the folders.
    const isFile = (path: string): boolean => path === join(ROOT, "dist") || statSync(path).isFile();
    cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true, filter: isFile });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const dist = (name: string): string => join(folder, "dist", name);
  const climaxGen = (...args: readonly string[]): Promise<Finished> => run(process.execPath, [join(folder, "bin/climax-gen.cjs"), ...args]);

  it.each(["command-line", "generate", "import", "commands"])("fit %s and the Node.js that built it", (name) => {
    expect(fitsCodeCache(dist(`${name}.cjs`), dist(`${name}.cache`))).toBe(true);
  });

  it.each(DAMAGES)("do not change the output if they are %s", async (_title, damage) => {
    damage(dist("command-line.cache"));
    damage(dist("commands.cache"));
    const { status, stdout } = await climaxGen("schema");
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ title: "CLI config" })]);
  });

  it("are enough without the bundle of commands if the output is up to date", async () => {
    cpSync(join(ROOT, "templates"), join(folder, "templates"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const generate = (): Promise<Finished> => climaxGen(join(ROOT, "catalog/git/git.yaml"), "-o", join(folder, "out"));
    expect(await generate()).toMatchObject({ status: 0 });
    rmSync(dist("commands.cjs"));
    expect(await generate()).toMatchObject({ status: 0, stderr: expect.stringContaining("up to date") as string });
    writeFileSync(join(folder, "out/src/main.ts"), "");
    expect(await generate()).toMatchObject({ status: 1, stderr: expect.stringContaining("commands.cjs") as string });
  });

  it.each(["--help", "--version"])("are enough without the bundle of commands for %s", async (flag) => {
    rmSync(dist("commands.cjs"));
    expect(await climaxGen(flag)).toMatchObject({ status: 0, stderr: "" });
  });

  it("are not needed by a run from sources", async () => {
    rmSync(dist(""), { recursive: true });
    expect(await climaxGen("--help")).toMatchObject({ status: 1, stderr: "climax-gen is not built yet: run `npm run build` first\n" });
  });
});

describe("the code cache of a guard", () => {
  it("is created again if Node.js rejects the built one", async () => {
    const file = join(ROOT, "runtime/dist/bundle/guard-runtime.cjs");
    const cached = { wrap: (code: string) => code, make: makeGuardCache };
    const renewed = await renewCache(file, Buffer.from("something else"), cached);
    expect(acceptsCodeCache(readFileSync(file, "latin1"), renewed)).toBe(true);
    expect((await renewCache(file, renewed, cached)) === renewed).toBe(true);
  });
});
