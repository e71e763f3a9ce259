/** Tests the built `climax-gen try` with a small program, in the sandbox. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram } from "../../generator/host/find-program.ts";
import { findSandbox } from "../../generator/host/run-program.ts";
import { climaxGen, type Finished, temporaryFolder } from "./project.ts";

const folder = temporaryFolder();
const project = join(folder, "project");
const bin = join(folder, "bin");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasSandbox = (await findSandbox()) !== undefined;
if (!hasSandbox) console.log("skipped: bubblewrap is missing or does not work here");
const isTraced = findProgram("strace") !== undefined;

const outside = join(folder, "outside.txt");

/** Prints, writes or fails, by its first argument. */
const TOOL = `#!/bin/bash
case "$1" in
  --version) echo "tool 1.4.0";;
  ok) cat data.txt; echo "\${HOME##*/}";;
  no-json) echo "added 1 package"; echo '{"a":1}';;
  nulls) echo '[{"a":1},{"a":2}]';;
  write) echo x > new.txt; echo y > ~/.toolrc; echo wrote;;
  code) exit 3;;
  same) echo "error: nothing matches"; echo "error: nothing matches" >&2;;
  large) seq 1 3000;;
  fail) echo "no such thing" >&2; exit 2;;
  # The shell also writes its error, if a directory is missing or read-only.
  outside) for path in ${outside} ${project}/written /etc/written /var/tmp/written; do (echo x > $path) 2> /dev/null && echo "wrote $path"; done; echo done;;
  connect) (echo > /dev/tcp/203.0.113.1/80) 2> /dev/null; echo done;;
  hook) test -x ./hook && ./hook; git status --short > /dev/null; echo done;;
esac
exit 0
`;

const CONFIG = `name: tool
command: tool
tools:
  - { name: ok, description: Works, command: ok, risk: read, examples: [{ args: {} }] }
  - { name: no_json, description: Prints text, command: no-json, output: json, examples: [{ args: {} }] }
  - { name: nulls, description: Selects nothing, command: nulls, output: { format: json, select: "[].b" }, examples: [{ args: {} }] }
  - { name: write, description: Writes, command: write, risk: read, examples: [{ args: {} }] }
  - { name: code, description: Has a code, command: code, success_exit_codes: [0, 3], examples: [{ args: {} }] }
  - { name: same, description: Repeats, command: same, examples: [{ args: {} }] }
  - { name: large, description: Is long, command: large, examples: [{ args: {} }] }
  - { name: fail, description: Fails, command: fail, examples: [{ args: {} }] }
  - { name: accepted, description: Fails, command: fail, x-allow: [{ code: try-failed, reason: It shows a failure }], examples: [{ args: {} }] }
  - { name: outside, description: Writes outside, command: outside, risk: read, examples: [{ args: {} }] }
  - { name: connect, description: Connects, command: connect, risk: read, examples: [{ args: {} }] }
  - { name: untried, description: Has no example, command: ok }
`;

mkdirSync(project);
mkdirSync(bin);
writeFileSync(join(project, "data.txt"), "data\n");
writeFileSync(join(project, "setup.sh"), "echo prepared >> data.txt\n");
writeFileSync(join(bin, "tool"), TOOL, { mode: 0o755 });
writeFileSync(join(folder, "tool.yaml"), CONFIG);

const PATH = `${bin}${delimiter}${process.env["PATH"] ?? ""}`;

function run(...args: readonly string[]): Promise<Finished> {
  return climaxGen(["try", ...args, "--project", project], { cwd: folder, env: { ...process.env, PATH } });
}

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly line: number }[];
  readonly tools: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>]>>;
  readonly untried: readonly string[];
}

describe.skipIf(!hasSandbox)("climax-gen try", () => {
  it("reports each difference between the config and its examples, and confines the programs", async () => {
    const { status, stdout } = await run("tool.yaml", "--json");
    const { diagnostics, tools, untried } = JSON.parse(stdout) as Report;
    const found = Object.fromEntries(diagnostics.map(({ code, message }) => [code, message]));
    expect(found).toEqual({
      "try-no-json": expect.stringMatching(/^the output of example 1 of "no_json" is not JSON/),
      "try-select-nothing": '`select` of "nulls" finds nothing in the output of example 1',
      "try-read-wrote": '"write" has the risk "read", but its example 1 changes new.txt of the project, .toolrc of the home',
      "try-exit-code": 'example 1 of "code" exits with status 3, a success without a meaning',
      "try-same-text": 'the reply to example 1 of "same" contains standard error twice, because standard output repeats it',
      "try-large-reply": expect.stringMatching(/^the reply to example 1 of "large" has about \d+ tokens, more than 2000$/),
      "try-failed": 'example 1 of "fail" failed: exit status 2, no such thing',
    });
    expect(diagnostics).toHaveLength(7);
    expect(status).toBe(1);
    expect(untried).toEqual(["untried"]);
    expect(tools["ok"]?.[0]).toMatchObject({ argv: ["tool", "ok"], exit: 0, stdout: { kind: "text", bytes: 19 }, project: [], home: [] });
    // "done" and a line feed: no path outside the copy was writable.
    expect(tools["outside"]?.[0]).toMatchObject({ stdout: { bytes: 5 }, project: [], home: [] });
    expect([outside, join(project, "written"), "/etc/written", "/var/tmp/written"].filter(existsSync)).toEqual([]);
    if (isTraced) expect(tools["connect"]?.[0]).toMatchObject({ network: ["203.0.113.1:80"] });
  });

  it("records facts that a later run is compared with", async () => {
    writeFileSync(join(folder, "two.yaml"), CONFIG.slice(0, CONFIG.indexOf("  - { name: no_json")));
    const recorded = await run("two.yaml", "--record", "facts.json");
    expect(recorded).toMatchObject({ status: 0, stderr: "1 example of 1 tool run, no problems\n" });
    expect(JSON.parse(readFileSync(join(folder, "facts.json"), "utf8"))).toMatchObject({ program: "tool", version: "1.4.0" });
    expect(await run("two.yaml", "--check", "facts.json")).toMatchObject({ status: 0 });
    writeFileSync(join(bin, "tool"), TOOL.replace("cat data.txt", "echo '{}'; touch x; exit 1"));
    const checked = await run("two.yaml", "--check", "facts.json");
    writeFileSync(join(bin, "tool"), TOOL);
    expect(checked.status).toBe(1);
    const changed = checked.stderr.split("\n").filter((line) => line.includes("error[try-changed]"));
    expect(changed.map((line) => line.replace(/^.*error\[try-changed\]: /, ""))).toEqual([
      'example 1 of "ok": standard output is json, recorded is text',
      'example 1 of "ok": the exit status is 1, recorded is 0',
      'example 1 of "ok": the project has changes that are not recorded: added x',
    ]);
  });

  it.skipIf(findProgram("git") === undefined)("reports the traps that spring", async () => {
    const tool = (name: string, risk: string): string =>
      `  - { name: ${name}, description: Shows, command: status --short, risk: ${risk}, examples: [{ args: {} }] }\n`;
    const yaml = `name: git\ncommand: git\nenv: { GIT_OPTIONAL_LOCKS: "0" }\ntools:\n${tool("reads", "read")}${tool("writes", "write")}`;
    writeFileSync(join(folder, "git.yaml"), yaml);
    const setup = "git init -q . && git add -A";
    const { status, stdout } = await run("git.yaml", "--setup", setup, "--hostile", "--json");
    const { diagnostics } = JSON.parse(stdout) as Report;
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^try-trap: "reads" has the risk "read", but its example 1 runs .*core\.fsmonitor of \.git\/config/),
      expect.stringMatching(/^try-trap-write: example 1 of "writes" runs a program that the project names: core\.fsmonitor/),
    ]);
    expect(status).toBe(1);
    writeFileSync(join(folder, "git.yaml"), yaml.replace("command: git", "command: git -c core.fsmonitor=false"));
    const fixed = JSON.parse((await run("git.yaml", "--setup", setup, "--hostile", "--json", "--tool", "rea*")).stdout) as Report;
    expect(fixed.diagnostics.map(({ message }) => message).join("\n")).not.toContain("fsmonitor");
  });

  it("lets the setup start programs that npm links into a directory of PATH", async () => {
    // As in `node_modules/.bin`: the program is a link, and reads a file next to it. Temporary directories are hidden in the sandbox.
    const installed = join(folder, "node_modules/linked");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "linked"), '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/text.txt"\n', { mode: 0o755 });
    writeFileSync(join(installed, "text.txt"), "from a package\n");
    symlinkSync("../node_modules/linked/linked", join(bin, "linked"));
    writeFileSync(
      join(folder, "linked.yaml"),
      "name: linked\ncommand: linked\ntools: [{ name: shown, description: Shows, risk: read, examples: [{ args: {} }] }]\n",
    );
    const { stdout, stderr } = await run("linked.yaml", "--setup", "linked > made.txt && test -s made.txt", "--json");
    expect(stderr).not.toContain("try-setup");
    expect(JSON.parse(stdout) as Report).toMatchObject({ tools: { shown: [{ exit: 0, stdout: { kind: "text" } }] } });
  });

  it.each<[string, readonly string[], string]>([
    ["missing program", ["missing.yaml"], 'error[try-missing-program]: "no-such-tool" is not on the PATH of this machine'],
    ["failed setup", ["tool.yaml", "--setup", "echo broken; exit 1"], 'the setup "echo broken; exit 1" failed: broken'],
    [
      "unreadable record",
      ["tool.yaml", "--check", "none.json"],
      '"none.json" is not a record of `climax-gen try`: the file cannot be read',
    ],
    ["tool without an example", ["tool.yaml", "--tool", "untried"], "error[try-no-examples]: no selected tool has an example"],
  ])("rejects a %s", async (_, args, text) => {
    writeFileSync(join(folder, "missing.yaml"), CONFIG.replace("command: tool", "command: no-such-tool"));
    const { status, stderr } = await run(...args);
    expect(stderr).toContain(text);
    expect(status).toBe(1);
  });
});
