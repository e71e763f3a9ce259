/** Tests `dist/cli.mjs` of a generated project: tools and arguments named like its own words, and its exit statuses. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Project } from "./project.ts";
import { generateProject, run } from "./project.ts";

const CONFIG = `name: odd
description: Tools with odd names
command: printf
tools:
  - name: search
    description: Print a word
    command: '%s'
    risk: read
    args: [{ name: word, positional: true, required: true, description: A word }]
    examples: [{ args: { word: hi } }]
  - name: odd_args
    description: Print the words of odd arguments
    command: '<%s>'
    risk: read
    args:
      - { name: help, description: A text }
      - { name: json, description: A text }
      - { name: args, description: A text }
  - name: feed
    program: cat
    description: Print the input
    risk: read
    args:
      - { name: input, stdin: true, description: The input }
  - { name: token, program: printenv, command: ODD_TOKEN, description: Print a secret, risk: read, reply_prefix: A prefix }
  - { name: late, program: sleep, command: '20', timeout: 1, description: Wait, risk: read }
  - { name: gone, program: no-such-program, description: Start nothing, risk: read }
  - { name: asked, program: printf, command: asked, description: Ask, risk: write }
`;

describe("the command line of a project", () => {
  let project: Project;
  beforeAll(async () => {
    project = await generateProject({ "odd.yaml": CONFIG });
    writeFileSync(join(project.folder, "token"), "value-of-the-token\n");
    const secrets = { ODD_TOKEN: { file: join(project.folder, "token") } };
    writeFileSync(
      join(project.folder, "policy.yaml"),
      JSON.stringify({ kind: "policy", default: "enabled", approval: { global: "write" }, env: { secrets } }),
    );
  });
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  /** Runs the command line to its end. */
  const cli = (...words: readonly string[]) =>
    run(process.execPath, ["out/dist/cli.mjs", "--policy", "policy.yaml", ...words], { cwd: project.folder });

  it("prints the help of a tool whose argument is named help, and of a tool that is named like a command", async () => {
    const odd = {
      status: 0,
      stdout: expect.stringMatching(/^Usage: node out\/dist\/cli\.mjs odd_args \[flags\]\n[^]*Also: --dry-run\n$/),
      stderr: "",
    };
    expect(await cli("help", "odd_args")).toEqual(odd);
    expect(await cli("--help", "odd_args")).toEqual(odd);
    expect((await cli("odd_args", "--help")).stderr).toContain("help: run `node out/dist/cli.mjs help odd_args`");
    expect((await cli("help", "search")).stdout).toMatch(
      /^Usage: node out\/dist\/cli\.mjs call search WORD\n[^]*\n {2}node out\/dist\/cli\.mjs call search hi\n/,
    );
    expect((await cli("call", "search", "hi")).stdout).toBe("hi");
    const commands = await Promise.all(
      [
        ["search", "--help"],
        ["list", "-h"],
        ["call", "--help"],
        ["help", "list"],
      ].map((words) => cli(...words)),
    );
    expect(commands.map(({ status, stdout }) => [status, stdout.split("\n")[0]])).toEqual(
      commands.map(() => [0, "Usage: node out/dist/cli.mjs [options] TOOL [arguments]"]),
    );
  });

  it("refuses names in --args that the tool does not have, and a second reader of standard input", async () => {
    expect(await cli("feed", "--args", '{"inptu": "x"}')).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("unknown argument 'inptu', did you mean 'input'?"),
    });
    expect(await cli("feed", "--args", "-", "--input", "-")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("both read standard input"),
    });
  });

  it("prints the output alone, with the values of secrets, and masks them with --json", async () => {
    expect(await cli("token")).toEqual({ status: 0, stdout: "value-of-the-token\n", stderr: "" });
    expect((await cli("token", "--json")).stdout).toMatch(/"text": "A prefix\\n\*\*\*"/);
  });

  it("ends with the statuses of a shell", async () => {
    const ends = await Promise.all([cli("late"), cli("asked"), cli("gone"), cli("nothing")]);
    expect(ends.map(({ status, stdout }) => [status, stdout])).toEqual([124, 126, 127, 2].map((status) => [status, ""]));
  });

  it("says that the range of a search is empty", async () => {
    expect((await cli("search", "--limit", "0", "print")).stdout).toBe("tools match, and --limit and --offset select none of them\n");
  });
});
