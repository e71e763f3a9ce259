/** Tests the V8 settings for memory of a server on standard input. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generateProject } from "./project.ts";

const CONFIG = "name: hello\ncommand: echo\ntools:\n  - { name: say_hello, description: Say hello }\n";

/** Writes each flag of V8 that is set to standard error. */
const PRINT_FLAGS = `
const v8 = require("node:v8");
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  process.stderr.write(flag + "\\n");
  setFlagsFromString(flag);
};
`;

it("limits the growth of the heap, and optimizes later", async () => {
  const { folder, server, remove } = await generateProject({ "hello.yaml": CONFIG });
  const hook = join(folder, "print-flags.cjs");
  writeFileSync(hook, PRINT_FLAGS);
  const child = spawn(process.execPath, ["--require", hook, server], { stdio: ["pipe", "ignore", "pipe"] });
  try {
    let stderr = "";
    for await (const chunk of child.stderr.setEncoding("utf8")) {
      stderr += chunk;
      if (/--interrupt-budget|--invocation-count/.test(stderr)) break;
    }
    expect(stderr).toContain("--semi-space-growth-factor=1\n--heap-growing-percent=200\n");
  } finally {
    const closed = once(child, "close");
    child.stdin.end();
    await closed;
    remove();
  }
});
