import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createProgramRuns } from "../../generator/host/program-runs.ts";
import { findSandbox, NO_SANDBOX } from "../../generator/host/run-program.ts";
import { PATIENCE_MS, untilStarted } from "../fixtures/until.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-runs-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sandbox = await findSandbox();
if (sandbox === undefined) console.log("skipped: bubblewrap is missing or does not work here");

function program(name: string, text: string, interpreter = "/bin/sh"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${interpreter}\n${text}\n`, { mode: 0o755 });
  return path;
}

/** Prints the PID namespace, and what earlier runs have left: processes, and files in the writable directories. */
const SHOW = 'readlink /proc/self/ns/pid; ls -A "$HOME" /tmp /dev/shm | grep left-here; count() { echo "$#"; }; count /proc/[0-9]*';

describe.runIf(sandbox)("programs that share a sandbox", () => {
  const { run: runWithin, close } = createProgramRuns(sandbox ?? NO_SANDBOX);
  // A busy machine can need more than the default time limit.
  const run: typeof runWithin = (words, options) => runWithin(words, { timeLimitMs: PATIENCE_MS, ...options });
  afterAll(close);
  const outputs = async (path: string, ...lines: readonly string[]): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (const line of lines) {
      const result = await run([path, ...line.split(" ")], {});
      texts.push(result.kind === "not_started" ? result.reason : result.stdout);
    }
    return texts;
  };

  it("prints to their own streams, and exits with their own status", async () => {
    const path = program("streams", "printf '%s|' \"$@\"; echo err >&2; exit $#");
    for (const words of [["a b", "'", "$HOME"], ["*"], [], ["\\n", "", "x"]]) {
      const stdout = words.length === 0 ? "|" : words.map((word) => `${word}|`).join("");
      expect(await run([path, ...words], {})).toEqual({ kind: "exited", exit: words.length, stdout, stderr: "err\n" });
    }
    expect(await run([path, "line\nbreak"], {})).toMatchObject({ exit: 1, stdout: "line\nbreak|" });
  });

  it("share it, and see no files of each other", async () => {
    const path = program(
      "shares",
      `${SHOW}; case $1 in home) mkdir -p "$HOME/.left-here/in" ;; memory) touch /dev/shm/left-here "/tmp/left-here '*" ;; esac`,
    );
    const seen = await outputs(path, "-", "home", "memory", "-");
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toMatch(/^pid:/);
    expect(seen[0]).not.toContain("left-here");
  });

  it("do not share it with a file that cannot be removed", async () => {
    const path = program("keeps", `${SHOW}; if [ "$1" = keep ]; then mkdir -p /tmp/left-here/in; chmod 0 /tmp/left-here; fi`);
    const [first, second, third] = (await outputs(path, "-", "keep", "-")).map((text) => text.split("\n")[0]);
    expect(second).toBe(first);
    // Without capabilities, root cannot remove it either.
    expect(third).not.toBe(first);
  });

  it("leave no process, and hold no output open", async () => {
    const path = program("forks", `${SHOW}; if [ "$1" = fork ]; then (setsid sleep 61 || sleep 61) & fi`);
    const [first = "", , last = ""] = await outputs(path, "-", "fork", "-");
    expect(last).toBe(first);
  });

  it("are killed at a limit, and the next one runs", async () => {
    const path = program("limits", "echo start; case $1 in sleep) sleep 60 ;; flood) yes ;; esac");
    const { result } = await untilStarted(
      (seconds) => run([path, "sleep"], { timeLimitMs: seconds * 1000 }),
      ({ kind, ...output }) => kind === "killed" && "stdout" in output && output.stdout !== "",
      [0.5, 10, 60],
    );
    expect(result).toEqual({ kind: "killed", reason: "time", stdout: "start\n", stderr: "" });
    expect(await run([path, "flood"], {})).toMatchObject({ kind: "killed", reason: "output" });
    expect(await outputs(path, "-")).toEqual(["start\n"]);
  });

  it("run alone if they end the sandbox, or a shell cannot start them", async () => {
    const path = program("ends", 'echo out; [ "$1" = end ] && kill 0; sleep 0.1; echo late');
    expect((await outputs(path, "-", "end", "-"))[2]).toBe("out\nlate\n");
    const missing = await run([program("missing", "", join(folder, "no-interpreter"))], {});
    expect(missing.kind).toBe("not_started");
  });

  it("lose no output after a program that changes the streams", async () => {
    const path = program(
      "blocks",
      'process.stdout.write("x".repeat(1_000_000)); process.stderr.write("y".repeat(500_000));',
      process.execPath,
    );
    for (let round = 0; round < 2; round++) {
      const result = await run([path], {});
      expect(result.kind === "exited" && [result.stdout.length, result.stderr.length]).toEqual([1_000_000, 500_000]);
    }
  });
});
