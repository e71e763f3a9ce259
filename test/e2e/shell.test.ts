/** Tests `dist/cli.mjs`: statuses, streams, signals and completion, with real processes. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../fixtures/programs.ts";
import type { Project } from "./project.ts";
import { generateProject } from "./project.ts";

const CONFIG = `name: demo
description: Demo
command: env
tools:
  - { name: leave, description: Exit, risk: read, command: "${program("exit-with")}", args: [{ name: code, type: integer, positional: true, required: true, max: 99 }, { name: out, positional: true }, { name: err, positional: true }] }
  - { name: print, description: Print words, risk: read, command: "${program("print-argv")}", args: [{ name: format, enum: [one, two] }, { name: word, positional: true }] }
  - { name: copy, description: Copy, risk: read, command: cat, args: [{ name: content, stdin: true }] }
  - { name: die, description: Die, risk: read, command: "${program("die-by")} TERM" }
  - { name: nap, description: Sleep, risk: read, timeout: 1, command: sleep, args: [{ name: seconds, positional: true }] }
  - { name: many, description: Many, risk: read, command: "yes" }
  - { name: gone, description: Missing, risk: read, command: no-such-program-here }
  - { name: guarded, description: Asks, risk: write, command: echo }
`;
const POLICY = "default: enabled\ntools: { guarded: { confirm: true }, print: { args: { word: { pattern: '[a-z]*' } } } }\n";

let project: Project;
let folder = "";
beforeAll(async () => {
  project = await generateProject({ "demo.yaml": CONFIG });
  folder = mkdtempSync(join(tmpdir(), "shell-test-"));
  writeFileSync(join(folder, "policy.yaml"), POLICY);
});
afterAll(() => {
  project.remove();
  rmSync(folder, { recursive: true });
});

const cli = (): string => join(project.folder, "out/dist/cli.mjs");

function run(words: readonly string[], input?: string): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli(), ...words], {
    cwd: project.folder,
    encoding: "utf8",
    ...(input === undefined ? { stdio: ["ignore", "pipe", "pipe"] as const } : { input }),
  });
  return { status, out: stdout, err: stderr };
}

describe("a call from a shell", () => {
  it("has the streams and the status of the program", () => {
    expect(run(["leave", "3", "out\\n", "err\\n"])).toEqual({ status: 3, out: "out\n", err: "err\n" });
  });

  it("is refused by the policy, in the terms of a shell, and so is a confirmation without a terminal", () => {
    const policy = ["--policy", join(folder, "policy.yaml")];
    const refused = run([...policy, "print", "X"]);
    expect(refused).toMatchObject({ status: 126, out: "" });
    expect(refused.err).toContain("  - --word: ");
    expect(run([...policy, "guarded"])).toMatchObject({ status: 126, out: "", err: expect.stringContaining("needs a terminal") as string });
  });

  it("names the flag of a wrong argument, and a command that helps", () => {
    const { status, err } = run(["leave", "100"]);
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining("--code: ") as string });
    const [, command = ""] = /run `node (\S+) leave --help`/.exec(err) ?? [];
    expect(spawnSync(process.execPath, [command, "leave", "--help"], { cwd: project.folder, encoding: "utf8" }).stdout).toContain(
      "CODE, --code",
    );
  });

  it("ends with 127 for a missing program, 124 after the timeout, and 2 for an unknown tool", () => {
    expect([run(["gone"]).status, run(["nap", "60"]).status, run(["levae"]).status]).toEqual([127, 124, 2]);
  });

  it("reads a file or a flag as the standard input of the tool, and nothing otherwise", () => {
    writeFileSync(join(folder, "input"), "from a file");
    const file = openSync(join(folder, "input"), "r");
    const piped = spawnSync(process.execPath, [cli(), "copy"], { stdio: [file, "pipe", "pipe"], encoding: "utf8" });
    expect([
      piped.stdout,
      run(["copy", "--content", "a flag"]).out,
      run(["copy", "--content", "-"], "explicit").out,
      run(["copy"]).out,
    ]).toEqual(["from a file", "a flag", "explicit", ""]);
  });

  it("prints the result as JSON, or an explanation, with the same status", () => {
    const { status, out } = run(["--json", "leave", "3", "x"]);
    expect({ status, result: JSON.parse(out) as object }).toMatchObject({
      status: 3,
      result: { isError: true, content: [{ type: "text" }] },
    });
    expect(run(["leave", "3", "--dry-run"])).toMatchObject({ status: 0, out: expect.stringContaining("nothing was started") as string });
  });

  it("ends with the signal of its program, and forwards its own to the program", async () => {
    expect(spawnSync(process.execPath, [cli(), "die"])).toMatchObject({ signal: "SIGTERM" });
    const endWith = async (signal: NodeJS.Signals): Promise<unknown> => {
      const child = spawn(process.execPath, [cli(), "many"], { stdio: ["ignore", "pipe", "ignore"] });
      await once(child.stdout, "data");
      child.kill(signal);
      child.stdout.resume();
      return await once(child, "exit");
    };
    expect(await endWith("SIGTERM")).toEqual([null, "SIGTERM"]);
    // Node.js would open its debugger.
    expect(await endWith("SIGUSR1")).toEqual([128 + constants.signals.SIGUSR1, null]);
  });

  it("is quiet if its reader stops", () => {
    const pipe = spawnSync("sh", ["-c", `"$0" "$1" many | head -c 9; "$0" "$1" list | true`, process.execPath, cli()], {
      encoding: "utf8",
    });
    expect(pipe).toMatchObject({ stdout: "y\ny\ny\ny\ny", stderr: "" });
  });

  it("lists and finds tools", () => {
    expect(run(["list"]).out).toContain("leave    read");
    expect(JSON.parse(run(["search", "print", "--json"]).out)).toMatchObject({ mode: "search", results: [{ tool_name: "print" }] });
    expect(run(["--version"]).out).toMatch(/^demo /);
  });
});

describe("completion", () => {
  const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;
  for (const shell of ["bash", "zsh", "fish"])
    if (!has(shell)) console.log(`skipped: ${shell} is not installed (apt-get install ${shell})`);

  it.runIf(has("bash"))("completes tools, flags, values and files in bash", () => {
    const script = `source <("$0" "$1" completion bash --name demo)
      t() { COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _climax_demo 2>/dev/null; echo "\${COMPREPLY[*]}"; }
      t demo cop; t demo print --fo; t demo print --format ""; t demo print --format = o; t demo print ou; t demo completion f`;
    const { stdout } = spawnSync("bash", ["-c", script, process.execPath, cli()], { cwd: project.folder, encoding: "utf8" });
    expect(stdout.split("\n")).toEqual(["copy", "--format", "one two", "one", "out", "fish", ""]);
  });

  it.runIf(has("fish"))("completes in fish", () => {
    const script = `source (${process.execPath} ${cli()} completion fish --name demo | psub); complete -C 'demo cop'; complete -C 'demo print --format '`;
    expect(spawnSync("fish", ["-c", script], { encoding: "utf8" }).stdout.trim().split("\n")).toEqual(["copy", "one", "two"]);
  });

  it.runIf(has("zsh"))("completes in zsh", () => {
    // `compadd` prints what it adds. Without a line editor, zsh has no other.
    const script = `compdef() { }; compadd() { shift; print -r -- "$@"; }; source <("$1" "$2" completion zsh --name demo)
      t() { words=("$@"); CURRENT=$#; _climax_demo; }; t demo cop; t demo print --format ""`;
    const { stdout } = spawnSync("zsh", ["-f", "-c", script, "zsh", process.execPath, cli()], { encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(["copy", "one two"]);
  });
});
