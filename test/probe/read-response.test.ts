import { expect, it } from "vitest";
import type { Response } from "../../generator/probe/read-response.ts";
import { readJoined, readSeparate } from "../../generator/probe/read-response.ts";

const toResponse = (line: string): Response => ({ texts: [line], exit: 2 });

const GETOPT = "tool: unrecognized option '--zz9alpha'";
const PFLAG = "Error: unknown flag: --zz9alpha";
const CLAP = "error: unexpected argument '--zz9alpha' found";
const ARGPARSE = "tool: error: unrecognized arguments: --zz9alpha --zz9beta --zz9gamma";

it("reads the response to a flag before the invented ones", () => {
  const cases = [
    ["--jobs", GETOPT, "tool: unrecognized option '--zz9beta'", "taken"],
    ["--jobs", GETOPT, "tool: invalid --jobs argument '--zz9alpha'", "taken"],
    ["--jobs", GETOPT, "tool: invalid number of jobs", "wrong"],
    ["--jobs", GETOPT, "tool: invalid argument for -j, --jobs", "wrong"],
    ["--jobs", GETOPT, "tool: cannot open '--zz9alpha': No such file", "taken"],
    ["--jobs", GETOPT, "tool: option '--jobs=--zz9alpha' is invalid", "taken"],
    // All options are read, and the wrong value is only a warning.
    ["--jobs", GETOPT, "WARNING: jobs \"--zz9alpha\" not recognised\ntool: unrecognized option '--zz9beta'", "taken"],
    ["--jobs", GETOPT, "tool: option --jobs: expected a proper numerical parameter", "missing"],
    ["--jobs", ARGPARSE, "error: argument --jobs: expected one argument", "missing"],
    ["--jobs", CLAP, "error: a value is required for '--jobs <N>' but none was supplied", "missing"],
    ["--jobs", GETOPT, "tool: --jobs must be given as --jobs=number", "joined"],
    ["--jobs", GETOPT, "tool: unrecognized option '--jobs'", "rejected"],
    ["--jobs", CLAP, "error: unexpected argument '--jobs' found", "rejected"],
    ["--jobs", ARGPARSE, "tool: error: unrecognized arguments: --jobs --zz9alpha --zz9beta --zz9gamma", "rejected"],
    ["--jobs", GETOPT, GETOPT, "alone"],
    ["--watch", "tool: invalid plain flag: --zz9alpha", "tool: invalid watch flag: --zz9alpha", "alone"],
    ["--jobs", GETOPT, "tool: --jobs can only be used with --all", "exists"],
    ["-x", GETOPT, "tool: invalid option -- 'x'", "rejected"],
    ["-x", PFLAG, "Error: unknown shorthand flag: 'x' in -x", "rejected"],
    ["-x", GETOPT, "-x option 1: Invalid command line:", "wrong"],
    // Not the flag, but its value: a script.
    ["--expression", GETOPT, "tool: -e expression #1, char 1: unknown command: `-'", "wrong"],
  ] as const;
  const found = cases.map(([flag, plain, line]) => [flag, plain, line, readSeparate(flag, toResponse(line), toResponse(plain))]);
  expect(found).toEqual(cases);
});

it("reads the response to a joined value", () => {
  const cases = [
    [GETOPT, GETOPT, "accepted"],
    [ARGPARSE, "error: argument --jobs: invalid choice: 'zz9value' (choose from 'a', 'b')", "accepted"],
    [CLAP, "error: invalid value 'zz9value' for '--jobs <N>': invalid digit found in string", "accepted"],
    [GETOPT, "tool: argument to '--jobs=' is not a number", "accepted"],
    [GETOPT, "tool: option '--jobs=zz9value' is invalid", "accepted"],
    [GETOPT, "tool: unrecognized option '--jobs=zz9value'", "refused"],
    [PFLAG, "Error: unknown flag: --jobs=zz9value", "refused"],
    ["tool: option --zz9alpha: is unknown", "tool: option --jobs=zz9value: is unknown", "refused"],
    [
      "Unrecognized option or bad number of args for: '--zz9alpha'",
      "Unrecognized option or bad number of args for: '--jobs=zz9value'",
      "refused",
    ],
    [GETOPT, "tool: option '--jobs' doesn't allow an argument", "none"],
    [GETOPT, "Error: Option '--jobs' does not take a value.", "none"],
    [PFLAG, 'invalid argument "zz9value" for "--jobs" flag: strconv.ParseBool: parsing "zz9value": invalid syntax', "none"],
    [PFLAG, 'invalid boolean value "zz9value" for -jobs: parse error', "none"],
    [PFLAG, "invalid boolean value \"zz9value\" for -jobs: value is neither 'auto' nor a valid bool", "accepted"],
    [GETOPT, "tool: invalid number", "other"],
  ] as const;
  expect(cases.map(([plain, line]) => [plain, line, readJoined("--jobs", toResponse(line), toResponse(plain))])).toEqual(cases);
});

it("ignores a list of all words at the end of a message", () => {
  const answer = (words: string): string =>
    `ERROR: option --zz9alpha not recognized. Got: [${words}'--zz9alpha', '--zz9beta', '--zz9gamma']`;
  const plain = toResponse(answer(""));
  expect(readSeparate("--all", toResponse(answer("'--all', ")), plain)).toBe("alone");
  const taken = answer("'--jobs', ").replace("--zz9alpha not", "--zz9beta not");
  expect(readSeparate("--jobs", toResponse(taken), plain)).toBe("taken");
});
