/** Tests `dist/cli.mjs` on a terminal: its question before a call, and Ctrl+C. `script` runs it on a pseudo-terminal. */
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Project } from "./project.ts";
import { generateProject } from "./project.ts";
import { hasScript, spawnOnTerminal } from "./terminal.ts";

/** A module that lets a program run before its parent continues, as on a busy machine. */
const SLOW_PARENT = `const { ChildProcess } = require("node:child_process");
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (...options) {
  const result = spawn.apply(this, options);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  return result;
};
`;

const CONFIG = `name: demo
description: Demo
command: sh
tools:
  - { name: guarded, description: Write a file, risk: write, command: "-c 'echo ran; touch written'" }
  - name: wait
    description: Wait
    risk: read
    command: -c 'trap "echo stopped; touch interrupted; exit 3" INT; echo ready; while :; do sleep 0.1; done'
`;

describe.runIf(hasScript())("the command line on a terminal", () => {
  let project: Project;
  beforeAll(async () => {
    project = await generateProject({ "demo.yaml": CONFIG });
    writeFileSync(join(project.folder, "policy.yaml"), "default: enabled\ntools: { guarded: { confirm: true } }\n");
  });
  afterAll(() => project.remove());

  /** Runs the command line, and types each text after the output has its prompt. Returns the output and the exit status. */
  async function onTerminal(
    words: readonly string[],
    prompt: string,
    typed: string,
    env = {},
  ): Promise<{ shown: string; status: unknown }> {
    const command = [process.execPath, join(project.folder, "out/dist/cli.mjs"), ...words];
    const terminal = spawnOnTerminal(command, { cwd: project.folder, env: { ...process.env, ...env } });
    const ended = once(terminal, "close");
    let shown = "";
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
    await expect.poll(() => shown).toContain(prompt);
    terminal.stdin.write(typed);
    const [status] = (await ended) as [unknown];
    return { shown, status };
  }

  const guarded = ["--policy", "policy.yaml", "guarded"];

  it("runs a tool that needs a confirmation only after `y`", async () => {
    const refused = await onTerminal(guarded, "Run it? [y/N] ", "\n");
    expect({ status: refused.status, ran: existsSync(join(project.folder, "written")) }).toEqual({ status: 126, ran: false });
    const { shown, status } = await onTerminal(guarded, "Run it? [y/N] ", "y\n");
    expect({ status, ran: existsSync(join(project.folder, "written")) }).toEqual({ status: 0, ran: true });
    expect(shown).toContain("ran\r\n");
  });

  it("lets the program handle Ctrl+C, and ends with its status", async () => {
    const { shown, status } = await onTerminal(["wait"], "ready", "\u0003");
    expect({ status, isHandled: existsSync(join(project.folder, "interrupted")) }).toEqual({ status: 3, isHandled: true });
    expect(shown).toContain("stopped");
  });

  it("lets the program handle Ctrl+C right after its start", async () => {
    writeFileSync(join(project.folder, "slow-parent.cjs"), SLOW_PARENT);
    const { shown, status } = await onTerminal(["wait"], "ready", "\u0003", { NODE_OPTIONS: "--require ./slow-parent.cjs" });
    expect({ status, isHandled: shown.includes("stopped") }).toEqual({ status: 3, isHandled: true });
  });
});
