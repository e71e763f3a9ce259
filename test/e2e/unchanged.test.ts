/** A run that would come to what the last one came to is not gone through again; whatever could change what it comes to is noticed. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { climaxGen, ROOT, run, temporaryFolder } from "./project.ts";
import type { Finished } from "./project.ts";

/** With a warning: an argument that is required has a default. */
const CONFIG = `name: one
description: One
command: echo
tools:
  - name: say
    description: Say something
    args:
      - { name: text, positional: true, description: What to say, required: true, default: hello }
`;

const RECORD = "out/dist/.climax-gen-run.json";
const FLAGS = ["configs", "-o", "out", "--policy", "policy.yaml"];

/** A warning that only a run says that repeats the last one: it is written into the record. */
const MARK = "said by the record";

describe("a run over unchanged files", () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  const generate = (flags: readonly string[] = FLAGS): Promise<Finished> => climaxGen(flags, { cwd: folder });
  const read = (name: string): string => readFileSync(path(name), "utf8");
  const edit = (name: string, from: string, to: string): void => writeFileSync(path(name), read(name).replace(from, to));

  const markRecord = (): void => {
    const record = JSON.parse(read(RECORD)) as { diagnostics: object[] };
    record.diagnostics.push({ code: "unused-file", severity: "warning", message: MARK, path: "mark" });
    writeFileSync(path(RECORD), JSON.stringify(record));
  };

  beforeEach(async () => {
    folder = temporaryFolder({ "configs/one.yaml": CONFIG, "policy.yaml": "default: enabled\n" });
    await generate();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["as text", FLAGS],
    ["as data", [...FLAGS, "--json"]],
    ["as a check", [...FLAGS, "--check"]],
    ["as a check that gives data", [...FLAGS, "--check", "--json"]],
    ["strictly", [...FLAGS, "--strict"]],
  ])("says what a whole run says, warnings with their places included: %s", async (_title, flags) => {
    const repeated = await generate(flags);
    rmSync(path(RECORD));
    const whole = await generate(flags);
    expect(repeated).toEqual(whole);
    expect(repeated.stderr + repeated.stdout).toContain("required-with-default");
  });

  it.each<[string, readonly string[]]>([
    ["the same again", FLAGS],
    ["--check", [...FLAGS, "--check"]],
    ["--json", [...FLAGS, "--json"]],
    ["--force", [...FLAGS, "--force"]],
  ])("is not gone through: %s", async (_title, flags) => {
    markRecord();
    const { stdout, stderr } = await generate(flags);
    expect(stdout + stderr).toContain(MARK);
  });

  it.each<[string, () => void]>([
    ["an input", () => edit("configs/one.yaml", "Say something", "Say anything")],
    ["an input by a comment only", () => edit("configs/one.yaml", "name: one", "name: one # the first")],
    ["an input's name", () => renameSync(path("configs/one.yaml"), path("configs/two.yaml"))],
    [
      "the inputs by one more",
      () => writeFileSync(path("configs/two.yaml"), CONFIG.replace("name: one", "name: two").replace("say", "tell")),
    ],
    ["the policy", () => writeFileSync(path("policy.yaml"), "default: enabled\ntools: { say: { confirm: true } }\n")],
    ["a source by a hand", () => edit("out/src/clis/one.ts", "Say something", "Say nothing")],
    ["a source that is gone", () => rmSync(path("out/src/clis/one.ts"))],
    [
      "a source that is a link",
      () => (renameSync(path("out/src/main.ts"), path("main.ts")), symlinkSync(path("main.ts"), path("out/src/main.ts"))),
    ],
    ["a folder that is a link", () => (renameSync(path("out/src"), path("src")), symlinkSync(path("src"), path("out/src")))],
    ["the manifest", () => edit("out/.climax-gen.json", "sha256-", "sha256-x")],
    ["the manifest of dist/", () => rmSync(path("out/dist/.climax-gen.json"))],
    ["the index", () => writeFileSync(path("out/dist/index/tools.ndjson"), "{}\n")],
    ["the code", () => edit("out/dist/runtime.cjs", "serveCompiled", "serveCompilee")],
    ["the record, which is no JSON now", () => writeFileSync(path(RECORD), "{")],
    ["the record, which is of another version", () => edit(RECORD, '"formatVersion":3', '"formatVersion":2')],
    ["the record, which lists a file less", () => edit(RECORD, '"src/main.ts"', '"src/other.ts"')],
  ])("is gone through after a change of %s", async (_title, change) => {
    markRecord();
    change();
    expect((await generate()).stderr).not.toContain(MARK);
  });

  it.each<[string, readonly string[]]>([
    ["--name", [...FLAGS, "--name", "other"]],
    ["--classic", [...FLAGS, "--classic"]],
    ["no --policy", FLAGS.slice(0, 3)],
    ["--no-bundle", [...FLAGS, "--no-bundle"]],
    ["the file in the place of its folder", ["configs/one.yaml", ...FLAGS.slice(1)]],
  ])("is gone through with another flag: %s", async (_title, flags) => {
    markRecord();
    expect((await generate(flags)).stderr).not.toContain(MARK);
  });

  it("is gone through by another build of climax-gen", async () => {
    markRecord();
    const copy = path("copy");
    mkdirSync(copy);
    for (const part of ["bin", "dist", "templates"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    copyFileSync(join(ROOT, "package.json"), join(copy, "package.json"));
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const again = (): Promise<Finished> => run(process.execPath, [join(copy, "bin/climax-gen.cjs"), ...FLAGS], { cwd: folder });
    expect((await again()).stderr).toContain(MARK);
    writeFileSync(join(copy, "dist/build-id"), "another");
    expect((await again()).stderr).not.toContain(MARK);
  });

  it("is gone through after one that failed", async () => {
    edit("configs/one.yaml", "command: echo", "command: 5");
    expect((await generate()).status).toBe(1);
    edit("configs/one.yaml", "command: 5", "command: cat");
    expect((await generate()).stderr).toMatch(/written/);
  });
});
