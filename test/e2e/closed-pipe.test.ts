/** Tests output that is not read to its end or that cannot be written, and a working directory that does not exist. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configPath } from "../fixtures/example-configs.ts";
import { ROOT, temporaryFolder } from "./project.ts";

const HELLO = "name: hello\ncommand: echo\ntools:\n  - { name: say_hello, description: Say hello }\n";

let folder: string;
beforeEach(() => (folder = temporaryFolder({ "good.yaml": HELLO, "bad.yaml": HELLO.replace("command", "comand") })));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command while these streams have no reader. Resolves to its status, and its standard error if that has a reader. */
async function runUnread(unread: readonly ("stdout" | "stderr")[], args: readonly string[]): Promise<{ status: unknown; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, "bin/climax-gen.cjs"), ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  for (const name of unread) child[name].destroy();
  const [status] = (await once(child, "close")) as [unknown];
  return { status, stderr };
}

describe("a command whose output pipe is closed", () => {
  it.each([[["--help"]], [["schema"]], [["list", "good.yaml"]]])("exits without an error message: %j", async (args) => {
    expect(await runUnread(["stdout"], args)).toEqual({ status: 0, stderr: "" });
  });

  it("completes its work", async () => {
    expect(await runUnread(["stdout", "stderr"], ["good.yaml", "-o", "out", "--no-bundle"])).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "out/src/main.ts"))).toBe(true);
  });

  it("reports errors by its exit status", async () => {
    expect(await runUnread(["stdout", "stderr"], ["bad.yaml", "-o", "out"])).toMatchObject({ status: 1 });
    expect(await runUnread(["stdout", "stderr"], ["good.yaml"])).toMatchObject({ status: 2 });
  });
});

describe("a command whose output is larger than a pipe", () => {
  it("writes all of it for a slow reader", async () => {
    const examples = ["docker", "find", "git", "kubectl", "ripgrep"].map((program) => join(ROOT, configPath(program))).join(" ");
    await runInShell(`"$0" "$1" list ${examples} --json > all.json; "$0" "$1" list ${examples} --json | (sleep 0.2; cat) > slow.json`);
    const all = readFileSync(join(folder, "all.json"), "utf8");
    expect(all.length).toBeGreaterThan(64 * 1024);
    expect(readFileSync(join(folder, "slow.json"), "utf8")).toBe(all);
  });
});

/** A device whose every write fails with ENOSPC. */
const FULL = "/dev/full";

/** Runs a shell command line, in which `$0` is Node.js and `$1` the command `climax-gen`. */
async function runInShell(line: string): Promise<{ status: unknown; stderr: string }> {
  const child = spawn("sh", ["-c", line, process.execPath, join(ROOT, "bin/climax-gen.cjs")], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [status] = (await once(child, "close")) as [unknown];
  return { status, stderr };
}

describe.skipIf(!existsSync(FULL))("a command whose output cannot be written", () => {
  it.each(["--help", "schema", "list good.yaml", "validate good.yaml --json"])("reports it once, and fails: %s", async (args) => {
    expect(await runInShell(`"$0" "$1" ${args} > ${FULL}`)).toEqual({
      status: 1,
      stderr: "error: cannot write to standard output (ENOSPC)\nhelp: redirect it to a disk with free space\n",
    });
  });

  it("fails if it cannot write its diagnostics", async () => {
    expect(await runInShell(`"$0" "$1" list missing.yaml 2> ${FULL}`)).toEqual({ status: 1, stderr: "" });
    expect(await runInShell(`"$0" "$1" list good.yaml 2> ${FULL}`)).toEqual({ status: 0, stderr: "" });
  });
});

describe("a command in a working directory that has been deleted", () => {
  const inDeleted = (args: string): string => `base=$PWD; mkdir gone; cd gone; rmdir ../gone; "$0" "$1" ${args}`;

  it("works with absolute paths", async () => {
    expect(await runInShell(inDeleted('"$base/good.yaml" -o "$base/out" --no-bundle'))).toMatchObject({ status: 0 });
  });

  it("reports that calls need a working directory", async () => {
    expect(await runInShell(inDeleted('explain "$base/good.yaml" say_hello'))).toEqual({
      status: 1,
      stderr: "error: the working directory has been deleted\nhelp: change to another directory, and run the command again\n",
    });
    expect(await runInShell(inDeleted('serve "$base/good.yaml"'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("\ncannot start: the working directory has been deleted: change to another one\n") as string,
    });
  });
});
