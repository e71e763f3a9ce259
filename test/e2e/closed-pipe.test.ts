/** Tests readers that close the pipe before the command has written everything, such as `| head`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
