/** Tests which descriptions and names of arguments say that the program runs the value. */
import { expect, it } from "vitest";
import { findPhrase } from "../../generator/hazards/described-commands.ts";

const option = (description: string, flag = "--x") => ({ name: "x", type: "string", flag, description }) as const;

it("finds descriptions that say so", () => {
  const texts = [
    "Execute CMD before each timing run",
    "Use <cmd> to extract files",
    "Run `cmd' for each reminder",
    "Run this command afterwards",
    "Command to run on each match",
    "Shell command for the connection",
    "Program that is executed for each file",
    "The prepipe command is run by the shell",
    "A script to execute when the download ends",
    "Evaluate the expression as code",
    "Pipe the output to PROGRAM",
    "Launches an external program with the file",
    "Runs the given shell command",
    "Invoke COMMAND with the names of changed files",
  ];
  expect(texts.filter((text) => findPhrase(option(text)) === undefined)).toEqual([]);
});

it("finds names of options that mean a command", () => {
  const flags = ["--unpack-cmd=", "--exec", "--prepare-command", "--pager", "--hook", "--editor", "--ssh-program="];
  expect(flags.filter((flag) => findPhrase(option("", flag)) === undefined)).toEqual([]);
});

it("does not find other descriptions", () => {
  const texts = [
    "Does not run the command",
    "Never execute the script, print it",
    "Show the names of commands that match",
    "Maximum number of results",
    "Only runs of this workflow",
    "Number of runs",
    "Directory to start in",
    "Show what would be done (dry run of the command)",
    "Branch to check out",
    "How long the program may take",
    "Text to search for in the code",
    "Start of the range",
    "Format of the output",
  ];
  expect(texts.filter((text) => findPhrase(option(text)) !== undefined)).toEqual([]);
  expect(findPhrase(option("Select by command name", "--command"))).toBeUndefined();
});
