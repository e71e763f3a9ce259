/** The command as users and pipelines run it: output, exit status and files. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { climaxGen, ROOT, temporaryFolder } from "./project.ts";

const HELLO = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n";
const WARNS = HELLO.replace("say_hello", "say/hello");
const BROKEN = HELLO.replace("command: hello", "comand: hello");

let folder: string;
beforeEach(() => {
  folder = temporaryFolder({ "configs/hello.yaml": HELLO });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gen = (...args: readonly string[]) => climaxGen(args, { cwd: folder });
const generate = (...flags: readonly string[]) => gen("configs/", "-o", "out", ...flags);
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);

/** Path → bytes and time of everything below `out`. */
function snapshot(): Readonly<Record<string, string>> {
  const paths = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" }).toSorted();
  const files = paths.map((path) => [path, statSync(join(folder, "out", path))] as const).filter(([, stats]) => stats.isFile());
  return Object.fromEntries(files.map(([path, { mtimeMs }]) => [path, `${mtimeMs} ${readFileSync(join(folder, "out", path), "base64")}`]));
}

describe("usage", () => {
  it.each([
    ["without arguments", []],
    ["without an output folder", ["configs/"]],
    ["without inputs", ["-o", "out"]],
    ["with an output folder whose variable is not set", ["configs/", "-o", ""]],
    ["with a project to package whose variable is not set", ["package", "", "--format", "npm"]],
    ["with a project to install whose variable is not set", ["install", "", "--client", "cursor"]],
    ["with a client's file whose variable is not set", ["install", "out", "--client", "cursor", "--config", ""]],
    ["with an unknown option", ["configs/", "-o", "out", "--clasic"]],
  ])("exits with 2, with the reason on standard error: %s", async (_title, args) => {
    const { status, stdout, stderr } = await gen(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("error: ");
  });

  it("is printed by --help, and the version by --version, on standard output with status 0", async () => {
    expect(await gen("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("climax-gen configs/ -o out/") as string,
      stderr: "",
    });
    expect(await gen("--version")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  });

  it.each([
    ["a misspelt command", ["validat", "configs"], "(Did you mean validate?)"],
    ["an option that was given as a command", ["watch", "configs"], "(Did you mean --watch?)"],
    ["the command help", ["help"], "(Did you mean --help?)"],
    ["a command for generation", ["generate", "configs"], "(Generating has no command: climax-gen configs -o out/)"],
    ["the same with an output directory", ["build", "configs", "-o", "made"], "(Generating has no command: climax-gen configs -o made)"],
    ["a command for starting the server", ["start", "-o", "out"], "(To start a generated server: node out/dist/server.mjs)"],
    ["a command of another program", ["lint", "configs"], "(Did you mean validate?)"],
    ["a query without quotes", ["search", "configs", "commit", "history"], "needs quotes: climax-gen search configs 'commit history'"],
    ["a long query without quotes", ["search", "configs", "ana's", "old", "notes"], "climax-gen search configs 'ana'\\''s old notes'"],
  ])("suggests the intended command for %s", async (_title, args, meant) => {
    expect(await gen(...args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(meant) as string });
  });

  it("suggests nothing if only the directory is missing", async () => {
    expect((await gen("configs")).stderr).toBe("error: required option '-o, --output <dir>' not specified\n");
  });

  it("suggests the intended option", async () => {
    expect((await gen("configs/", "-o", "out", "--clasic")).stderr).toContain("Did you mean --classic?");
  });
});

describe("generating", () => {
  it("writes the project, and writes nothing if it runs again", async () => {
    expect(await generate()).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringMatching(/^out: \d+ files written, 0 unchanged, 0 removed\n$/) as string,
    });
    const before = snapshot();
    expect(await generate()).toMatchObject({ status: 0, stderr: "out is up to date, nothing to write\n" });
    expect(snapshot()).toEqual(before);
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
        timeout: 20_000,
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

describe("validate, list and schema", () => {
  it("validate warns about a program that is not on PATH, with its location", async () => {
    write("configs/hello.yaml", HELLO.replace("command: echo", "command: no-such-program-zz"));
    expect(await gen("validate", "configs")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("configs/hello.yaml:2:10: warning[command-not-found]") as string,
    });
    expect(await gen("validate", "configs", "--strict")).toMatchObject({ status: 1 });
  });

  it("validate reports that there are no problems", async () => {
    expect(await gen("validate", "configs")).toMatchObject({ status: 0, stderr: "1 tool in 1 file, no problems\n" });
  });

  it("list prints a table that fits the terminal width", async () => {
    write("configs/hello.yaml", HELLO.replace("Say hello", `Say ${"very ".repeat(60)}much`));
    const { status, stdout } = await gen("list", "configs");
    expect(status).toBe(0);
    expect(stdout).toContain("say_hello");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("list prints JSON with --json", async () => {
    expect(JSON.parse((await gen("list", "configs", "--json")).stdout)).toEqual([
      {
        name: "say_hello",
        description: "Say hello",
        cli: "hello",
        command: ["echo", "hello"],
        input_schema: { type: "object", properties: {} },
      },
    ]);
  });

  it.each([[["list"]], [["list", "--json"]], [["validate"]], [["validate", "--json"]]])(
    "%j shows no default of a secret argument",
    async (words) => {
      write("configs/hello.yaml", `${HELLO}    args: [{ name: token, secret: true, default: kept-1 }]\n`);
      const { status, stdout, stderr } = await gen(...words, "configs");
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("token")]);
      expect(stdout + stderr).not.toContain("kept-1");
    },
  );

  it.each([
    ["validate", ["configs"]],
    ["list", ["configs"]],
    ["search", ["configs", "hello"]],
    ["explain", ["configs", "say_hello"]],
    ["generation", ["configs", "-o", "out"]],
  ])("%s prints the errors of its inputs as JSON with --json, and nothing else", async (command, args) => {
    write("configs/hello.yaml", BROKEN);
    const words = command === "generation" ? args : [command, ...args];
    const { status, stdout, stderr } = await gen(...words, "--json");
    expect([status, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "unknown-key", path: "configs/hello.yaml" }] });
  });

  describe.each([
    ["list", ["configs"]],
    ["search", ["configs", "hello"]],
    ["search", ["configs", "--golden", "queries.yaml"]],
    ["explain", ["configs", "say/hello"]],
  ])("%s %j", (command, args) => {
    beforeEach(() => {
      write("configs/hello.yaml", WARNS);
      write("queries.yaml", "queries: [{ query: hello, tool: say/hello }]\n");
    });

    it("prints the warnings of its inputs on standard error", async () => {
      const { status, stderr } = await gen(command, ...args);
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^configs\/hello\.yaml:4:\d+: warning\[/)]);
    });

    it("prints only its result, without warnings, with --json", async () => {
      const { status, stdout, stderr } = await gen(command, ...args, "--json");
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).not.toContain("warning");
      expect(() => void JSON.parse(stdout)).not.toThrow();
    });
  });

  it.each([
    ["validate", ["validate"], []],
    ["list", ["list"], []],
    ["generation", [], ["-o", "out"]],
  ])("%s does not report tools in the policy as unknown if an input cannot be read", async (_title, words, flags) => {
    write("policy.yaml", "tools: {say_hello: {}, say_bye: {}}\n");
    const { status, stderr } = await gen(...words, "configs", "bye.yaml", "--policy", "policy.yaml", ...flags);
    expect(status).toBe(1);
    expect(stderr).toContain("bye.yaml: error[file-not-found]");
    expect(stderr).not.toContain("say_bye");
  });

  it("schema prints the JSON Schema of policies on request", async () => {
    expect(JSON.parse((await gen("schema", "--kind", "policy")).stdout)).toMatchObject({ title: "Policy" });
    expect(await gen("schema", "--kind", "server")).toMatchObject({ status: 2, stdout: "" });
  });

  it("schema prints a JSON Schema", async () => {
    expect(JSON.parse((await gen("schema")).stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
    });
  });

  it("report a missing file, with a similar name", async () => {
    expect(await gen("validate", "configs/helo.yaml")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("did you mean") as string,
    });
  });
});
