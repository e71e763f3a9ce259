/** Tests errors of users in paths: each has an exit status, the fault with its location, and a help that works literally. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, gen, generate, HELLO, useHelloFolder, write } from "./hello-folder.ts";

useHelloFolder();

const NO_VARIABLE = "help: check that the shell variable is set\n";

describe("an empty argument", () => {
  it.each([
    ["an input of generation", ["", "-o", "out"]],
    ["an input of validate", ["validate", ""]],
    ["an input of list", ["list", "configs", ""]],
    ["an input of search", ["search", "", "hello"]],
    ["an input of explain", ["explain", "", "say_hello"]],
    ["an input of call", ["call", "", "say_hello"]],
    ["an input of serve", ["serve", ""]],
    ["an input of page", ["page", "", "-o", "out"]],
    ["an input of verify", ["verify", ""]],
    ["a side of diff", ["diff", "configs", ""]],
    ["the directory of init", ["init", ""]],
    ["the project of package", ["package", "", "--format", "npm"]],
    ["the program of import", ["import", ""]],
    ["the config of import --merge", ["import", "echo", "--merge", ""]],
    ["the name of a server", ["configs", "-o", "out", "--name", ""]],
    ["the name of a server of serve", ["serve", "configs", "--name", ""]],
  ])("is reported as a missing shell variable: %s", async (_title, args) => {
    const { status, stdout, stderr } = await gen(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^error: [^\\n]*\\n${NO_VARIABLE}$`));
  });

  it("is a valid query", async () => {
    expect(await gen("search", "configs", "", "--json")).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("a path that starts with a dash", () => {
  it.each([
    ["an input", ["-a b.yaml", "-o", "out"]],
    ["an input of a command", ["validate", "-a b.yaml"]],
    ["an input before a tool", ["explain", "-a b.yaml", "say_hello"]],
  ])("is an unknown option, and the help has a path that works: %s", async (_title, args) => {
    write("-a b.yaml", HELLO);
    const { status, stderr } = await gen(...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "error: unknown option '-a b.yaml'\nhelp: write the path as './-a b.yaml'\n" });
    expect(await gen(...args.map((word) => (word === "-a b.yaml" ? "./-a b.yaml" : word)))).toMatchObject({ status: 0 });
  });
});

describe("a path without a file", () => {
  it("is a link to a missing file", async () => {
    symlinkSync("nowhere", join(folder, "link.yaml"));
    expect((await gen("validate", "link.yaml")).stderr).toBe(
      "link.yaml: error[unreadable-file]: cannot read the file (broken link)\nhelp: correct the link, whose target does not exist\n1 error\n",
    );
  });

  // macOS rejects such names.
  it.skipIf(process.platform !== "linux")("is a name that is not UTF-8", async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/configs/caf`), Buffer.from([0xe9]), Buffer.from(".yaml")]), HELLO);
    expect((await gen("validate", "configs")).stderr).toBe(
      "configs/caf\uFFFD.yaml: error[file-not-found]: no such file or directory\nhelp: rename the file: its name is not UTF-8\n1 error\n",
    );
  });

  it("is the dash of other programs for standard input", async () => {
    expect((await gen("validate", "-")).stderr).toBe(
      "-: error[file-not-found]: no such file or directory\nhelp: write `/dev/stdin` for standard input\n1 error\n",
    );
  });

  it("is a revision for a command that reads none", async () => {
    expect((await gen("validate", "git:HEAD:configs")).stderr).toContain(
      "\nhelp: pass a file or directory: only `climax-gen diff` reads revisions\n",
    );
  });

  it("is a revision without the prefix of git paths", async () => {
    const { status, stderr } = await gen("diff", "HEAD~1:configs", "configs");
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "HEAD~1:configs: error[file-not-found]: no such file or directory\n" +
        "help: write `'git:HEAD~1:configs'` for a file of a git revision\nnothing was compared (1 error)\n",
    });
    expect((await gen("diff", "configs", "configs", "--policy-old", "main:p.yaml")).stderr).toContain(
      "write `git:main:p.yaml` for a file of a git revision\n",
    );
  });

  it.each([
    ["the documentation of import", ["--from", "configs"]],
    ["the config to complete", ["--from", "help.txt", "--merge", "configs"]],
  ])("is a directory where a file is required: %s", async (_title, flags) => {
    write("help.txt", "Usage: hello [OPTION]\n\nOptions:\n  -n, --newline  print no newline at the end\n");
    expect(await gen("import", "echo", ...flags)).toEqual({
      status: 1,
      stdout: "",
      stderr: "configs: error[unreadable-file]: cannot read the file (EISDIR)\nhelp: choose another path: this one is a directory\n",
    });
  });
});

describe("init into a path that is not a directory", () => {
  it.each<[title: string, make: () => void, path: string]>([
    ["a link to itself", () => symlinkSync("project", join(folder, "project")), "project/configs/git.yaml"],
    [
      "a file at the path of a directory",
      () => {
        mkdirSync(join(folder, "project"));
        write("project/configs", "");
      },
      "project/configs/git.yaml",
    ],
  ])("reports the error and keeps nothing: %s", async (_title, make, path) => {
    make();
    const { status, stdout, stderr } = await gen("init", "project");
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `${path}: error[output-unwritable]: cannot write the file (EEXIST)\nhelp: choose another path: this one is a file or a broken link\n`,
    });
  });
});

describe("a command in a help line", () => {
  it.each([
    ["of --check", ["-o", "my out", "--check", "--no-bundle", "--", "-a b.yaml"], "climax-gen './-a b.yaml' -o 'my out' --no-bundle"],
    ["for generation", ["generate", "my configs"], "climax-gen 'my configs' -o out/"],
    ["for the server", ["start", "-o", "my out"], "node 'my out/dist/server.mjs'"],
    ["for a query", ["search", "-a b.yaml", "two", "words"].toSpliced(1, 0, "--"), "climax-gen search './-a b.yaml' 'two words'"],
  ])("quotes paths for a shell: %s", async (_title, args, command) => {
    write("-a b.yaml", HELLO);
    expect((await gen(...args)).stderr).toContain(command);
  });
});

describe("a path with control characters", () => {
  const path = "-\u001b[31mx\ny";
  it.each([
    ["generation", ["configs", "-o", path]],
    ["init", ["init", "--", path]],
    ["package", ["package", "out", "--format", "npm", "-o", path]],
    ["page", ["page", "configs", "-o", path]],
    ["a usage error", ["validate", path]],
    ["a generated project as an input", ["--", path]],
  ])("is printed with escapes: %s", async (title, args) => {
    await (title === "a generated project as an input" ? gen("configs", "-o", path) : generate());
    const { stdout, stderr } = await gen(...args);
    expect(`${stdout}${stderr}`).toContain("\\u001b[31mx\\ny");
    expect(`${stdout}${stderr}`).not.toContain("\u001b");
  });
});
