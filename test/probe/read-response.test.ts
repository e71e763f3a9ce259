import { expect, it } from "vitest";
import { readJoined, readSeparate } from "../../generator/probe/read-response.ts";

const plainOf = (line: string) => ({ texts: [line], exit: 2 });
const getopt = plainOf("tool: unrecognized option '--zz9alpha'");

it("reads the response to a flag before the invented ones", () => {
  const cases = [
    ["--jobs", "tool: unrecognized option '--zz9beta'", "taken"],
    ["--jobs", "tool: invalid --jobs argument '--zz9alpha'", "taken"],
    ["--jobs", "tool: invalid number of jobs", "taken"],
    ["--jobs", "tool: cannot open '--zz9alpha': No such file", "taken"],
    ["--jobs", "tool: option --jobs: expected a proper numerical parameter", "missing"],
    ["--jobs", "error: argument --jobs: expected one argument", "missing"],
    ["--jobs", "tool: unrecognized option '--jobs'", "rejected"],
    ["--jobs", "error: unrecognized arguments: --jobs --zz9alpha --zz9beta --zz9gamma", "rejected"],
    ["--jobs", "tool: unrecognized option '--zz9alpha'", "alone"],
    ["--jobs", "tool: --jobs can only be used with --all", "exists"],
    ["-x", "tool: invalid option -- 'x'", "rejected"],
    ["-x", "Error: unknown shorthand flag: 'x' in -x", "rejected"],
    // Not the flag, but its value: a script.
    ["--expression", "tool: -e expression #1, char 1: unknown command: `-'", "taken"],
  ] as const;
  expect(cases.map(([flag, line]) => [flag, line, readSeparate(flag, plainOf(line), getopt)])).toEqual(cases);
});

it("reads the response to a joined value", () => {
  const cases = [
    ["tool: unrecognized option '--zz9alpha'", "accepted"],
    ["error: argument --jobs: invalid choice: 'zz9value' (choose from 'a', 'b')", "accepted"],
    ["error: invalid value 'zz9value' for '--jobs <N>': invalid digit found in string", "accepted"],
    ["tool: unrecognized option '--jobs=zz9value'", "refused"],
    ["Error: unknown flag: --jobs=zz9value", "refused"],
    ["tool: option '--jobs' doesn't allow an argument", "none"],
    ["Error: Option '--jobs' does not take a value.", "none"],
    ['invalid argument "zz9value" for "--jobs" flag: strconv.ParseBool: parsing "zz9value": invalid syntax', "none"],
    ['invalid boolean value "zz9value" for -jobs: parse error', "none"],
    ["tool: invalid number of jobs", "other"],
  ] as const;
  expect(cases.map(([line]) => [line, readJoined("--jobs", plainOf(line), getopt)])).toEqual(cases);
});
