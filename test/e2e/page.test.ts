/** Tests the built command `climax-gen page`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { climaxGen, type Finished, temporaryFolder } from "./project.ts";

const CONFIG =
  "name: hello\ndescription: Greets\ncommand: echo\ntools:\n  - { name: hello_say, description: Say it, command: hi, risk: read }\n";
const POLICY = "kind: policy\ndefault: disabled\ntools: {}\n";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder({ "hello.yaml": CONFIG, "policy.yaml": POLICY });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = async (...args: readonly string[]): Promise<Finished> => await climaxGen(["page", ...args], { cwd: folder });
const written = (): string => readFileSync(join(folder, "site/index.html"), "utf8");

describe("climax-gen page", () => {
  it("writes one file, and prints its path and size", async () => {
    const { status, stdout, stderr } = await page("hello.yaml", "-o", "site");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(/^wrote site\/index\.html: 1 tool, \d+ KiB\n$/);
    expect(readdirSync(join(folder, "site"))).toEqual(["index.html"]);
    expect(written()).toContain("hello_say");
  });

  it("writes the same bytes for the same inputs, over its own page", async () => {
    await page("hello.yaml", "-o", "site");
    const first = written();
    expect(await page("hello.yaml", "-o", "site")).toMatchObject({ status: 0 });
    expect(written()).toBe(first);
  });

  it("shows only the tools that a policy enables", async () => {
    await page("hello.yaml", "--policy", "policy.yaml", "-o", "site");
    const text = written();
    expect(text).toContain("policy.yaml");
    expect(text).toContain('"rows":[]');
    expect(text).toContain('"disabled":["hello_say"]');
  });

  it("reads a generated project, whose policy it shows", async () => {
    expect(await climaxGen(["hello.yaml", "-o", "out"], { cwd: folder })).toMatchObject({ status: 0 });
    expect(await page("out", "-o", "site")).toMatchObject({ status: 0 });
    expect(written()).toContain('"files":[]');
    expect(written()).toContain("hello_say");
    const { status, stderr } = await page("out", "--policy", "policy.yaml", "-o", "other");
    expect(status).toBe(1);
    expect(stderr).toContain("error[project-policy]");
    expect(stderr).toContain("\nhelp: remove `--policy`\n");
  });

  it("does not replace a file of another origin", async () => {
    mkdirSync(join(folder, "site"));
    writeFileSync(join(folder, "site/index.html"), "<h1>mine</h1>");
    const { status, stderr } = await page("hello.yaml", "-o", "site");
    expect(status).toBe(1);
    expect(stderr).toContain("error[output-in-the-way]");
    expect(written()).toBe("<h1>mine</h1>");
  });

  it("writes nothing if the inputs have errors", async () => {
    writeFileSync(join(folder, "hello.yaml"), "name: hello\n");
    expect(await page("hello.yaml", "-o", "site")).toMatchObject({ status: 1 });
    expect(existsSync(join(folder, "site"))).toBe(false);
  });

  it("reports a directory that it cannot write", async () => {
    const { status, stderr } = await page("hello.yaml", "-o", "hello.yaml/site");
    expect(status).toBe(1);
    expect(stderr).toMatch(/error\[output-[a-z-]+\]/);
  });

  it.each([
    ["without inputs", ["-o", "site"]],
    ["without an output directory", ["hello.yaml"]],
    ["with an unknown option", ["hello.yaml", "-o", "site", "--html"]],
  ])("exits with status 2 %s", async (_title, args) => {
    expect(await page(...args)).toMatchObject({ status: 2 });
  });
});
