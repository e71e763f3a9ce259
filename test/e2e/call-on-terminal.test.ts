/** Tests `climax-gen call` and `serve` on a terminal: the program `script` runs them on a pseudo-terminal and copies the output. */
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "./project.ts";
import { hasScript, spawnOnTerminal } from "./terminal.ts";

// Runs until the test has seen the progress.
const CONFIG = `name: hello
command: sh
tools:
  - name: wait
    description: Wait for a file
    command: -c 'until test -e go; do sleep 0.1; done; echo found'
`;
const POLICY = "default: disabled\ntools: { wait: { confirm: true } }\n";

/** Start of a line of progress: moves to the first column, and erases the line. */
const ERASE_LINE = "\r\u001B[K";

/** More than two intervals of the progress, in milliseconds. */
const TWO_INTERVALS = 2500;

describe.runIf(hasScript())("a server on a terminal", () => {
  it("says that it waits for a client, and names the option that serves people", async () => {
    const folder = temporaryFolder({ "hello.yaml": CONFIG });
    const command = [process.execPath, join(ROOT, "bin/climax-gen.cjs"), "serve", "hello.yaml"];
    const terminal = spawnOnTerminal(command, { cwd: folder });
    let shown = "";
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
    try {
      await expect.poll(() => shown).toContain("waiting for an MCP client on standard input (--http 8080 serves");
    } finally {
      terminal.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.runIf(hasScript())("call on a terminal", () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder({ "hello.yaml": CONFIG, "policy.yaml": POLICY });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("shows no progress in the line of its question, and shows progress after the answer", async () => {
    const command = [process.execPath, join(ROOT, "bin/climax-gen.cjs"), "call", "hello.yaml", "wait", "--policy", "policy.yaml"];
    const env = { ...process.env, TERM: "xterm" };
    const terminal = spawnOnTerminal(command, { cwd: folder, env });
    const ended = once(terminal, "close");
    let shown = "";
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
    // Before the question, a busy machine shows the progress of the checks.
    const afterQuestion = (): string => shown.split("Run it? [y/N] ").slice(1).join("");
    try {
      await expect.poll(() => shown).toContain("Run it? [y/N] ");
      await new Promise((resolve) => setTimeout(resolve, TWO_INTERVALS));
      expect(afterQuestion()).not.toContain(ERASE_LINE);
      terminal.stdin.write("y\n");
      await expect.poll(afterQuestion).toContain(ERASE_LINE);
      writeFileSync(join(folder, "go"), "");
      expect(await ended).toEqual([0, null]);
      expect(shown).toMatch(/\r\u001B\[Kfound\r\n$/);
    } finally {
      terminal.kill();
    }
  });
});
