/** Reads the command lines of random calls of all catalog tools, and of all examples, back to calls. */
import { beforeAll, describe, expect, it } from "vitest";
import { isOnCommandLine } from "../../runtime/argument/form.ts";
import { argumentWords } from "../../runtime/command-line/argument-words.ts";
import type { ArgValue } from "../../runtime/tool/tool-spec.ts";
import type { ToolArg } from "../../runtime/tool/tool.ts";
import type { GuardedProgram } from "../../runtime/guard/guarded-program.ts";
import { ORDER_PROGRAMS } from "../../runtime/guard/read-as-tool.ts";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import type { BuiltCall } from "./catalog-tools.ts";
import { buildCall, randomArguments, readPrograms, seeded, withOtherPlaces } from "./catalog-tools.ts";

let programs: readonly GuardedProgram[];
/** The same programs with their tools in the opposite order. */
let reversed: ReadonlyMap<string, GuardedProgram>;

beforeAll(async () => {
  programs = await readPrograms();
  reversed = new Map(programs.map((program) => [program.name, { ...program, tools: program.tools.toReversed() }]));
});

/** Returns what a call is read as: `same` if the words that would run are the words that were read. */
async function readBack(program: GuardedProgram, call: BuiltCall): Promise<string> {
  const reading = await readCommandLine(call.words, program);
  if (reading.kind === "refused") return `refused as ${reading.rule}: ${reading.message}`;
  const again = await buildCall(reading.tool, withOtherPlaces(call, reading.args));
  if (again === undefined) return `another call of ${reading.tool.name}, which is refused`;
  if (JSON.stringify(again.words) !== JSON.stringify(call.words)) return `other words of ${reading.tool.name}: ${again.words.join(" ")}`;
  const other = reading.tool === call.tool ? findDifference(call, again) : undefined;
  return other === undefined ? "same" : `${other} is ${toText(again.given.get(other))}, not ${toText(call.given.get(other))}`;
}

/** Returns the first argument that has another value in a call of the same tool with the same words. Values without words are ignored. */
function findDifference({ tool, given }: BuiltCall, again: BuiltCall): string | undefined {
  const written = tool.args.filter((arg) => isOnCommandLine(arg) && writesWords(arg, given.get(arg.name)));
  return written.find(({ name }) => toText(given.get(name)) !== toText(again.given.get(name)))?.name;
}

function writesWords(arg: ToolArg, value: ArgValue | undefined): boolean {
  return value !== undefined && argumentWords({ arg, kind: "arg", isGuarded: false, takesDashes: true }, value).length > 0;
}

/** Returns a value as JSON, with the keys of a map in order. */
function toText(value: ArgValue | undefined): string {
  return (
    JSON.stringify(
      typeof value === "object" && !Array.isArray(value) ? Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)) : value,
    ) ?? "absent"
  );
}

describe("the guard", () => {
  it("reads at least 98 % of the examples of programs whose words have no order", async () => {
    const failures: string[] = [];
    let count = 0;
    for (const program of programs) {
      if (ORDER_PROGRAMS.has(program.name)) continue;
      for (const { tool } of program.tools) {
        for (const { args } of tool.examples ?? []) {
          const call = await buildCall(tool, args);
          if (call === undefined) continue;
          count += 1;
          const result = await readBack(program, call);
          if (result !== "same") failures.push(`${tool.name} ${call.words.join(" ")}: ${result}`);
        }
      }
    }
    expect(count).toBeGreaterThan(900);
    expect(failures).toEqual([]);
  });

  it("reads the words of random calls as calls with the same words, whatever the order of the tools", async () => {
    const failures: string[] = [];
    let count = 0;
    const random = seeded(Number(process.env["FC_SEED"] ?? 1));
    for (const program of programs) {
      if (ORDER_PROGRAMS.has(program.name)) continue;
      for (const { tool } of program.tools) {
        for (const ordered of [program, reversed.get(program.name) ?? program]) {
          const call = await buildCall(tool, await randomArguments(tool, random));
          if (call === undefined) continue;
          count += 1;
          const result = await readBack(ordered, call);
          if (result !== "same") failures.push(`${program.name} ${call.words.join(" ")} (${tool.name}): ${result}`);
        }
      }
    }
    expect(count).toBeGreaterThan(1400);
    expect(failures).toEqual([]);
  });

  it("refuses words that no tool has, and names the closest form", async () => {
    const accepted: string[] = [];
    const random = seeded(2);
    for (const program of programs) {
      for (const { tool } of program.tools) {
        const call = await buildCall(tool, await randomArguments(tool, random));
        if (call === undefined || call.words.includes("--")) continue;
        const reading = await readCommandLine(["--no-such-option", ...call.words], program);
        if (reading.kind === "read" || reading.nearest === undefined)
          accepted.push(`${program.name} --no-such-option ${call.words.join(" ")}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});
