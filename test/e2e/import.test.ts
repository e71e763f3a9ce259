/** Tests the built `climax-gen import` and `climax-gen verify` with small programs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { findSandbox } from "../../generator/host/run-program.ts";
import { isGone } from "../fixtures/programs.ts";
import { climaxGen, type Finished, ROOT, run as runCommand, temporaryFolder } from "./project.ts";

const folder = temporaryFolder();
const bin = temporaryFolder();
// No page of this machine documents the small programs: tcllib installs tool(3tcl), for example.
writeFileSync(join(bin, "man"), "#!/bin/sh\nexit 16\n", { mode: 0o755 });
afterAll(() => [folder, bin].forEach((path) => rmSync(path, { recursive: true, force: true })));

/** Without a working bubblewrap, programs run unconfined, and flags are not probed. */
const hasSandbox = (await findSandbox()) !== undefined;
if (!hasSandbox) console.log("skipped for probes: bubblewrap is missing or does not work here");
const FLAGS = hasSandbox ? [] : ["--no-sandbox"];

/** A program that rejects unknown long options before it prints its help. */
function tool(version: string, options: string): void {
  const known = Array.from(options.matchAll(/--([a-z-]+)/g), ([, name]) => name).join("|");
  const text = `#!/bin/sh
for word in "$@"; do
  case "$word" in
    --help|--version) ;;
    --*) name=\${word%%=*}; case "\${name#--}" in ${known || "none"}) ;; *) echo "tool: unknown option $name" >&2; exit 2;; esac;;
  esac
done
case "$*" in
  *--version*) echo "tool ${version}";;
  list*) printf '%s\\n' 'List what is there' '' 'Usage: tool list [OPTIONS] [NAME]...' '' 'Options:' ${options
    .split("\n")
    .map((line) => `'${line}'`)
    .join(" ")};;
  --help) printf '%s\\n' 'Keeps things' '' 'Usage: tool COMMAND' '' 'Commands:' '  list   List what is there' '  prune  Remove all';;
  *) exit 2;;
esac
`;
  writeFileSync(join(bin, "tool"), text, { mode: 0o755 });
}

function run(...args: readonly string[]): Promise<Finished> {
  return climaxGen([...args, ...FLAGS], { cwd: folder, env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` } });
}

const V1 =
  "  -n, --limit <N>      At most N\n      --shape <SHAPE>  Form [possible values: round, flat]\n      --all            All of them";
const V2 = "  -n, --limit          Limit the number\n      --shape <SHAPE>  Form [possible values: round, oval]";

describe("climax-gen import", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves no directory and no process behind after %s", async (signal) => {
    const temporary = join(folder, signal);
    mkdirSync(temporary);
    const file = join(folder, `${signal}.pid`);
    writeFileSync(join(bin, "slow"), `#!/bin/sh\necho $$ > ${file}\nexec sleep 60\n`, { mode: 0o755 });
    const child = spawn(process.execPath, [join(ROOT, "bin/climax-gen.cjs"), "import", join(bin, "slow"), "--no-sandbox"], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).toBe(true);
    expect(readdirSync(temporary)).not.toEqual([]);
    child.kill(signal);
    expect(await exited).toEqual([null, signal]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(await isGone(Number(readFileSync(file, "utf8")))).toBe(true);
  });

  it("leaves no directory behind if a signal arrives as soon as the directory exists", async () => {
    const temporary = join(folder, "early");
    mkdirSync(temporary);
    writeFileSync(join(bin, "early"), "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
    const child = spawn(process.execPath, [join(ROOT, "bin/climax-gen.cjs"), "import", join(bin, "early"), "--no-sandbox"], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    while (child.exitCode === null && readdirSync(temporary).length === 0) await setImmediate();
    child.kill("SIGHUP");
    expect(await exited).toEqual([null, "SIGHUP"]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("drafts a config that passes validate --strict", async () => {
    tool("1.4.0", V1);
    const { status, stderr } = await run("import", "tool", "-o", "tool.yaml");
    expect(stderr).toContain("1 tool, 3 options");
    expect(stderr).toContain("prune (exited without a text)");
    expect(status).toBe(0);
    const text = readFileSync(join(folder, "tool.yaml"), "utf8");
    expect(text).toContain("# Drafted from tool 1.4.0: tool --help, tool list --help.");
    expect(text).toContain("  - name: tool_list\n    description: List what is there # help:1\n    command: list\n    risk: read\n");
    expect((await climaxGen(["validate", "--strict", "tool.yaml"], { cwd: folder, env: { ...process.env, PATH: bin } })).status).toBe(0);
  });

  it("names the section of the man page", async () => {
    const own = join(folder, "with-man");
    mkdirSync(own);
    writeFileSync(join(own, "keep"), "#!/bin/sh\necho 'Usage: keep [-a]'\n", { mode: 0o755 });
    const page = `KEEP(8)      Manual      KEEP(8)\n\nNAME\n       keep - keep things${"\n".repeat(200)}`;
    writeFileSync(join(own, "man"), `#!/bin/sh\nprintf '%s' '${page}'\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${own}${delimiter}${process.env["PATH"] ?? ""}` };
    const { stdout } = await climaxGen(["import", "keep", "--no-sandbox"], { cwd: folder, env });
    expect(stdout).toContain("# Drafted from keep: keep --help, keep(8).\nname: keep\ndescription: keep things # man:4\n");
  });

  it("advises commands that work for a program that needs its files, and drafts none from its man page alone", async ({ skip }) => {
    const own = join(folder, "needs");
    mkdirSync(own);
    const message = "echo 'needs: no settings' >&2; exit 1";
    writeFileSync(
      join(own, "needs"),
      `#!/bin/sh\n[ -e settings ] || { ${message}; }\nprintf 'Usage: needs [OPTIONS]\\n\\n  --one <X>   One\\n'\n`,
      { mode: 0o755 },
    );
    const page = `NEEDS(1)      Manual      NEEDS(1)\n\nNAME\n       needs - need them\n\nSYNOPSIS\n       needs <filter> <command>${"\n".repeat(200)}`;
    writeFileSync(join(own, "man"), `#!/bin/sh\nprintf '%s' '${page}'\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${own}${delimiter}${process.env["PATH"] ?? ""}` };
    const open = await climaxGen(["import", "needs", "--no-sandbox"], { cwd: own, env });
    expect([open.status, open.stdout]).toEqual([1, ""]);
    expect(open.stderr).toContain('"needs" printed no help that can be read: "needs: no settings"\n');
    const [save = "", ...read] = Array.from(open.stderr.matchAll(/`([^`]+)`/g), ([, words = ""]) => words);
    writeFileSync(join(own, "settings"), "");
    expect((await runCommand("sh", ["-c", save], { cwd: own, env })).status).toBe(0);
    expect(read).toEqual(["climax-gen import needs --from needs.txt"]);
    expect((await climaxGen(read[0]?.split(" ").slice(1) ?? [], { cwd: own, env })).stdout).toContain("      - { name: one, flag: --one=");
    if (!hasSandbox) skip("bubblewrap is missing or does not work here");
    const confined = await climaxGen(["import", "needs"], { cwd: own, env });
    expect([confined.status, confined.stderr]).toEqual([
      1,
      expect.stringContaining("help: add `--no-sandbox` if the program needs the network,"),
    ]);
  });

  it("creates the directory of the draft", async () => {
    expect((await run("import", "tool", "list", "-o", "new/configs/tool.yaml")).status).toBe(0);
    expect(readFileSync(join(folder, "new/configs/tool.yaml"), "utf8")).toContain("  - name: tool_list\n");
  });

  it("does not overwrite a file", async () => {
    const { status, stderr } = await run("import", "tool", "-o", "tool.yaml");
    expect([status, stderr]).toEqual([1, expect.stringContaining("cannot write the draft: the file exists")]);
  });

  it("shows the additions of --merge, and writes them without --dry-run", async () => {
    const own =
      "command: tool\ntools:\n  - name: mine\n    description: Mine\n    command: list\n    args:\n      - name: all\n        type: boolean\n";
    writeFileSync(join(folder, "own.yaml"), own);
    const dry = await run("import", "tool", "list", "--merge", "own.yaml", "--dry-run");
    expect(dry.stdout).toContain("+      - { name: limit, type: integer, flag: --limit");
    expect(readFileSync(join(folder, "own.yaml"), "utf8")).toBe(own);
    expect((await run("import", "tool", "list", "--merge", "own.yaml")).status).toBe(0);
    expect(readFileSync(join(folder, "own.yaml"), "utf8")).toContain(
      "        type: boolean\n      - { name: limit, type: integer, flag: --limit",
    );
  });

  it("adds options with --merge only to tools of the subcommand that is named", async () => {
    const own = "command: tool\ntools:\n  - name: mine\n    description: Mine\n    command: list\n    args:\n      - name: all\n";
    writeFileSync(join(folder, "kept.yaml"), own);
    const { stdout, stderr } = await run("import", "tool", "--merge", "kept.yaml", "--dry-run");
    expect(stdout).not.toContain("--limit");
    expect(stderr).toContain("tools that lack options, for which you must name the subcommand: mine\n");
  });

  it("rejects --dry-run without --merge, and writes nothing", async () => {
    const { status, stderr } = await run("import", "tool", "-o", "dry.yaml", "--dry-run");
    expect([status, stderr]).toEqual([
      2,
      "error: option '--dry-run' has no effect without '--merge <config>'\nhelp: add --merge, or remove --dry-run\n",
    ]);
    expect(existsSync(join(folder, "dry.yaml"))).toBe(false);
  });

  it("reads a saved text without the program", async () => {
    writeFileSync(join(folder, "help.txt"), "Usage: absent [OPTIONS]\n\n  --one <X>   One\n");
    const { status, stdout } = await run("import", "absent", "--from", "help.txt");
    expect([status, stdout]).toEqual([0, expect.stringContaining("      - { name: one, flag: --one=, description: One }")]);
  });

  it.each([
    ["a program that is missing", "no-such-program", '"no-such-program" is not a program on PATH'],
    ["a shell built-in", "export", '"export" is a shell built-in, not a program'],
    ["a script without help", "silent", '"silent" exited without a text'],
    ["a program that needs a terminal", "screen-only", '"screen-only" exited because it needs a terminal'],
    ["a program that prints 100 MB", "floods", '"floods" printed more than 2 MB'],
    ["a program that waits for input", "waits", '"waits" exited without a text'],
    ["a program that forks", "forks", '"forks" printed no help that can be read'],
  ])("reports %s", async (_what, program, message) => {
    // No other run of these tests on this machine sleeps so long.
    const ownSeconds = `62.${process.pid}`;
    const scripts = {
      silent: "exit 0",
      "screen-only": "echo 'not a tty' >&2; exit 1",
      floods: "head -c 100000000 /dev/zero | tr '\\0' x",
      waits: 'read -r line; echo "$line" > answer; exit 0',
      forks: `sleep ${ownSeconds} & echo started`,
    };
    for (const [name, text] of Object.entries(scripts)) writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const { status, stdout, stderr } = await run("import", program);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).not.toContain("answer");
    expect((await runCommand("ps", ["-eo", "args"])).stdout).not.toContain(`\nsleep ${ownSeconds}\n`);
  });
});

describe("climax-gen verify", () => {
  it("accepts a config that agrees with its program", async () => {
    tool("1.4.0", V1);
    const { status, stderr } = await run("verify", "--strict", "tool.yaml");
    expect([status, stderr]).toEqual([0, "3 flags in 1 file compared, no problems\n"]);
  });

  it("finds the changes of another version of the program", async () => {
    tool("1.3.0", V2);
    const { status, stdout } = await run("verify", "--json", "tool.yaml");
    const { diagnostics, notes } = JSON.parse(stdout) as {
      diagnostics: { code: string; line: number; severity: string }[];
      notes: string[];
    };
    const found = diagnostics.map(({ code, severity }) => `${severity} ${code}`);
    expect(found).toEqual([
      "error verify-version",
      "warning verify-perhaps-none",
      "warning verify-values",
      hasSandbox ? "error verify-refused-flag" : "warning verify-unknown-flag",
    ]);
    expect(notes).toEqual(["tool list --shape also accepts oval"]);
    expect(status).toBe(1);
  });

  it("finds a subcommand that was removed", async () => {
    writeFileSync(join(folder, "gone.yaml"), "command: tool\ntools:\n  - name: a\n    description: A\n    command: lisst\n");
    const { status, stderr } = await run("verify", "gone.yaml");
    expect(stderr).toContain('gone.yaml:5:14: error[verify-subcommand]: "tool" has no subcommand "lisst"');
    expect(stderr).toContain('help: did you mean "list"?');
    expect(status).toBe(1);
  });

  it("expands variables in the command of a config, and marks the words of commands", async () => {
    tool("1.4.0", V1);
    const text = `command: $TOOL_FOLDER/tool lisst\nprogram_version: ">=1"\nversion_command: nothing\ntools:
  - { name: a, description: A }
  - { name: b, description: B, program: ./no-such-program now }
  - { name: c, description: C, program: tool list --constant=1 }\n`;
    writeFileSync(join(folder, "words.yaml"), text);
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, TOOL_FOLDER: bin };
    const { stdout } = await climaxGen(["verify", "--json", "words.yaml", ...FLAGS], { cwd: folder, env });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; line: number; column: number; endColumn: number }[] };
    const lines = text.split("\n");
    expect(diagnostics.map(({ code, line, column, endColumn }) => [code, lines[line - 1]?.slice(column - 1, endColumn - 1)])).toEqual([
      ["verify-subcommand", "lisst"],
      ["verify-no-version", "nothing"],
      ["verify-missing-program", "./no-such-program"],
      [hasSandbox ? "verify-refused-flag" : "verify-unknown-flag", "--constant"],
    ]);
  });

  it("looks up programs in the PATH of the config and of the tool", async () => {
    tool("1.4.0", V1);
    const text = `command: tool\nenv: { PATH: "${bin}:/usr/bin:/bin" }\ntools:
  - { name: a, description: A, command: list, args: [{ name: all }] }
  - { name: b, description: B, program: tool list, env: { PATH: "$TOOL_FOLDER:$PATH" }, args: [{ name: limit, type: boolean }] }\n`;
    writeFileSync(join(folder, "path.yaml"), text);
    const { stdout } = await climaxGen(["verify", "--json", "path.yaml", ...FLAGS], {
      cwd: folder,
      env: { ...process.env, TOOL_FOLDER: bin },
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the documentation of "tool list" shows no value for "--all"',
      '"--limit" of "tool list" takes a value, but the argument is a boolean',
    ]);
  });

  it("compares a tool with its own program, and with the options that the program lists for all commands", async () => {
    const texts = {
      other: "Usage: other [OPTIONS]\n\n  --one <X>   One",
      many: "Usage: many COMMAND\n\nCommands:\n  add   Add\n  drop  Drop\n\nmany options lists global options",
    };
    writeFileSync(join(bin, "other"), `#!/bin/sh\necho '${texts.other}'\n`, { mode: 0o755 });
    const scripts = `case "$1" in options) printf 'Options:\\n  --context <X>   Context\\n';; add) echo 'Usage: many add [--all]';; *) echo '${texts.many}';; esac`;
    writeFileSync(join(bin, "many"), `#!/bin/sh\n${scripts}\n`, { mode: 0o755 });
    const text =
      "command: many\nglobal_args: [{ name: context }]\ntools:\n  - { name: a, description: A, command: add }\n  - { name: o, description: O, program: other, args: [{ name: one, type: boolean }] }\n  - { name: m, description: M, program: no-such-program }\n";
    writeFileSync(join(folder, "several.yaml"), text);
    const { stdout } = await run("verify", "--json", "several.yaml");
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["verify-unknown-flag", 'no help text or man page of "other" mentions "--context"'],
      ["verify-takes-value", '"--one" of "other" takes a value, but the argument is a boolean'],
      ["verify-missing-program", '"no-such-program" is not on the PATH of this machine'],
    ]);
  });

  it("compares a config with an installed program: GNU sort", async ({ skip }) => {
    const { stdout: version } = await runCommand("sort", ["--version"], {}).catch(() => ({ stdout: "" }));
    if (!version.includes("GNU coreutils")) return skip("sort is not GNU sort");
    const args = ["reverse, type: boolean", "key, type: boolean", "upside_down, type: boolean"].map((arg) => `{ name: ${arg} }`);
    const text = `command: sort\nprogram_version: ">=999"\ntools:\n  - name: s\n    description: S\n    args: [${args.join(", ")}]\n`;
    writeFileSync(join(folder, "sort.yaml"), text);
    const { status, stdout } = await run("verify", "--json", "sort.yaml");
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
    expect(diagnostics.map(({ code, message }) => [code, /--[\w-]+/.exec(message)?.[0]])).toEqual([
      ["verify-version", undefined],
      ["verify-takes-value", "--key"],
      [hasSandbox ? "verify-refused-flag" : "verify-unknown-flag", "--upside-down"],
    ]);
    expect(status).toBe(1);
  });

  it("does not start programs of the repository without --run-local", async () => {
    const local = temporaryFolder({
      ".git/HEAD": "",
      "here.sh": "#!/bin/sh\ntouch started\n",
      "a.yaml": "command: ./here.sh\ntools:\n  - name: a\n    description: A\n",
    });
    await import("node:fs").then(({ chmodSync }) => chmodSync(join(local, "here.sh"), 0o755));
    const { status, stderr } = await climaxGen(["verify", "a.yaml", ...FLAGS], { cwd: local });
    expect([status, stderr]).toEqual([0, expect.stringContaining("verify-local-program")]);
    expect(existsSync(join(local, "started"))).toBe(false);
    rmSync(local, { recursive: true, force: true });
  });

  it("prints SARIF", async () => {
    const { stdout } = await run("verify", "--format", "sarif", "gone.yaml");
    const { runs } = JSON.parse(stdout) as { runs: { results: { ruleId: string; level: string }[] }[] };
    expect(runs[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([["verify-subcommand", "error"]]);
  });
});
