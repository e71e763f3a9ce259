import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ProgramRun, Sandbox } from "../../generator/host/run-program.ts";
import { findSandbox, NO_SANDBOX, runProgram as runWithin } from "../../generator/host/run-program.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-run-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** A home directory for a test. */
const homes = join(folder, "home-of-user");
afterEach(() => vi.unstubAllEnvs());

const bubblewrap = await findSandbox();
if (bubblewrap === undefined) console.log("skipped: bubblewrap is missing or does not work here");
const sandboxes: readonly Sandbox[] = [NO_SANDBOX, ...(bubblewrap === undefined ? [] : [bubblewrap])];

/** Runs a program. A busy machine can need more than the default time limit. */
const runProgram: typeof runWithin = (words, options) => runWithin(words, { timeLimitMs: PATIENCE_MS, ...options });

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
  const run = await runProgram(["ps", "-o", "stat=", "-p", pid], { sandbox: NO_SANDBOX });
  return run.kind === "exited" && /^[^Z\s]/.test(run.stdout.trim());
}

describe.each(sandboxes)("runProgram with the sandbox $kind", (sandbox) => {
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

  it("finds an interpreter of a version manager behind a link in the script's own environment", async () => {
    const [environment, versions] = [join(folder, `venv-${sandbox.kind}`, "bin"), join(homes, ".pyenv/versions", sandbox.kind, "bin")];
    for (const path of [environment, versions]) mkdirSync(path, { recursive: true });
    copyFileSync(realpathSync("/bin/sh"), join(versions, "interpreter"));
    symlinkSync(join(versions, "interpreter"), join(environment, "interpreter"));
    const path = join(environment, "tool");
    writeFileSync(path, `#!${join(environment, "interpreter")}\necho found\n`, { mode: 0o755 });
    vi.stubEnv("HOME", homes);
    expect(textOf(await runProgram([path], { sandbox }))).toBe("found\n");
  });

  it("finds the program that a shim starts", async () => {
    const [shims, programs] = [join(folder, `versions-${sandbox.kind}`, "shims"), join(folder, `versions-${sandbox.kind}`, "programs")];
    for (const path of [shims, programs]) mkdirSync(path, { recursive: true });
    writeFileSync(join(programs, "tool"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    writeFileSync(join(shims, "tool"), `#!/bin/sh\nexec "${join(programs, "tool")}"\n`, { mode: 0o755 });
    expect(textOf(await runProgram([join(shims, "tool")], { sandbox }))).toBe("found\n");
  });

  it("puts the programs beside the real one before the shims on PATH", async () => {
    const [shims, programs] = [join(homes, ".pyenv/shims"), join(homes, ".pyenv/versions/3.9/bin")];
    for (const path of [shims, programs]) mkdirSync(path, { recursive: true });
    writeFileSync(join(homes, ".pyenv/version"), "3.9\n");
    for (const name of ["tool", "tool-part"]) writeFileSync(join(shims, name), "#!/bin/sh\necho shim\n", { mode: 0o755 });
    writeFileSync(join(programs, "tool"), '#!/bin/sh\nexec tool-"$1"\n', { mode: 0o755 });
    writeFileSync(join(programs, "tool-part"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    vi.stubEnv("HOME", homes);
    vi.stubEnv("PATH", `${shims}:${process.env["PATH"] ?? ""}`);
    expect(textOf(await runProgram(["tool", "part"], { sandbox }))).toBe("found\n");
  });

  it("finds the packages that a program of node_modules needs", async () => {
    const modules = join(folder, `project-${sandbox.kind}`, "node_modules");
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
    const [own, before] = [join(folder, `tmp-${sandbox.kind}`), process.env["TMPDIR"]];
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
    const run = await runProgram([path], { sandbox: NO_SANDBOX });
    expect(run.kind).toBe("exited");
    await expect.poll(() => isRunning(textOf(run).trim())).toBe(false);
  });

  it.runIf(bubblewrap)("hides the network and write access in bubblewrap", async () => {
    const path = script(
      "escapes",
      "ls /sys/class/net 2>/dev/null | wc -l; cat /proc/net/dev | grep -vc 'lo:'; touch /etc/made-here 2>/dev/null && echo wrote",
    );
    const text = textOf(await runProgram([path], { sandbox: bubblewrap ?? NO_SANDBOX }));
    expect(text.split("\n")[1]).toBe("2");
    expect(text).not.toContain("wrote");
  });

  describe.runIf(bubblewrap)("in bubblewrap", () => {
    /** A directory with a file, which no program needs. */
    const secrets = join(folder, "secrets");
    const show = `cat ${join(secrets, "file")} 2>/dev/null; echo done`;
    const run = async (...words: readonly string[]): Promise<string> =>
      textOf(await runProgram(words, { sandbox: bubblewrap ?? NO_SANDBOX }));
    beforeAll(() => {
      mkdirSync(secrets);
      writeFileSync(join(secrets, "file"), "secret\n");
      writeFileSync(join(secrets, "run"), `#!/bin/sh\n${show}\n`, { mode: 0o755 });
    });

    it("shows no directory that a #! line names", async () => {
      mkdirSync(join(folder, "cloned"));
      const path = join(folder, "cloned", "tool");
      writeFileSync(path, `#!${join(secrets, "run")}\n${show}\n`, { mode: 0o755 });
      expect(await run(path)).not.toContain("secret\n");
      // With an interpreter that exists in the sandbox, the script runs, and sees as little.
      writeFileSync(path, `#!/bin/sh ${join(secrets, "run")}\n${show}\n`, { mode: 0o755 });
      expect(await run(path)).not.toContain("secret\n");
    });

    it("shows no directory that a link names, unless the link is on PATH", async () => {
      const [repository, bin] = [join(folder, "repository"), join(folder, "own-bin")];
      for (const path of [repository, bin]) {
        mkdirSync(path);
        symlinkSync(join(secrets, "run"), join(path, "linked"));
      }
      expect(await run(join(repository, "linked"))).not.toContain("secret\n");
      vi.stubEnv("PATH", `${bin}:${process.env["PATH"] ?? ""}`);
      expect(await run("linked")).toBe("secret\ndone\n");
    });

    it("hides a home directory behind a link, and shows its program", async () => {
      // Below `/tmp`, the sandbox would not have the link.
      const outside = realpathSync(mkdtempSync("/var/tmp/climax-run-"));
      const [home, link] = [join(outside, "home"), join(outside, "link")];
      mkdirSync(home);
      symlinkSync(home, link);
      writeFileSync(join(home, "settings"), "secret\n");
      writeFileSync(join(home, "list"), '#!/bin/sh\nls "$HOME"\n', { mode: 0o755 });
      vi.stubEnv("HOME", link);
      expect(await run(join(link, "list"))).toBe("list\n");
      expect(await run(join(home, "list"))).toBe("list\n");
      rmSync(outside, { recursive: true });
    });

    it("hides the home directory of the account if HOME names another one", async () => {
      const path = script("lists", `ls -A '${userInfo().homedir}'`);
      const usual = await run(path);
      for (const home of ["/", "", folder, "relative"]) {
        vi.stubEnv("HOME", home);
        expect(await run(path), home).toBe(usual);
      }
    });

    it("shows a program whose own directory is hidden, and none of the files next to it", async () => {
      vi.stubEnv("HOME", secrets);
      expect(await run(join(secrets, "run"))).toBe("done\n");
    });
  });
});
