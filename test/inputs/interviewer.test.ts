import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { NO_SANDBOX } from "../../generator/host/run-program.ts";
import { withInterviewer } from "../../generator/inputs/interviewer.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-gen-interviewer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a program that logs its arguments, one line per start. Returns its path and a reader of the log. */
function createProgram(name: string, script: string): { readonly program: string; readonly starts: () => readonly string[] } {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\necho "start $*" >> ${program}.log\n${script}\n`, { mode: 0o755 });
  return { program, starts: () => readFileSync(`${program}.log`, "utf8").trimEnd().split("\n") };
}

describe("an interviewer", () => {
  it("runs each command once, also if several tools ask at the same time", async () => {
    const { program, starts } = createProgram("talks", 'echo "asked: $*"');
    const words = [program, "list", "--help"];
    const answers = await withInterviewer(NO_SANDBOX, async ({ ask }) => [
      ...(await Promise.all([ask(words), ask(words), ask([program, "list --help"])])),
      await ask(words),
    ]);
    expect(starts()).toHaveLength(2);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({ kind: "texts", texts: ["asked: list --help\n"] });
  });

  it("returns the failure of a command again, and does not repeat it", async () => {
    const { program, starts } = createProgram("fails", "exit 3");
    const failure = { kind: "failed", problem: "exited without a text" };
    const answers = await withInterviewer(NO_SANDBOX, async ({ ask }) => [await ask([program]), await ask([program])]);
    expect(answers).toEqual([failure, failure]);
    expect(starts()).toHaveLength(1);
  });
});
