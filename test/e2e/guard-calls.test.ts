/** Runs a guard whose policy has executors: what its calls may do, and what a caller's variables change. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { constants, homedir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBubblewrap } from "../fixtures/engines.ts";
import type { Project } from "./project.ts";
import { climaxGen, generateProject } from "./project.ts";

const bubblewrap = findBubblewrap();
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

/** Prints its words, its variables and its version, or writes a file. */
const SHOW = `#!/bin/sh
case $1 in
  end) kill -"$2" $$ ;;
  box | free) (echo text > "$2") 2>/dev/null && echo written || echo "not written" ;;
  env) echo "$HOME $PAGER $GIT_PAGER \${XDG_CONFIG_HOME:-none} \${SHOW_MODE:-none}" ;;
  *) echo "words: $*" ;;
esac
`;

const PATH_ARG = "args: [{ name: path, positional: true, required: true, description: File }]";

const CONFIG = `name: show
description: Show how calls run
command: show
program_version: ">=1"
version_command: version --short
tools:
  - { name: show_box, command: box, risk: write, description: Write in the sandbox. It cannot., ${PATH_ARG} }
  - { name: show_free, command: free, risk: write, description: Write a file, ${PATH_ARG} }
  - { name: show_end, command: end, risk: read, description: End with a signal, args: [{ name: signal, positional: true, required: true }] }
  - { name: show_env, command: env, risk: read, description: Print variables }
  - { name: show_version, command: bump, risk: write, description: Raise the version }
  - { name: show_off, command: off, risk: read, description: Never runs }
`;

const policyWith = (executor: string, own: string): string => `kind: policy
env: { inherit: [PATH, HOME, XDG_CONFIG_HOME, SHOW_MODE] }
executor: ${executor}
default: disabled
tools: { show_box: {}, show_free: ${own}, show_end: ${own}, show_env: {}, show_version: {} }
`;

describe("a guard", () => {
  let project: Project;
  let folder: string;
  beforeAll(async () => {
    project = await generateProject({ "show.yaml": CONFIG });
    folder = project.folder;
    mkdirSync(join(folder, "programs"));
    writeFileSync(join(folder, "programs/show"), SHOW);
    chmodSync(join(folder, "programs/show"), 0o755);
    const sandbox = "missing" in bubblewrap ? "{ type: local }" : "{ type: bubblewrap }";
    writeFileSync(join(folder, "policy.yaml"), policyWith(sandbox, "{ executor: { type: local } }"));
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

  const show = (words: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const path = [join(folder, "programs"), process.env["PATH"] ?? ""].join(delimiter);
    const env = { ...process.env, PATH: path, ...variables };
    const { status, stdout, stderr } = spawnSync(join(folder, "guard/bin/show"), words, { cwd: folder, env, encoding: "utf8" });
    return { status, stdout, stderr };
  };

  it.skipIf("missing" in bubblewrap)("runs each tool in its own executor", () => {
    expect([show(["free", "a.txt"]), show(["box", "b.txt"])]).toEqual([
      { status: 0, stdout: "written\n", stderr: "" },
      { status: 0, stdout: "not written\n", stderr: "" },
    ]);
    expect([existsSync(join(folder, "a.txt")), existsSync(join(folder, "b.txt"))]).toEqual([true, false]);
  });

  it("ends with the signal that killed its program, so that a shell stops its loop", () => {
    const end = (signal: string) => {
      const env = { ...process.env, PATH: [join(folder, "programs"), process.env["PATH"] ?? ""].join(delimiter) };
      return spawnSync(join(folder, "guard/bin/show"), ["end", signal], { cwd: folder, env }).signal;
    };
    expect(["INT", "TERM", "HUP"].map(end)).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
    expect(show(["end", "USR2"])).toEqual({ status: 128 + constants.signals.SIGUSR2, stdout: "", stderr: "" });
  });

  it("has no pager and no configuration of the caller, also if a policy inherits the variables", () => {
    const own = { HOME: "/tmp/own", PAGER: "less", GIT_PAGER: "less", XDG_CONFIG_HOME: "/tmp/own", SHOW_MODE: "mine" };
    expect(homedir().length).toBeGreaterThan(0);
    expect(show(["env"], own).stdout).toBe(`${userInfo().homedir} cat cat none mine\n`);
  });

  it("runs the words that print the version, exactly as the config declares them", () => {
    expect(show(["version", "--short"])).toEqual({ status: 0, stdout: "words: version --short\n", stderr: "" });
    for (const words of [["version"], ["version", "--short", "x"], ["--short", "version"], ["--version"]])
      expect(show(words)).toMatchObject({ status: 126, stdout: "" });
  });

  it("prints its own help, and starts no program for it", () => {
    const all = show(["--help"]);
    expect(all).toEqual({
      status: 0,
      stdout:
        "A guard runs these command lines of show, and no others:\n  show box: Write in the sandbox.\n  show bump: Raise the version\n  show end: End with a signal\n  show env: Print variables\n" +
        "  show free: Write a file\nThe options of one: show box --help\n",
      stderr: "",
    });
    expect(show(["help"])).toEqual(all);
    expect(show(["box", "--help"]).stdout).toContain("\n  show box PATH\n      Write in the sandbox.\n");
    expect(show(["off", "--help"])).toMatchObject({ status: 126, stdout: "" });
  });

  it("names the subcommands that read if none is written", () => {
    expect(show([])).toMatchObject({
      status: 126,
      stderr: expect.stringContaining("show: A subcommand is missing: write one, such as end, env.\nrule: unknown-subcommand.") as string,
    });
    expect(show(["off"]).stderr).toContain("The policy does not enable show_off.\n");
  });
});
