/** Tests that a run is skipped only if it would repeat the previous one. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checksumParts } from "../../generator/generation/previous-run.ts";
import { climaxGen, ROOT, run, temporaryFolder } from "./project.ts";
import type { Finished } from "./project.ts";

const CONFIG = `name: one
description: One
command: echo
tools:
  - name: say
    description: Say something
    args:
      - { name: text, positional: true, description: What to say }
`;

const RECORD = "out/dist/.climax-gen-run.json";
const FLAGS = ["configs", "-o", "out", "--policy", "policy.yaml"];

/** A generated file that `editUnnoticed` changes. */
const EDITED = "tsconfig.json";

describe("a run over unchanged files", () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  const generate = (flags: readonly string[] = FLAGS): Promise<Finished> => climaxGen(flags, { cwd: folder });
  const read = (name: string): string => readFileSync(path(name), "utf8");
  const edit = (name: string, from: string, to: string): void => writeFileSync(path(name), read(name).replace(from, to));

  /** Edits a generated file, and records the edit as written by the previous run. Only a run that is not skipped reports the edit. */
  const editUnnoticed = (): void => {
    const text = `${read(`out/${EDITED}`)}edited\n`;
    writeFileSync(path(`out/${EDITED}`), text);
    const record = JSON.parse(read(RECORD)) as { files: Record<string, string> };
    record.files[EDITED] = checksumParts([Buffer.from(text)]);
    writeFileSync(path(RECORD), JSON.stringify(record));
  };

  /** The project after its first run, which each test gets a copy of. */
  let first: string;
  beforeAll(async () => {
    first = temporaryFolder({ "configs/one.yaml": CONFIG, "policy.yaml": "default: enabled\n" });
    await climaxGen(FLAGS, { cwd: first });
  });
  afterAll(() => rmSync(first, { recursive: true, force: true }));
  beforeEach(() => {
    folder = temporaryFolder();
    cpSync(first, folder, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[string, readonly string[]]>([
    ["as text", FLAGS],
    ["as data", [...FLAGS, "--json"]],
    ["as a check", [...FLAGS, "--check"]],
    ["as a check that prints data", [...FLAGS, "--check", "--json"]],
    ["strictly", [...FLAGS, "--strict"]],
  ])("prints the output of a run that is not skipped: %s", async (_title, flags) => {
    const skipped = await generate(flags);
    rmSync(path(RECORD));
    expect(skipped).toEqual(await generate(flags));
    expect(skipped.status).toBe(0);
  });

  it.each<[string, readonly string[]]>([
    ["the same again", FLAGS],
    ["--check", [...FLAGS, "--check"]],
    ["--json", [...FLAGS, "--json"]],
    ["--force", [...FLAGS, "--force"]],
  ])("is skipped: %s", async (_title, flags) => {
    editUnnoticed();
    expect(await generate(flags)).toMatchObject({ status: 0 });
    expect(read(`out/${EDITED}`)).toContain("edited\n");
  });

  it("prints its warnings each time", async () => {
    edit("configs/one.yaml", "description: What to say", "description: What to say, required: true, default: hello");
    const runs = [await generate(), await generate(), await generate([...FLAGS, "--check"])];
    for (const { stderr } of runs) expect(stderr).toContain("required-with-default");
  });

  it.each<[string, () => void]>([
    ["an input", () => edit("configs/one.yaml", "Say something", "Say anything")],
    ["a comment of an input", () => edit("configs/one.yaml", "name: one", "name: one # the first")],
    ["an input's name", () => renameSync(path("configs/one.yaml"), path("configs/two.yaml"))],
    [
      "the number of inputs",
      () => writeFileSync(path("configs/two.yaml"), CONFIG.replace("name: one", "name: two").replace("say", "tell")),
    ],
    ["the policy", () => writeFileSync(path("policy.yaml"), "default: enabled\ntools: { say: { confirm: true } }\n")],
    ["a manually edited source", () => edit("out/src/clis/one.ts", "Say something", "Say nothing")],
    ["a removed source", () => rmSync(path("out/src/clis/one.ts"))],
    [
      "a source that is a link",
      () => (renameSync(path("out/src/main.ts"), path("main.ts")), symlinkSync(path("main.ts"), path("out/src/main.ts"))),
    ],
    ["a folder that is a link", () => (renameSync(path("out/src"), path("src")), symlinkSync(path("src"), path("out/src")))],
    ["the manifest", () => edit("out/.climax-gen.json", "sha256-", "sha256-x")],
    ["the manifest of dist/", () => rmSync(path("out/dist/.climax-gen.json"))],
    ["the index", () => writeFileSync(path("out/dist/index/tools.ndjson"), "{}\n")],
    ["the code", () => edit("out/dist/runtime.cjs", "serveCompiled", "serveCompilee")],
    ["the record, which is not JSON", () => writeFileSync(path(RECORD), "{")],
    ["the record, which has no files now", () => edit(RECORD, '"files"', '"file"')],
    ["the record, which lists another file", () => edit(RECORD, '"src/main.ts"', '"src/other.ts"')],
  ])("is not skipped after a change of %s", async (_title, change) => {
    editUnnoticed();
    change();
    expect((await generate()).stderr).toContain(`out/${EDITED}`);
  });

  it.each<[string, readonly string[]]>([
    ["--name", [...FLAGS, "--name", "other"]],
    ["--classic", [...FLAGS, "--classic"]],
    ["--split-calls", [...FLAGS, "--split-calls"]],
    ["--search-schemas", [...FLAGS, "--search-schemas", "3"]],
    ["no --policy", FLAGS.slice(0, 3)],
    ["--no-bundle", [...FLAGS, "--no-bundle"]],
    ["the file instead of its directory", ["configs/one.yaml", ...FLAGS.slice(1)]],
  ])("is not skipped with another flag: %s", async (_title, flags) => {
    editUnnoticed();
    expect((await generate(flags)).stderr).toContain(`out/${EDITED}`);
  });

  it("is not skipped by another build of climax-gen", async () => {
    editUnnoticed();
    const copy = path("copy");
    mkdirSync(copy);
    for (const part of ["bin", "dist", "templates"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    copyFileSync(join(ROOT, "package.json"), join(copy, "package.json"));
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const again = (): Promise<Finished> => run(process.execPath, [join(copy, "bin/climax-gen.cjs"), ...FLAGS], { cwd: folder });
    expect((await again()).stderr).toContain("nothing to write");
    writeFileSync(join(copy, "dist/build-id"), "another");
    expect((await again()).stderr).toContain(`out/${EDITED}`);
  });

  it("is not skipped after one that failed", async () => {
    edit("configs/one.yaml", "command: echo", "command: 5");
    expect((await generate()).status).toBe(1);
    edit("configs/one.yaml", "command: 5", "command: cat");
    expect((await generate()).stderr).toMatch(/written/);
  });
});
