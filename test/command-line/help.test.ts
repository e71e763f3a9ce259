/** The help of the commands: the parts that other code decides. */
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addDiff, addExplain, addValidate } from "../../generator/command-line/input-commands.ts";
import { addVerify } from "../../generator/command-line/program-commands.ts";
import { addCall, addServe } from "../../generator/command-line/run-commands.ts";
import { HTTP_USAGE } from "../../runtime/launch/http-launch.ts";

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
    expect(defaultsOf(helpOf(addServe))).toEqual(limits);
  });

  it.each([
    ["validate", addValidate],
    ["diff", addDiff],
    ["verify", addVerify],
    ["call", addCall],
  ])("of %s explains its exit statuses", (_, add) => {
    expect(helpOf(add)).toMatch(/\nExit status: 0 success, 1 [^\n]+, 2 bad usage\.\n$/);
  });

  it.each([
    ["diff", addDiff],
    ["explain", addExplain],
    ["serve", addServe],
  ])("of %s calls directories by that name, and shows no value of the code as a default", (_, add) => {
    expect(helpOf(add)).not.toMatch(/folder|default: \[\]/);
  });
});
