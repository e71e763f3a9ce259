/** Tests the parts of the help texts that depend on other code. */
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../generator/cli.ts";
import { addDiff, addExplain } from "../../generator/command-line/input-commands.ts";
import { addServe } from "../../generator/command-line/run-commands.ts";
import { HTTP_USAGE } from "../../runtime/launch/http-launch.ts";

const commands = createProgram().commands.map((command) => command.name());

/** Prints the help of a command as the whole program defines it, in lines of this width. */
function printHelp(name: string, width = 1000): string {
  const program = createProgram();
  let text = "";
  const command = program.commands.find((one) => one.name() === name) ?? program;
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => width }).outputHelp();
  return text;
}

function helpOf(add: (program: Command) => void): string {
  const program = new Command();
  add(program);
  let text = "";
  program.commands[0]?.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 1000 }).outputHelp();
  return text;
}

/** Returns the default of each option that has one. */
function defaultsOf(help: string): ReadonlyMap<string, string> {
  const options = help.split(/\n *(?=--)/).flatMap((part) => [...part.matchAll(/^(--[a-z-]+)[^]*?\(default: (\d+)\)/g)]);
  return new Map(options.map(([, option = "", value = ""]) => [option, value]));
}

describe("the help", () => {
  it("of serve shows the limits of a server over HTTP", () => {
    const limits = defaultsOf(HTTP_USAGE);
    expect(limits.size).toBe(5);
    const { "--search-bytes": _bytes, ...ofHttp } = Object.fromEntries(defaultsOf(helpOf(addServe)));
    expect(ofHttp).toEqual(Object.fromEntries(limits));
  });

  it.each(["climax-gen", ...commands.filter((name) => name !== "schema")])("of %s explains its exit statuses", (name) => {
    expect(printHelp(name)).toMatch(/\nExit status:\n {2}0 {2}success\n {2}1 {2}[a-z][^\n]+\n {2}2 {2}invalid usage\n$/);
  });

  it("shows that a command line has either inputs or a command, and fits 80 columns", () => {
    const help = printHelp("climax-gen", 80);
    expect(help).toMatch(/^Usage: climax-gen \[options\] <inputs\.\.\.> -o <dir>\n {7}climax-gen <command> \[options\] …\n/);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
    for (const name of commands) expect(help).toMatch(new RegExp(`^  ${name} {2,}\\w`, "m"));
  });

  it.each(["explain", "call", "search"])("of %s names its first argument as its usage does", (name) => {
    expect(printHelp(name)).toMatch(/^Usage: [^\n]* <inputs\.\.\.> [^]*\nArguments:\n {2}inputs /);
  });

  it.each([
    ["diff", addDiff],
    ["explain", addExplain],
    ["serve", addServe],
  ])("of %s uses the word directory, not folder, and shows no default in the syntax of code", (_, add) => {
    expect(helpOf(add)).not.toMatch(/folder|default: \[\]/);
  });
});
