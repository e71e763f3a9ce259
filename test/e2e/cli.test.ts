/** Tests the command as users and pipelines run it: usage, `validate`, `list` and `schema`. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { BROKEN, folder, gen, HELLO, useHelloFolder, WARNS, write } from "./hello-folder.ts";
import { ROOT } from "./project.ts";

useHelloFolder();

/** Prints the network modules that a process has loaded when it exits. */
const NETWORK = `process.on("exit", () => console.log(process.moduleLoadList.filter((name) => /NativeModule (net|tty|http)$/.test(name))));`;

describe("usage", () => {
  it.each(["--help", "--version"])("is printed without the network modules, which a pipe for errors would load: %s", async (option) => {
    const hook = `data:text/javascript,${encodeURIComponent(NETWORK)}`;
    const output = openSync(join(folder, "output"), "w");
    const { status, stderr } = spawnSync(process.execPath, ["--import", hook, join(ROOT, "bin/climax-gen.cjs"), option], {
      stdio: ["ignore", output, "pipe"],
    });
    closeSync(output);
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(join(folder, "output"), "utf8")).toMatch(/\n\[\]\n$/);
  });

  it.each([
    ["without arguments", []],
    ["without an output folder", ["configs/"]],
    ["without inputs", ["-o", "out"]],
    ["with an output folder whose variable is not set", ["configs/", "-o", ""]],
    ["with a project to package whose variable is not set", ["package", "", "--format", "npm"]],
    ["with a project to install whose variable is not set", ["install", "", "--client", "cursor"]],
    ["with a client's file whose variable is not set", ["install", "out", "--client", "cursor", "--config", ""]],
    ["with an unknown option", ["configs/", "-o", "out", "--clasic"]],
    ["with two formats of a comparison", ["diff", "configs", "configs", "--json", "--format", "html"]],
    ["with two formats of a verification", ["verify", "configs", "--format", "sarif", "--json"]],
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
    ["a misspelled command", ["validat", "configs"], "\nhelp: did you mean validate?\n"],
    ["an option without its dashes", ["watch", "configs"], "\nhelp: did you mean --watch?\n"],
    ["the command help", ["help"], "\nhelp: did you mean --help?\n"],
    ["a command for generation", ["generate", "configs"], "\nhelp: generate without a command: climax-gen configs -o out/\n"],
    [
      "a command for generation with an output directory",
      ["build", "configs", "-o", "made"],
      "\nhelp: generate without a command: climax-gen configs -o made\n",
    ],
    ["a command for starting the server", ["start", "-o", "out"], "\nhelp: start a generated server with: node out/dist/server.mjs\n"],
    ["a command of another program", ["lint", "configs"], "\nhelp: did you mean validate?\n"],
    [
      "a query without quotes",
      ["search", "configs", "commit", "history"],
      "without quotes\nhelp: write: climax-gen search configs 'commit history'\n",
    ],
    ["a long query without quotes", ["search", "configs", "ana's", "old", "notes"], "climax-gen search configs 'ana'\\''s old notes'"],
  ])("suggests the intended command for %s", async (_title, args, meant) => {
    expect(await gen(...args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(meant) as string });
  });

  it("suggests nothing if only the directory is missing", async () => {
    expect((await gen("configs")).stderr).toBe(
      "error: required option '-o, --output <dir>' not specified\nhelp: add the directory of the project, for example -o out/\n",
    );
  });

  it("suggests the intended option", async () => {
    expect((await gen("configs/", "-o", "out", "--clasic")).stderr).toContain("\nhelp: did you mean --classic?");
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

  it("validate warns about a missing program of a tool, with its location", async () => {
    write("configs/hello.yaml", `${HELLO}    program: no-such-program-zz\n`);
    expect((await gen("validate", "configs")).stderr).toMatch(/^configs\/hello\.yaml:\d+:14: warning\[command-not-found\]/m);
  });

  it("validate marks only the program of a command, also in quotes", async () => {
    write("configs/hello.yaml", HELLO.replace("command: echo", `command: "'no such zz' --flag"`));
    expect((await gen("validate", "configs")).stderr).toContain(`command: "'no such zz' --flag"\n  |           ^^^^^^^^^^^^\nhelp`);
  });

  it("validate looks up the program of a tool in the tool's PATH, with its variables expanded", async () => {
    const program = (path: string): string => `${HELLO}    program: echo\n    env: { PATH: "${path}" }\n`;
    write("configs/hello.yaml", program("/nonexistent:$PATH"));
    expect((await gen("validate", "configs")).stderr).toMatch(/\n1 tool in 1 file, no problems\n$/);
    write("configs/hello.yaml", program("/nonexistent"));
    expect((await gen("validate", "configs")).stderr).toContain("command-not-found");
    write("configs/hello.yaml", HELLO.replace("command: echo", "command: no-such-program-zz").concat("    program: echo\n"));
    expect((await gen("validate", "configs")).stderr).toMatch(/\n1 tool in 1 file, no problems\n$/);
  });

  it("validate reports that there are no problems", async () => {
    expect(await gen("validate", "configs")).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/\n1 tool in 1 file, no problems\n$/) as string,
    });
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

  it("list --json has the scopes of tools, and the sources of their secret variables under the policy", async () => {
    write("configs/hello.yaml", `${HELLO}env: { PIN: { file: ./pin }, TOKEN: { file: ./token } }\n`);
    write("policy.yaml", "env: { secrets: { TOKEN: { claim: tok } } }\ntools: { say_hello: { scopes: [deploy] } }\n");
    expect(JSON.parse((await gen("list", "configs", "--policy", "policy.yaml", "--json")).stdout)).toMatchObject([
      { name: "say_hello", secrets: { PIN: { file: "./pin" }, TOKEN: { claim: "tok" } }, scopes: ["deploy"] },
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

  it("report a missing file, and suggest a similar name", async () => {
    expect(await gen("validate", "configs/helo.yaml")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("did you mean") as string,
    });
  });
});
