import { describe, expect, it } from "vitest";
import { isServerOption } from "../../generator/command-line/run-commands.ts";
import { formatUsageError } from "../../generator/command-line/usage-error.ts";

describe("a usage error", () => {
  it.each([
    ["error: unknown option '--clasic'\n(Did you mean --classic?)\n", "error: unknown option '--clasic'\nhelp: did you mean --classic?\n"],
    [
      "error: unknown option '--x'\n(Did you mean one of --a, --b?)\n",
      "error: unknown option '--x'\nhelp: did you mean one of --a, --b?\n",
    ],
    [
      "error: option '--limit <count>' argument '0' is invalid. Use a positive integer.\n",
      "error: option '--limit <count>' argument '0' is invalid\nhelp: use a positive integer\n",
    ],
    [
      "error: option '--server-version <v>' argument 'a. b' is invalid. Use a semantic version, such as 1.4.0.\n",
      "error: option '--server-version <v>' argument 'a. b' is invalid\nhelp: use a semantic version, such as 1.4.0\n",
    ],
    [
      "error: command-argument value '' is invalid for argument 'dir'. Check that the shell variable is set.\n",
      "error: value '' is invalid for argument 'dir'\nhelp: check that the shell variable is set\n",
    ],
    ["error: unknown option '-a b.yaml'\n", "error: unknown option '-a b.yaml'\nhelp: write the path as './-a b.yaml'\n"],
    ["error: unknown option '--\u001b[31mx'\n", "error: unknown option '--\\u001b[31mx'\nhelp: run `climax-gen diff --help`\n"],
    [
      "error: option '--root <dir>' argument missing\n",
      "error: option '--root <dir>' argument missing\nhelp: write <dir> after the option\n",
    ],
    [
      "error: option '--classic' cannot be used with option '--progressive'\n",
      "error: option '--classic' cannot be used with option '--progressive'\nhelp: remove one of the two\n",
    ],
    [
      "error: too many arguments for 'init'. Expected 1 argument but got 2.\n",
      "error: too many arguments for 'init': 2 instead of 1\nhelp: run `climax-gen diff --help`\n",
    ],
    ["error: missing required argument 'inputs'\n", "error: missing required argument 'inputs'\nhelp: run `climax-gen diff --help`\n"],
  ])("%j has the fault and its help on separate lines", (message, printed) => {
    expect(formatUsageError(message, { command: "climax-gen diff", isThere: (path) => path === "-a b.yaml", isServerOption })).toBe(
      printed,
    );
  });

  it.each([
    ["--http=80", "put the flags of the server at the end, after `--`"],
    ["--policy", "put the flags of the server at the end, after `--`"],
    ["--clinet", "did you mean --client?"],
  ])("of install names the position of the server's flags: %s", (option, help) => {
    const message = `error: unknown option '${option}'\n(Did you mean --client?)\n`;
    expect(formatUsageError(message, { command: "climax-gen install", isThere: () => false, isServerOption })).toBe(
      `error: unknown option '${option}'\nhelp: ${help}\n`,
    );
  });

  it("names JSON for an argument of a tool that is written as an option", () => {
    expect(
      formatUsageError("error: unknown option '--max-count=3'\n", { command: "climax-gen call", isThere: () => false, isServerOption }),
    ).toBe(
      `error: unknown option '--max-count=3'\nhelp: write the arguments of the tool as JSON, such as '{"max_count": "value"}', or put a tool that starts with a dash after \`--\` and all options\n`,
    );
  });

  it("advises a path if an input has the name of a command", () => {
    const isThere = (path: string): boolean => path === "catalog";
    const print = (option: string, command: string): string =>
      formatUsageError(`error: unknown option '${option}'\n`, { command, isThere, isServerOption });
    expect(["-o", "--output=out", "--nonsense"].map((option) => print(option, "climax-gen catalog").split("\n")[1])).toEqual([
      "help: to generate from `catalog` of this directory, write its path as ./catalog",
      "help: to generate from `catalog` of this directory, write its path as ./catalog",
      "help: run `climax-gen catalog --help`",
    ]);
    expect(print("-o", "climax-gen diff")).toContain("help: run `climax-gen diff --help`");
  });
});
