/** Tests which tool a refusal proposes. */
import { expect, it } from "vitest";
import { listGuardedPrograms } from "../../runtime/guard/guarded-program.ts";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import type { Risk } from "../../runtime/tool/tool-spec.ts";
import type { Program, Tool } from "../../runtime/tool/tool.ts";

const PROGRAM: Program = { command: ["demo"], global_args: [] };

/** Creates a tool of a subcommand, such as `config get KEY`: a word in capitals is an argument. */
function toTool(line: string, risk: Risk | undefined): Tool {
  const words = line.split(" ");
  const command = words.filter((word) => word !== word.toUpperCase());
  const args = words
    .filter((word) => word === word.toUpperCase())
    .map((word) => ({ name: word.toLowerCase(), type: "string" as const, description: word, positional: true, required: true }));
  return {
    name: command.join("_"),
    description: line,
    ...(risk && { risk }),
    args,
    cli: { name: "demo", description: "demo", tool_count: 1, program: PROGRAM },
    handler: { kind: "command", program: PROGRAM, command },
  };
}

/** Returns the proposed tool and the message of a refused line. Tools with a `-` before their line are disabled. */
async function refused(words: string, tools: Readonly<Record<string, Risk | undefined>>): Promise<readonly [string | undefined, string]> {
  const all = Object.entries(tools).map(([line, risk]) => ({
    tool: toTool(line.replace(/^-/, ""), risk),
    isEnabled: !line.startsWith("-"),
  }));
  const [program] = listGuardedPrograms(all, {});
  const reading = program && (await readCommandLine(words === "" ? [] : words.split(" "), program));
  if (reading?.kind !== "refused") throw new Error("the line is read");
  return [reading.nearest?.tool, reading.message];
}

const CONFIG = { "config delete KEY": "write", "config list": "read", "add FILE": "write", show: "read" } as const;

it("proposes a tool of the same subcommand, and reading before writing", async () => {
  expect((await refused("config get x", CONFIG))[0]).toBe("config_list");
  expect((await refused("config", CONFIG))[0]).toBe("config_list");
  expect((await refused("config get", { ...CONFIG, "-config get KEY": "read" }))[0]).toBe("config_list");
});

it("proposes no tool that is riskier than what the caller wrote", async () => {
  const { "config list": _, ...writing } = CONFIG;
  expect((await refused("config get x", writing))[0]).toBeUndefined();
  expect((await refused("config get x", { ...writing, "-config get KEY": "read" }))[0]).toBeUndefined();
  expect((await refused("config set x", { ...writing, "-config set KEY": "write" }))[0]).toBe("config_delete");
});

it("proposes a tool of any risk for a misspelled word", async () => {
  expect((await refused("addd x", CONFIG))[0]).toBe("add");
  expect((await refused("config delte x", CONFIG))[0]).toBe("config_delete");
});

it("names the subcommands that read if a subcommand is missing, or all if no tool declares its risk", async () => {
  expect(await refused("", CONFIG)).toEqual([undefined, "A subcommand is missing: write one, such as config, show."]);
  expect(await refused("--frob", CONFIG)).toEqual([undefined, "A subcommand is missing: write one, such as config, show."]);
  expect(await refused("", { start: undefined, stop: undefined })).toEqual([
    undefined,
    "A subcommand is missing: write one, such as start, stop.",
  ]);
  expect((await refused("frobnicate", CONFIG))[0]).toBeUndefined();
});
