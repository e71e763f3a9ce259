import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ProgramRun, Sandbox } from "../../generator/host/run-program.ts";
import { canSandbox, runProgram } from "../../generator/host/run-program.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-run-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sandboxes: readonly Sandbox[] = (await canSandbox()) ? ["none", "bubblewrap"] : ["none"];
if (sandboxes.length === 1) console.log("skipped: bubblewrap is missing or does not work here");

function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

function textOf(run: ProgramRun): string {
  return run.kind === "not_started" ? run.reason : run.stdout;
}

/** Reports whether a process is running. Zombies of other parents do not count. */
async function isRunning(pid: string): Promise<boolean> {
  const run = await runProgram(["ps", "-o", "stat=", "-p", pid], { sandbox: "none" });
  return run.kind === "exited" && /^[^Z\s]/.test(run.stdout.trim());
}

describe.each(sandboxes)("runProgram with the sandbox %s", (sandbox) => {
  it("returns both streams and the exit status", async () => {
    const path = script("streams", "echo out; echo err >&2; exit 3");
    expect(await runProgram([path], { sandbox })).toMatchObject({ kind: "exited", exit: 3, stdout: "out\n", stderr: "err\n" });
  });

  it("passes no input and no variables of this process", async () => {
    const path = script("input", 'cat; echo "[$CLIMAX_SECRET][$NO_COLOR][$PAGER]"');
    process.env["CLIMAX_SECRET"] = "s3cret";
    expect(textOf(await runProgram([path], { sandbox }))).toBe("[][1][cat]\n");
    delete process.env["CLIMAX_SECRET"];
  });

  it("provides an empty home directory", async () => {
    const path = script("home", 'cd "$HOME" && ls -A && touch made-here 2>/dev/null; true');
    expect(textOf(await runProgram([path], { sandbox }))).not.toContain(".npm");
    expect(readdirSync(homedir())).not.toContain("made-here");
  });

  it("finds the interpreter of a script behind a link in a hidden directory", async () => {
    const [environment, real] = [join(folder, `venv-${sandbox}`, "bin"), join(folder, `real-${sandbox}`, "bin")];
    for (const path of [environment, real]) mkdirSync(path, { recursive: true });
    copyFileSync(realpathSync("/bin/sh"), join(real, "interpreter"));
    symlinkSync(join(real, "interpreter"), join(environment, "interpreter"));
    mkdirSync(join(folder, `tools-${sandbox}`));
    const path = join(folder, `tools-${sandbox}`, "tool");
    writeFileSync(path, `#!${join(environment, "interpreter")}\necho found\n`, { mode: 0o755 });
    expect(textOf(await runProgram([path], { sandbox }))).toBe("found\n");
  });

  it("finds the program that a shim starts", async () => {
    const [shims, programs] = [join(folder, `versions-${sandbox}`, "shims"), join(folder, `versions-${sandbox}`, "programs")];
    for (const path of [shims, programs]) mkdirSync(path, { recursive: true });
    writeFileSync(join(programs, "tool"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    writeFileSync(join(shims, "tool"), `#!/bin/sh\nexec "${join(programs, "tool")}"\n`, { mode: 0o755 });
    expect(textOf(await runProgram([join(shims, "tool")], { sandbox }))).toBe("found\n");
  });

  it("finds the packages that a program of node_modules needs", async () => {
    const modules = join(folder, `project-${sandbox}`, "node_modules");
    for (const path of [".bin", "tool/lib", "other"]) mkdirSync(join(modules, path), { recursive: true });
    writeFileSync(join(modules, "other", "print"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    writeFileSync(join(modules, "tool", "lib", "cli"), `#!/bin/sh\nexec "${join(modules, "other", "print")}"\n`, { mode: 0o755 });
    symlinkSync("../tool/lib/cli", join(modules, ".bin", "tool"));
    expect(textOf(await runProgram([join(modules, ".bin", "tool")], { sandbox }))).toBe("found\n");
  });

  it("kills a program at the time limit", async () => {
    const run = await runProgram([script("sleeps", "echo started; sleep 60")], { sandbox, timeLimitMs: 500 });
    expect(run).toMatchObject({ kind: "killed", reason: "time" });
  });

  it("kills a program that prints too much", async () => {
    const run = await runProgram([script("floods", "yes")], { sandbox });
    expect(run).toMatchObject({ kind: "killed", reason: "output" });
    expect(textOf(run).length).toBe(2 * 1024 * 1024);
  });

  it("reports a program that does not exist", async () => {
    expect(await runProgram([join(folder, "missing")], { sandbox })).toEqual({
      kind: "not_started",
      reason: "it is not on PATH, or not executable",
    });
  });

  it("removes its temporary directory", async () => {
    const [own, before] = [join(folder, `tmp-${sandbox}`), process.env["TMPDIR"]];
    mkdirSync(own);
    process.env["TMPDIR"] = own;
    await runProgram([script("writes", "touch here 2>/dev/null; true")], { sandbox });
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    expect(readdirSync(own)).toEqual([]);
  });
});

describe("runProgram", () => {
  it("kills background processes that hold the output open", async () => {
    const path = script("forks", "sleep 61 & echo $!");
    const run = await runProgram([path], { sandbox: "none" });
    expect(run.kind).toBe("exited");
    await expect.poll(() => isRunning(textOf(run).trim()), { timeout: 60_000 }).toBe(false);
  });

  it.runIf(sandboxes.includes("bubblewrap"))("hides the network and write access in bubblewrap", async () => {
    const path = script(
      "escapes",
      "ls /sys/class/net 2>/dev/null | wc -l; cat /proc/net/dev | grep -vc 'lo:'; touch /etc/made-here 2>/dev/null && echo wrote",
    );
    const text = textOf(await runProgram([path], { sandbox: "bubblewrap" }));
    expect(text.split("\n")[1]).toBe("2");
    expect(text).not.toContain("wrote");
  });
});
