/**
 * Tests errors of users in the environment and in arguments: each has an exit status, the fault with its location, and a help that works
 * literally.
 */
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, gen, generate, useHelloFolder, write } from "./hello-folder.ts";
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

describe("a program that cannot be drafted", () => {
  it("is named in the suggested command that reads its help from a file", async () => {
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

describe("the help of a usage error", () => {
  it("names the command that was used", async () => {
    expect((await gen("serve", "configs", "--http", "x")).stderr).toMatch(/\nhelp: run `climax-gen serve --help`\n$/);
  });

  it("names the server whose options are invalid", async () => {
    const { status, stderr } = await gen("install", "my out", "--client", "cursor", "--", "--nope");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "error: invalid server options: Unknown option '--nope'\nhelp: run `node 'my out/dist/server.mjs' --help`\n",
    });
  });
});

describe("several runs at the same time", () => {
  it("write one output directory one after the other", async () => {
    const names = Array.from({ length: 6 }, (_, number) => `server${number}`);
    const runs = await Promise.all(names.map((name) => startClimaxGen(["configs", "-o", "out", "--name", name], { cwd: folder })));
    expect(runs.map(({ status, stderr }) => `${status} ${stderr}`)).toEqual(
      names.map(() => expect.stringMatching(/^0 [^]*out: \d+ files written, \d+ unchanged, 0 removed\n$/) as string),
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
