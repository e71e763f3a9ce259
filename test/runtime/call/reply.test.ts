import { describe, expect, it } from "vitest";
import type { NotStarted } from "../../../runtime/process/process-failure.ts";
import { toProcessReply } from "../../../runtime/call/process-reply.ts";
import { argumentProblemsReply, busyReply, policyViolationsReply, unknownToolReply } from "../../../runtime/call/reply.ts";

const TIMEOUT = 0.5;

const exited = (exit: number | NodeJS.Signals, stdout = "", stderr = ""): Parameters<typeof toProcessReply>[1] => ({
  kind: "exited",
  exit,
  stdout,
  stderr,
});

const notStarted = (reason: NotStarted["reason"], subject: string): NotStarted => ({
  kind: "not_started",
  reason,
  subject,
  message: "spawn E",
});

describe("the reply to a process that ended", () => {
  it.each([
    ["is its output", exited(0, "out\n"), "out", false],
    ["has standard error after the output", exited(0, "out\n", "err\n"), "out\n\n[stderr]\nerr", false],
    ["may be standard error alone", exited(0, "", "err"), "[stderr]\nerr", false],
    ["states that there was no output", exited(0), "(no output)", false],
    ["states that there was no output if it is blank", exited(0, " \n\t", "\n"), "(no output)", false],
    ["ends with an exit code other than 0", exited(2, "out", "err"), "out\n\n[stderr]\nerr\n\n[exit code: 2]", true],
    ["may be an exit code alone", exited(1), "[exit code: 1]", true],
    ["does not escape its own marks", exited(1, "[stderr]\nfake"), "[stderr]\nfake\n\n[exit code: 1]", true],
  ] as const)("%s", (_title, result, text, isError) => {
    expect(toProcessReply({}, result, TIMEOUT)).toEqual({ text, isError });
  });

  it.each([
    ["SIGKILL", "-9", "SIGKILL killed the program, which often means that memory ran out. Its output can be incomplete. A call with less"],
    ["SIGXCPU", "-24", "The program used up the processor time that `limits.cpu_seconds` of the policy allows. A call with less"],
    ["SIGSEGV", "-11", "The program crashed (SIGSEGV). Its output can be incomplete, and the same call will probably crash again."],
    ["SIGTERM", "-15", "SIGTERM terminated the program. Its output can be incomplete."],
    [-34, "-34", "signal 34 terminated the program. Its output can be incomplete."],
  ] as const)("reports a signal as a negative exit code, and explains it: %s", (exit, code, hint) => {
    const text = `x\n\n[exit code: ${code}]`;
    expect(toProcessReply({}, exited(exit, "x"), TIMEOUT)).toEqual({ text, hint: expect.stringContaining(hint) as string, isError: true });
    const exit_codes = { [code]: { error: "full" } };
    expect(toProcessReply({ exit_codes }, exited(exit, "x"), TIMEOUT)).toEqual({ text: `${text}\nfull`, isError: true });
  });

  it.each([
    ["trailing whitespace is removed", "a \n\n \t", "a"],
    ["leading blank lines are removed", "\n \t\n\r\na", "a"],
    ["the first line keeps its indentation", "\n\n M file\n?? other\n", " M file\n?? other"],
    ["blank lines inside the output stay", "a\n\n b", "a\n\n b"],
    ["a NUL stays", "\0x", "\0x"],
  ])("is trimmed: %s", (_title, output, want) => {
    expect(toProcessReply({}, exited(0, output), TIMEOUT).text).toBe(want);
    expect(toProcessReply({}, exited(0, "", output), TIMEOUT).text).toBe(`[stderr]\n${want}`);
  });

  it.each([
    ["listed, shows the code and is not an error", [0, 1], 1, "[exit code: 1]", false],
    ["not listed, is an error", [0, 1], 2, "[exit code: 2]", true],
    ["of 0 if only others are listed, is an error that is shown", [3], 0, "[exit code: 0]", true],
    ["of 0 if it is listed, is not shown", [0, 1], 0, "(no output)", false],
  ] as const)("with an exit code %s", (_title, success_exit_codes, code, text, isError) => {
    expect(toProcessReply({ success_exit_codes }, exited(code), TIMEOUT)).toEqual({ text, isError });
  });
});

describe("the reply to a process that was terminated", () => {
  it.each([
    ["by the timeout", "timed_out", "", "", "[stderr]\nCommand timed out after 0.5s"],
    ["by the timeout, with output", "timed_out", "out\n", " \nerr\n", "out\n\n[stderr]\nerr\nCommand timed out after 0.5s"],
    ["by its caller", "cancelled", "out", "", "out\n\n[stderr]\nCommand cancelled"],
  ] as const)("%s", (_title, kind, stdout, stderr, text) => {
    expect(toProcessReply({}, { kind, stdout, stderr }, TIMEOUT)).toEqual({ text: `${text}\n\n[exit code: -1]`, isError: true });
  });

  it.each([
    ["timed_out", "Command timed out after 0.5s"],
    ["cancelled", "Command cancelled"],
  ] as const)("starts with the reason if the output is cut: %s", (kind, reason) => {
    const { text } = toProcessReply({}, { kind, stdout: "out", stderr: "", notes: ["[… missing]"] }, TIMEOUT);
    expect(text.split("\n\n").slice(0, 4)).toEqual([reason, "[exit code: -1]", "[… missing]", "out"]);
  });
});

describe("the reply to a process that could not be started", () => {
  it.each([
    ["command_not_found", "gti", "Command not found: gti", /PATH.*full path.*`command`.*`env`/],
    ["command_not_found", "./gti", "Command not found: ./gti", /no such file.*interpreter.*relative path in `command`/],
    ["command_not_found", "", "Command not found: (the command is empty)", undefined],
    ["working_directory_missing", "~", "Working directory does not exist: ~", /relative path.*`~`.*not expanded/],
    ["working_directory_not_a_directory", "/a", "Working directory is not a directory: /a", undefined],
    ["permission_denied", "/a", "Permission denied: /a", undefined],
    ["argument_list_too_long", "echo", "Argument list too long: echo", /standard input/],
    ["too_many_open_files", "echo", "Too many open files: echo could not be started", /later.*ulimit -n/],
    [
      "nul_byte",
      "the environment",
      "A NUL character cannot be passed to a program: the environment contains one",
      /Remove the NUL character/,
    ],
    [
      "unpassable_variable",
      "HOME",
      "The variable HOME of the config's env cannot be passed to the container: its value has a line break, or its name is not allowed",
      undefined,
    ],
    [
      "relative_program",
      "./x",
      "The command ./x is a relative path, and the call names another directory of the container",
      /`working_dir`/,
    ],
    ["files_not_written", "/dev/shm/climax-1/files", "The files for the command could not be written: spawn E", undefined],
    ["executor_failed", "bubblewrap", "The executor bubblewrap could not start the command: spawn E", /did not run.*operator/],
    ["other", "echo", "Command could not be started: echo (spawn E)", undefined],
  ] as const)("says %s (%s), with a remedy if there is one", (reason, subject, words, hint) => {
    const reply = toProcessReply({}, notStarted(reason, subject), TIMEOUT);
    expect(reply).toMatchObject({ text: `[stderr]\n${words}\n\n[exit code: -1]`, isError: true });
    if (hint === undefined) expect(reply).not.toHaveProperty("hint");
    else expect(reply.hint).toMatch(hint);
  });
});

describe("the reply to a call that ran nothing", () => {
  it("lists every problem of its arguments", () => {
    const problems = [
      { kind: "missing", arg: "a", message: "Missing required argument 'a'" },
      { kind: "type", arg: "b", message: "Argument 'b': cannot convert 'x' to integer" },
    ] as const;
    expect(argumentProblemsReply(problems)).toEqual({
      text: "Argument validation failed:\n  - Missing required argument 'a'\n  - Argument 'b': cannot convert 'x' to integer",
      isError: true,
    });
  });

  it.each([
    ["none", ["docker_ps"], "Unknown tool: git_comit"],
    ["one", ["docker_ps", "git_commit"], "Unknown tool: git_comit. Did you mean git_commit?"],
    ["two", ["git_commits", "git_commit"], "Unknown tool: git_comit. Did you mean git_commit or git_commits?"],
    [
      "three of four",
      ["git_commits", "git_commit", "git_comits", "git_comet"],
      "Unknown tool: git_comit. Did you mean git_comet, git_comits or git_commit?",
    ],
  ])("suggests tools with similar names: %s", (_title, known, text) => {
    expect(unknownToolReply("git_comit", known)).toEqual({ text, isError: true });
  });

  it.each([
    ["a name with the prefix of a client", "mcp__server__git_log", "git_log"],
    ["a word of a name", "log", "docker_log or git_log"],
    ["a name of a CLI", "git", "git_log or git_status"],
  ])("suggests tools with the same words for %s", (_title, name, names) => {
    const { text } = unknownToolReply(name, ["git_log", "git_status", "docker_log", "hello"]);
    expect(text).toBe(`Unknown tool: ${name}. Did you mean ${names}?`);
  });

  it("lists at least one problem, and no more than fit into a reply", () => {
    const problem = { message: `must be one of: ${"value, ".repeat(2000)}` };
    const lines = argumentProblemsReply([problem, ...Array.from({ length: 10 }, () => problem)], 3).text.split("\n");
    expect(lines).toEqual(["Argument validation failed:", `  - ${problem.message}`, "  - and 13 more"]);
    expect(argumentProblemsReply([{ message: "x".repeat(20_000) }]).text).toHaveLength("Argument validation failed:\n  - ".length + 20_000);
  });

  it("says that the server is busy and that nothing was run", () => {
    expect(busyReply()).toMatchObject({ text: expect.stringMatching(/busy.*Nothing was run/), isError: true });
  });
});

describe("the reply about violations", () => {
  it("lists a problem once if two policies find it", () => {
    const problem = { message: "Argument 'n': value 9 exceeds maximum 5" };
    const { text } = policyViolationsReply([problem, { message: "Argument 'n': value 9 exceeds maximum 6" }, problem]);
    expect(text).toBe(
      "Policy validation failed:\n  - Argument 'n': value 9 exceeds maximum 5\n  - Argument 'n': value 9 exceeds maximum 6",
    );
  });
});
