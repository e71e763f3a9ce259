/** Runs a packaged guard as a shell would. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitsCodeCache } from "../fixtures/code-cache.ts";
import type { Project } from "./project.ts";
import { climaxGen, generateProject } from "./project.ts";

const CONFIG = `name: lines
description: Lines of files
command: sort
tools:
  - name: sort_lines
    description: Sort the lines of files
    risk: read
    args: [{ name: paths, positional: true, required: true, repeat: true, description: Files }]
  - name: sort_to
    description: Write the sorted lines of files
    risk: write
    args:
      - { name: output, flag: --output, required: true, description: The file to write }
      - { name: paths, positional: true, required: true, repeat: true, description: Files }
`;

/** Its program reads a secret from a file, for which the guard needs a module that is rarely needed. */
const WITH_SECRET = `name: cat
description: Files
command: cat
env: { TOKEN: { file: ./a.txt } }
tools:
  - name: cat_files
    description: Print files
    risk: read
    args: [{ name: paths, positional: true, required: true, repeat: true, description: Files }]
`;

describe("a guard", () => {
  let project: Project;
  beforeAll(async () => {
    project = await generateProject({ "lines.yaml": CONFIG, "cat.yaml": WITH_SECRET });
    const { folder } = project;
    writeFileSync(join(folder, "policy.yaml"), "kind: policy\ndefault: disabled\ntools: { sort_lines: {}, cat_files: {} }\n");
    writeFileSync(join(folder, "a.txt"), "b\na\n");
    const steps = [
      ["configs", "-o", "out", "--policy", "policy.yaml", "--force"],
      ["package", "out", "--format", "guard", "-o", "guard", "--declared", "configs"],
    ];
    for (const step of steps) {
      const { status, stderr } = await climaxGen(step, { cwd: folder });
      if (status !== 0) throw new Error(stderr);
    }
  });
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  const sort = (...words: readonly string[]) => guarded("sort", words);
  const guarded = (program: string, words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(join(project.folder, "guard/bin", program), words, {
      cwd: project.folder,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  it("runs what the policy allows, and names the tool that it disables", () => {
    expect(sort("a.txt")).toEqual({ status: 0, stdout: "a\nb\n", stderr: "" });
    expect(sort("--output", "b.txt", "a.txt")).toEqual({
      status: 126,
      stdout: "",
      stderr:
        "sort: The policy does not enable sort_to. The closest form is: sort PATHS… (tool sort_lines).\n" +
        "rule: disabled. Only an operator can allow this: enable the tool in the policy, and package the guard again.\n",
    });
  });

  it("starts from the code cache, without Web Crypto", () => {
    const dist = join(project.folder, "guard/dist");
    const files = (name: string) => [join(dist, `${name}.cjs`), join(dist, `${name}.cache`)] as const;
    expect([fitsCodeCache(...files("guard-runtime")), fitsCodeCache(...files("patterns"), "module")]).toEqual([true, true]);
    const list = join(project.folder, "list.cjs");
    writeFileSync(list, 'process.once("exit", () => process.stderr.write(process.moduleLoadList.join("\\n")));');
    const args = ["--require", list, join(dist, "guard.cjs"), "sort", join(project.folder, "a.txt")];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stdout).toBe("a\nb\n");
    expect(stderr).toContain("NativeModule child_process");
    expect(stderr.split("\n").filter((name) => /crypto|perf_hooks/.test(name))).toEqual([]);
  });

  it("loads the file of rare modules only when one is needed, and refuses without it", () => {
    const rare = join(project.folder, "guard/dist/guard-rare.cjs");
    const code = readFileSync(rare);
    rmSync(rare);
    try {
      expect(sort("a.txt")).toEqual({ status: 0, stdout: "a\nb\n", stderr: "" });
      expect(guarded("cat", ["a.txt"])).toMatchObject({
        status: 126,
        stdout: "",
        stderr: expect.stringContaining("cat: Internal error") as string,
      });
    } finally {
      writeFileSync(rare, code);
    }
    expect(guarded("cat", ["a.txt"])).toEqual({ status: 0, stdout: "b\na\n", stderr: "" });
  });

  it("refuses bytes that are not UTF-8, and escapes control characters", () => {
    expect(sort("--\u001b[2J", "a.txt")).toMatchObject({ status: 126, stderr: expect.not.stringContaining("\u001b") as string });
    const shell = `"${join(project.folder, "guard/bin/sort")}" "$(printf '\\377')" 2>&1; echo "status $?"`;
    expect(execFileSync("sh", ["-c", shell], { encoding: "utf8" })).toBe(
      "sort: a word is not UTF-8, or has the character U+FFFD\nstatus 126\n",
    );
  });
});
