/** Errors of users in paths and arguments: each has an exit status, the fault with its location, and a help that works literally. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, gen, generate, HELLO, useHelloFolder, write } from "./hello-folder.ts";
import { ROOT, run, startClimaxGen } from "./project.ts";

useHelloFolder();

const SETPRIV = "/usr/bin/setpriv";
const USER = 65534;
const isRoot = process.getuid?.() === 0;
const isPossible = !isRoot || existsSync(SETPRIV);
if (!isPossible) console.log("skipped: setpriv is not installed");

/** Runs the command as a user who is not root, because root may read everything. */
function genAsUser(...args: readonly string[]) {
  const command = [process.execPath, join(ROOT, "bin/climax-gen.cjs"), ...args];
  return isRoot
    ? run(SETPRIV, [`--reuid=${USER}`, "--clear-groups", ...command], { cwd: folder })
    : run(command[0] ?? "", command.slice(1), { cwd: folder });
}

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
  ])("is a directory, of which no file is chosen: %s", async (_title, flags) => {
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

describe("a program that cannot be drafted", () => {
  it("is named in the command that reads its help from a file", async () => {
    const { stderr } = await gen("init", "project", "--program", "no such");
    expect(stderr).toBe(
      'no such: error[program-missing]: "no such" is not a program on PATH\n' +
        "help: install the program, or save its help in a file and run `climax-gen import 'no such' --from FILE`\n",
    );
    expect(existsSync(join(folder, "project"))).toBe(false);
  });

  it("is a file that is not executable", async () => {
    expect((await gen("import", "./configs/hello.yaml")).stderr).toContain('"./configs/hello.yaml" is not an executable file\n');
  });
});

describe("the config of import --merge", () => {
  it("must run the program that is imported", async () => {
    write("help.txt", "Usage: other [OPTION]\n\nOptions:\n  -n, --newline  print no newline at the end\n");
    const before = readFileSync(join(folder, "configs/hello.yaml"), "utf8");
    const { status, stdout, stderr } = await gen("import", "other", "--from", "help.txt", "--merge", "configs/hello.yaml");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^configs\/hello.yaml:2:10: error\[merge-program\]: the config runs "echo", not "other"\n[^]*\nhelp: run `climax-gen import echo --merge configs\/hello.yaml`\n$/,
    );
    expect(readFileSync(join(folder, "configs/hello.yaml"), "utf8")).toBe(before);
  });

  it("is not replaced if it is read-only, and nothing is reported as added", async () => {
    write("help.txt", "Usage: echo [OPTION]\n\nOptions:\n  -n, --newline  print no newline at the end\n");
    const flags = ["import", "echo", "--from", "help.txt", "--merge", "configs/hello.yaml"];
    for (const path of ["", "configs", "configs/hello.yaml"]) if (isRoot) chownSync(join(folder, path), USER, USER);
    chmodSync(join(folder, "configs/hello.yaml"), 0o444);
    if (isPossible) {
      expect(await genAsUser(...flags)).toEqual({
        status: 1,
        stdout: "",
        stderr:
          "configs/hello.yaml: error[output-unwritable]: cannot write the file (EACCES)\nhelp: change its permissions, or run the command as its owner\n",
      });
    }
    chmodSync(join(folder, "configs/hello.yaml"), 0o640);
    symlinkSync("configs/hello.yaml", join(folder, "link.yaml"));
    expect(await gen(...flags.slice(0, -1), "link.yaml")).toMatchObject({ status: 0 });
    expect(lstatSync(join(folder, "link.yaml")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, "configs/hello.yaml")).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(folder, "configs"))).toEqual(["hello.yaml"]);
    expect(readFileSync(join(folder, "configs/hello.yaml"), "utf8")).toContain("flag: --newline");
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

describe("the help of a usage error", () => {
  it("names the command that was used", async () => {
    expect((await gen("serve", "configs", "--http", "x")).stderr).toMatch(/\nhelp: run `climax-gen serve --help`\n$/);
  });

  it("names the server whose flags are invalid", async () => {
    const { status, stderr } = await gen("install", "my out", "--client", "cursor", "--", "--nope");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "error: invalid server flags: Unknown option '--nope'\nhelp: run `node 'my out/dist/server.mjs' --help`\n",
    });
  });
});

describe("several runs at the same time", () => {
  it("write one output directory in turn", async () => {
    const names = Array.from({ length: 6 }, (_, number) => `server${number}`);
    const runs = await Promise.all(names.map((name) => startClimaxGen(["configs", "-o", "out", "--name", name], { cwd: folder })));
    expect(runs.map(({ status, stderr }) => `${status} ${stderr}`)).toEqual(
      names.map(() => expect.stringMatching(/^0 out: \d+ files written, \d+ unchanged, 0 removed\n$/) as string),
    );
    expect(await generate()).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  });
});

describe.skipIf(!isPossible)("a directory without permissions", () => {
  const DENIED = "cannot read the file (EACCES)\nhelp: change its permissions, or run the command as its owner\n";

  function close(path: string): void {
    mkdirSync(join(folder, path), { recursive: true });
    for (const one of ["", path]) if (isRoot) chownSync(join(folder, one), USER, USER);
    chmodSync(join(folder, path), 0);
  }

  it.each([
    ["the output", ["configs", "-o", "closed", "--no-bundle"], "nothing was written (1 error)\n"],
    ["the output of --check", ["configs", "-o", "closed", "--check"], "closed is out of date (1 error)\n"],
    ["the project to package", ["package", "closed", "--format", "npm"], "nothing was written (1 error)\n"],
    ["the server to install", ["install", "closed", "--client", "cursor", "--config", "new.json"], "nothing was changed\n"],
  ])("is reported once, with the reason: %s", async (_title, args, summary) => {
    close("closed");
    expect(await genAsUser(...args)).toEqual({ status: 1, stdout: "", stderr: `closed: error[unreadable-file]: ${DENIED}${summary}` });
    chmodSync(join(folder, "closed"), 0o700);
  });
});

describe("a limit of the size of files", () => {
  it("is reported with its name, and leaves no file behind", async () => {
    const command = [process.execPath, join(ROOT, "bin/climax-gen.cjs"), "configs", "-o", "out"];
    expect(await run("sh", ["-c", 'ulimit -f 8 && exec "$0" "$@"', ...command], { cwd: folder })).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "out: error[output-unwritable]: cannot write the file (EFBIG)\nhelp: raise the limit of the size of files (`ulimit -f`)\n" +
        "nothing was written (1 error)\n",
    });
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

describe("a project that does not exist", () => {
  it.each([
    ["package", ["--format", "npm"], "nothing was written (1 error)\n"],
    ["install", ["--client", "cursor", "--config", "new.json"], "nothing was changed\n"],
  ])("is a missing file for %s, with a similar name", async (command, flags, summary) => {
    expect(await gen(command, "config", ...flags)).toEqual({
      status: 1,
      stdout: "",
      stderr: `config: error[file-not-found]: no such file or directory\nhelp: did you mean "configs"?\n${summary}`,
    });
    expect((await gen(command, "configs/hello.yaml", ...flags)).stderr).toContain("(ENOTDIR)\nhelp: choose another path");
  });

  it("is removed from a client with the name of the server, as the help says", async () => {
    const flags = ["--client", "cursor", "--config", "new.json", "--uninstall"];
    expect((await gen("install", "gone", ...flags)).stderr).toBe(
      "gone: error[no-server]: the directory contains no generated server\nhelp: name the server to remove with `--name`\nnothing was changed\n",
    );
    expect(await gen("install", "gone", ...flags, "--name", "hello")).toMatchObject({ status: 0 });
  });
});
