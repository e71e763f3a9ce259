/** Tests a `dist/` that was generated from other sources, as after a pull: `dist/` is not committed. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished } from "./project.ts";
import { climaxGen, run, temporaryFolder } from "./project.ts";

const CONFIG = `name: files
command: ls
tools:
  - { name: list, description: List a folder, risk: read }
  - { name: list_all, description: List everything, command: -a, risk: read }
`;
const WIDE = "default: enabled\n";
const NARROW = "default: disabled\ntools: { list: {} }\n";
const FLAGS = ["configs", "-o", "out", "--policy", "policy.yaml"];
const COMMAND = "climax-gen configs -o out --policy policy.yaml";

const folder = temporaryFolder({ "configs/files.yaml": CONFIG, "policy.yaml": WIDE });
const other = temporaryFolder({ "configs/files.yaml": CONFIG, "policy.yaml": NARROW });
afterAll(() => [folder, other].forEach((one) => rmSync(one, { recursive: true, force: true })));

const generate = (...flags: readonly string[]): Promise<Finished> => climaxGen([...FLAGS, ...flags], { cwd: folder });
const startServer = (dist = join(folder, "out/dist"), cwd = folder): Promise<Finished> =>
  run(process.execPath, [join(dist, "server.mjs"), "--list"], { cwd });
const install = (): Promise<Finished> =>
  climaxGen(["install", "out", "--client", "cursor", "--config", "mcp.json", "--dry-run"], { cwd: folder });
const packageNpm = (): Promise<Finished> => climaxGen(["package", "out", "--format", "npm"], { cwd: folder });

/** Copies the committed files of another checkout: everything except `dist/`. */
function pull(): void {
  cpSync(join(other, "policy.yaml"), join(folder, "policy.yaml"));
  cpSync(join(other, "out"), join(folder, "out"), { recursive: true, filter: (path) => !path.startsWith(join(other, "out/dist")) });
}

describe("a dist/ that is older than the sources next to it", () => {
  beforeAll(async () => {
    expect(await generate()).toMatchObject({ status: 0 });
    expect(await climaxGen(FLAGS, { cwd: other })).toMatchObject({ status: 0 });
    pull();
  });

  it("fails --check, which prints the command", async () => {
    const stderr = `out/dist: error[dist-stale]: the compiled output does not match the generated sources\nhelp: run \`${COMMAND}\`\nout is out of date (1 error)\n`;
    expect(await generate("--check")).toEqual({ status: 1, stdout: "", stderr });
  });

  it.each<[string, () => Promise<Finished>]>([
    ["packaged", packageNpm],
    ["installed", install],
    ["compared", () => climaxGen(["diff", "out", "configs"], { cwd: folder })],
  ])("is not accepted: %s", async (_title, command) => {
    const { status, stderr } = await command();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `out/dist: error[dist-stale]: the compiled output does not match the generated sources\nhelp: run \`${COMMAND}\``,
    );
  });

  it("does not start, and prints the command to run, from any working directory", async () => {
    const problem = "cannot start: dist/ was not generated with the sources next to it: run";
    expect(await startServer()).toEqual({ status: 1, stdout: "", stderr: `${problem} \`${COMMAND}\`\n` });
    const there = `../${basename(folder)}`;
    const command = `climax-gen ${there}/configs -o ${there}/out --policy ${there}/policy.yaml`;
    expect((await startServer(undefined, other)).stderr).toBe(`${problem} \`${command}\`\n`);
  });

  it("can be uninstalled from a client", async () => {
    const { status } = await climaxGen(["install", "out", "--client", "cursor", "--config", "mcp.json", "--uninstall"], { cwd: folder });
    expect(status).toBe(0);
  });

  it("starts in a copy without the sources", async () => {
    const copy = join(folder, "copy");
    cpSync(join(folder, "out/dist"), copy, { recursive: true });
    expect((await startServer(copy)).status).toBe(0);
  });

  it("is repaired by the printed command", async () => {
    expect(await generate()).toMatchObject({ status: 0 });
    expect(await generate("--check")).toMatchObject({ status: 0 });
    expect(await startServer()).toMatchObject({ status: 0, stdout: "list\tList a folder\n" });
    expect(await packageNpm()).toMatchObject({ status: 0 });
    expect(await startServer(join(folder, "out-npm/dist"))).toMatchObject({ status: 0 });
    expect(await install()).toMatchObject({ status: 0 });
  });
});

describe("--check", () => {
  const server = join(folder, "out/dist/server.mjs");
  const edit = (path: string, change: (text: string) => string): void => writeFileSync(path, change(readFileSync(path, "utf8")));

  it("detects a manually edited file of dist/, also after a run without changes", async () => {
    expect((await generate()).stderr).toContain("up to date");
    edit(server, (text) => `${text}// edited\n`);
    const { status, stderr } = await generate("--check");
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^out\/dist\/server\.mjs: error\[output-hand-edited\]: /) as string,
    });
    expect(await generate("--force")).toMatchObject({ status: 0 });
    expect(await generate("--check")).toMatchObject({ status: 0 });
  });

  it("detects a missing file of dist/", async () => {
    rmSync(join(folder, "out/dist/http.cjs"));
    expect((await generate("--check")).stderr).toContain(
      `out/dist/http.cjs: error[output-missing]: missing generated file\nhelp: run \`${COMMAND}\`\n`,
    );
    expect(await generate()).toMatchObject({ status: 0 });
  });

  it("rejects a dist/ without a copy of the manifest, as earlier versions of climax-gen wrote it", async () => {
    rmSync(join(folder, "out/dist/sources.json"));
    edit(join(folder, "out/dist/.climax-gen.json"), (text) => text.replace(/ {4}"sources\.json".*\n/, "").replace(/,\n {2}\}/, "\n  }"));
    expect((await generate("--check")).stderr).toContain("out/dist: error[dist-stale]: ");
    expect((await packageNpm()).stderr).toContain("out/dist: error[dist-stale]: ");
    expect(await generate("--force")).toMatchObject({ status: 0 });
  });

  it("passes without a dist/", async () => {
    rmSync(join(folder, "out/dist"), { recursive: true });
    expect(await generate("--check")).toMatchObject({ status: 0 });
  });
});
