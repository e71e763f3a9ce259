/** Tests `--watch` in a process that runs until a signal. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { climaxGen, ROOT, temporaryFolder } from "./project.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const HELLO = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    risk: read\n";
const POLICY = "default: enabled\n";

let folder: string;
let watcher: ChildProcess;
let said: string;

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const generated = (path: string): string => readFileSync(join(folder, "out/src", path), "utf8");

beforeEach(() => {
  folder = temporaryFolder({ "configs/hello.yaml": HELLO, "policy.yaml": POLICY });
  said = "";
  const args = [join(ROOT, "bin/climax-gen.cjs"), "configs/", "-o", "out", "--policy", "policy.yaml", "--no-bundle", "--watch"];
  watcher = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  watcher.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
});
afterEach(() => {
  watcher.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves to the output from `from` on, when it contains this text. */
async function hear(text: string, from = 0): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!said.slice(from).includes(text)) {
    if (Date.now() > deadline) throw new Error(`"${text}" was not said, but:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return said.slice(from);
}

/** Makes a change. Resolves to the output about the change. */
async function change(act: () => void, text: string): Promise<string> {
  const from = said.length;
  act();
  return await hear(text, from);
}

describe("--watch", () => {
  it("generates immediately, and again after each change of an input, with one line per run", async () => {
    expect(await hear("press Ctrl+C to stop\n")).toMatch(
      /^out: \d+ files written, 0 unchanged, 0 removed; 1 of 1 tool enabled by policy\.yaml\nwatching 2 files, press Ctrl\+C to stop\n$/,
    );
    const edited = await change(() => write("configs/hello.yaml", HELLO.replace("Say hello", "Say hi")), "policy.yaml\n");
    expect(edited).toBe("out: 3 files written, 10 unchanged, 0 removed; 1 of 1 tool enabled by policy.yaml\n");
    expect(generated("clis/hello.ts")).toContain('"Say hi"');
  });

  it("detects new and removed files, new directories, and changes of the policy", async () => {
    await hear("Ctrl+C");
    await change(() => {
      mkdirSync(join(folder, "configs/more"));
      write("configs/more/bye.yaml", HELLO.replaceAll("hello", "bye"));
    }, "policy.yaml\n");
    expect(generated("clis/bye.ts")).toContain("say_bye");
    await change(() => write("policy.yaml", `${POLICY}tools: { say_bye: { confirm: true } }\n`), "policy.yaml\n");
    expect(generated("policy.ts")).toContain("confirm");
    expect(
      await change(() => rmSync(join(folder, "configs/more/bye.yaml")), "1 removed; 1 of 1 tool enabled by policy.yaml (1 warning)\n"),
    ).toContain("policy-unknown-tool");
  });

  it("detects changes of the policies that a policy includes", async () => {
    await hear("Ctrl+C");
    write("base.yaml", "tools: { say_hello: { confirm: true } }\n");
    await change(() => write("policy.yaml", "include: [base.yaml]\n"), "1 of 1 tool enabled by policy.yaml\n");
    expect(generated("policy.ts")).toContain("confirm");
    await change(() => write("base.yaml", "tools: { say_hello: {} }\n"), "1 of 1 tool enabled by policy.yaml\n");
    expect(generated("policy.ts")).not.toContain("confirm");
    expect(await change(() => write("base.yaml", "tools: []\n"), "nothing was written")).toContain("base.yaml:1:8: error[wrong-type]");
  });

  it("detects changes of the fragments that a config includes", async () => {
    await hear("Ctrl+C");
    write("common.yaml", "kind: fragment\ndefaults: { timeout: 5 }\n");
    await change(() => write("configs/hello.yaml", `${HELLO}include: [../common.yaml]\n`), "policy.yaml\n");
    expect(generated("clis/hello.ts")).toContain("timeout: 5,");
    await change(() => write("common.yaml", "kind: fragment\ndefaults: { timeout: 7 }\n"), "policy.yaml\n");
    expect(generated("clis/hello.ts")).toContain("timeout: 7,");
  });

  it("keeps the last valid output while an input has errors, and continues", async () => {
    await hear("Ctrl+C");
    const before = generated("clis/hello.ts");
    const broken = await change(() => write("configs/hello.yaml", HELLO.replace("command:", "comand:")), "nothing was written");
    expect(broken).toContain("configs/hello.yaml:2:1: error[unknown-key]");
    expect(generated("clis/hello.ts")).toBe(before);
    expect(await change(() => write("configs/hello.yaml", HELLO), "up to date")).toContain(
      "out is up to date, nothing to write; 1 of 1 tool enabled by policy.yaml\n",
    );
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("exits with status 0 on %s", async (signal) => {
    await hear("Ctrl+C");
    const ended = new Promise((resolve) => watcher.on("exit", (status, by) => resolve([status, by])));
    watcher.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  it.each([["--check"], ["--json"]])("cannot be combined with %s", async (flag) => {
    expect(await climaxGen(["configs", "-o", "out", "--watch", flag], { cwd: folder })).toMatchObject({ status: 2 });
  });
});
