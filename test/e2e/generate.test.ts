/** Tests generation and `--check` as users and pipelines run them: output, exit status and files. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BROKEN, folder, gen, generate, HELLO, snapshot, useHelloFolder, WARNS, write } from "./hello-folder.ts";
import { climaxGen, ROOT, temporaryFolder } from "./project.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

useHelloFolder();

describe("generating", () => {
  it("writes the project, and writes nothing if it runs again", async () => {
    expect(await generate()).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringMatching(/note\[no-risk\]: [^]*\nout: \d+ files written, 0 unchanged, 0 removed\n$/) as string,
    });
    const before = snapshot();
    expect(await generate()).toMatchObject({ status: 0, stderr: "out is up to date, nothing to write\n" });
    expect(snapshot()).toEqual(before);
  });

  it("escapes the name of the directory, which can control a terminal", async () => {
    const name = "a\n::error::\u001B[2J";
    const { stderr } = await gen("configs/", "-o", name, "--no-bundle");
    expect(stderr).toMatch(/^a\\n::error::\\u001b\[2J: \d+ files written/m);
    expect((await gen("configs/", "-o", name, "--no-bundle", "--check")).stderr).toBe("a\\n::error::\\u001b[2J is up to date\n");
  });

  it("writes the same bytes in another directory", async () => {
    await generate();
    await gen("configs/", "-o", "other");
    execFileSync("diff", ["-r", "out", "other"], { cwd: folder });
  });

  it("reports all errors, exits with 1, and leaves the existing project unchanged", async () => {
    await generate();
    const before = snapshot();
    write("configs/hello.yaml", BROKEN);
    write("configs/other.yaml", "command: [\n");
    const { status, stdout, stderr } = await generate();
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("configs/hello.yaml:6:5: error[unknown-key]");
    expect(stderr).toContain("configs/other.yaml:");
    expect(stderr).toMatch(/nothing was written \(\d errors\)\n$/);
    expect(snapshot()).toEqual(before);
  });

  it("succeeds with warnings, but not with --strict", async () => {
    write("configs/hello.yaml", WARNS);
    expect(await generate("--strict")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("nothing was written (1 warning)") as string,
    });
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(await generate()).toMatchObject({ status: 0, stderr: expect.stringContaining("warning[name-characters]") as string });
  });

  it("removes only the files generated for a removed config", async () => {
    write("configs/second.yaml", HELLO.replaceAll("hello", "second"));
    await generate();
    write("out/notes.txt", "mine");
    rmSync(join(folder, "configs/second.yaml"));
    expect((await generate()).stderr).toMatch(/, 1 removed\n$/);
    expect(readdirSync(join(folder, "out/src/clis"))).toEqual(["hello.ts"]);
    expect(readFileSync(join(folder, "out/notes.txt"), "utf8")).toBe("mine");
  });

  it("rejects a directory with other files unless --force is given", async () => {
    const foreign = temporaryFolder({ "precious.txt": "mine" });
    try {
      const refused = await gen("configs/", "-o", foreign);
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("error[output-not-generated]") as string });
      expect(readdirSync(foreign)).toEqual(["precious.txt"]);
      expect(await gen("configs/", "-o", foreign, "--force")).toMatchObject({ status: 0 });
      expect(readFileSync(join(foreign, "precious.txt"), "utf8")).toBe("mine");
    } finally {
      rmSync(foreign, { recursive: true });
    }
  });

  it("reports a manually edited file instead of overwriting it", async () => {
    await generate();
    write("out/src/main.ts", "// mine\n");
    write("configs/hello.yaml", HELLO.replace("Say hello", "Say hi"));
    expect(await generate()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("out/src/main.ts: error[output-hand-edited]") as string,
    });
    expect(readFileSync(join(folder, "out/src/main.ts"), "utf8")).toBe("// mine\n");
  });

  it("reports why a directory cannot be written", async () => {
    const refused = await gen("configs/", "-o", "configs/hello.yaml/out");
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("error[output-unwritable]") as string });
    expect(refused.stderr).toMatch(/nothing was written \(1 error\)\n$/);
  });

  // In a process with a time limit: a loop in a system call cannot be interrupted by the test itself.
  it
    .runIf(process.platform === "linux")
    .each(["/proc/climax/out", "/proc/self/out", "/dev/fd/out", "/dev/null", "/dev/null/out", "fifo", "fifo/out"])(
    "reports that %s cannot be written",
    (output) => {
      execFileSync("mkfifo", ["-m", "600", "fifo"], { cwd: folder });
      const command = [join(ROOT, "bin/climax-gen.cjs"), "configs/", "-o", output];
      const { status, stderr } = spawnSync(process.execPath, command, {
        cwd: folder,
        encoding: "utf8",
        timeout: PATIENCE_MS,
        killSignal: "SIGKILL",
      });
      expect(stderr).toContain("error[output-unwritable]");
      expect(status).toBe(1);
    },
  );

  it("sets the name of the server, and omits dist/ with --no-bundle", async () => {
    await generate("--name", "greeter", "--no-bundle");
    expect(existsSync(join(folder, "out/dist"))).toBe(false);
    expect(readFileSync(join(folder, "out/src/main.ts"), "utf8")).toContain(`name: "greeter"`);
  });

  it("prints one JSON document with --json", async () => {
    const { stdout, stderr } = await generate("--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, diagnostics: [], files: { removed: [], unchanged: 0 } });
    write("configs/hello.yaml", BROKEN);
    const failed = await generate("--json");
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "unknown-key", severity: "error", path: "configs/hello.yaml", line: 6, column: 5 }],
    });
  });

  it("prints plain text to a pipe, and colors on request", async () => {
    write("configs/hello.yaml", BROKEN);
    const run = (env: NodeJS.ProcessEnv) =>
      climaxGen(["configs", "-o", "out"], { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
    const isColoured = (text: string): boolean => text.includes("\u001B[");
    expect(isColoured((await run({})).stderr)).toBe(false);
    expect(isColoured((await run({ CI: "true" })).stderr)).toBe(false);
    expect(isColoured((await run({ FORCE_COLOR: "1" })).stderr)).toBe(true);
    expect(isColoured((await run({ FORCE_COLOR: "1", NO_COLOR: "1" })).stderr)).toBe(false);
  });
});

describe("--check", () => {
  it("succeeds immediately after generation", async () => {
    await generate();
    expect(await generate("--check")).toMatchObject({ status: 0, stderr: "out is up to date\n" });
  });

  it.each<[string, () => void, string]>([
    [
      "a changed input",
      () => write("configs/hello.yaml", HELLO.replace("Say hello", "Say hi")),
      "out/src/clis/hello.ts: error[output-changed]",
    ],
    ["a missing file", () => rmSync(join(folder, "out/src/main.ts")), "out/src/main.ts: error[output-missing]"],
    ["a removed input", () => rmSync(join(folder, "configs/second.yaml")), "out/src/clis/second.ts: error[output-stale]"],
    ["an edit by hand", () => write("out/src/main.ts", "//\n"), "out/src/main.ts: error[output-hand-edited]"],
  ])("exits with 1 for %s, writes nothing, and prints the command that updates the project", async (_title, change, want) => {
    write("configs/second.yaml", HELLO.replaceAll("hello", "second"));
    await generate();
    change();
    const before = snapshot();
    const { status, stderr } = await generate("--check");
    expect(status).toBe(1);
    expect(stderr).toContain(want);
    if (!want.includes("hand-edited")) expect(stderr).toContain("run `climax-gen configs/ -o out`");
    expect(snapshot()).toEqual(before);
  });
});

describe("the difference printed by --check", () => {
  it("has a few lines of each file, before the last line", async () => {
    await generate();
    write("configs/hello.yaml", HELLO.replace("Say hello", "Say hi"));
    write("out/src/main.ts", "// edited\n");
    const { stderr } = await generate("--check");
    const diff = stderr.slice(stderr.indexOf("\n\n--- ") + 2);
    expect(diff).toContain(
      '--- out/src/clis/hello.ts\n+++ generated\n@@ -14,3 +14,3 @@\n   name: "say_hello",\n-  description: "Say hello",\n+  description: "Say hi",\n   command: [...cli.command, "hello"],\n\n',
    );
    expect(diff).toContain("--- out/src/main.ts\n+++ generated\n@@ -1,1 +1,5 @@\n-// edited\n+// Generated by climax-gen.");
    expect(diff).not.toContain(".climax-gen.json");
    expect(diff.endsWith("\n\nout is out of date (3 errors)\n")).toBe(true);
  });

  it("is JSON with --json", async () => {
    await generate();
    write("configs/hello.yaml", HELLO.replace("Say hello", "Say hi"));
    const { drifts } = JSON.parse((await generate("--check", "--json")).stdout) as { drifts: readonly { path: string; diff: string }[] };
    expect(drifts.map(({ path }) => path)).toEqual(["out/README.md", "out/src/clis/hello.ts"]);
    expect(drifts[1]?.diff).toContain('+  description: "Say hi",\n');
  });
});
