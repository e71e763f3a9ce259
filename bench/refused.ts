/** Measures how many arguments of drafts an installed program rejects: options that it does not have, or whose value it reads otherwise. */
import { readFileSync } from "node:fs";
import { flagOf, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { checkInputs } from "../generator/check-inputs.ts";
import { commandPath } from "../generator/check/files/tool-program.ts";
import type { CliFile, CommandTool } from "../generator/check/files/checked-file.ts";
import { DEFAULT_MAX_ARGS } from "../generator/import/draft/max-args.ts";
import { readProgram } from "../generator/inputs/documentation.ts";
import { chooseSandbox, withInterviewer } from "../generator/inputs/interviewer.ts";
import { draftSafely } from "../generator/inputs/safe-draft.ts";
import { probeFlags } from "../generator/probe/probe-flags.ts";
import type { Benchmark } from "./benchmark.ts";

interface Refusals {
  readonly program: string;
  /** Arguments that are options. */
  readonly args: number;
  /** Arguments about which the program says something. */
  readonly asked: number;
  readonly rejected: readonly string[];
}

export const refused: Benchmark = {
  name: "refused",
  title: "arguments of drafts that the installed programs reject; --corpus FILE has a program in each line",
  options: ["corpus"],
  async run({ options: { corpus }, say }) {
    if (corpus === undefined) throw new Error("name --corpus FILE, with a program in each line");
    const rows: Refusals[] = [];
    for (const program of readFileSync(corpus, "utf8").split("\n").filter(Boolean)) {
      say(program);
      rows.push((await measure(program)) ?? { program, args: 0, asked: 0, rejected: [] });
    }
    const sum = (count: (row: Refusals) => number): number => rows.reduce((total, row) => total + count(row), 0);
    const [args, asked, rejected] = [sum((row) => row.args), sum((row) => row.asked), sum((row) => row.rejected.length)];
    const percent = ((100 * rejected) / Math.max(args, 1)).toFixed(2);
    return [
      {
        title: "Rejected arguments of drafts",
        columns: ["program", "arguments", "answered", "rejected", "which"],
        rows: rows.map((row) => [row.program, row.args, row.asked, row.rejected.length, row.rejected.join(", ")]),
        note: `${rejected} of ${args} arguments are rejected (${percent} %); the programs said something about ${asked}.`,
      },
    ];
  },
};

/** Drafts a program, and asks it about the options of each tool, without the time limit of `import`. */
async function measure(program: string): Promise<Refusals | undefined> {
  const sandbox = await chooseSandbox(true);
  const read = await readProgram({ program, path: [] }, { isConfined: true, onProgress: () => {} });
  if (sandbox === undefined || "code" in read) return undefined;
  const path = `${program}.yaml`;
  const { draft } = await draftSafely(read.description, { command: program, maxArgs: DEFAULT_MAX_ARGS, header: read.header, path });
  const { configs } = await checkInputs([{ path, bytes: Buffer.from(draft.text) }]);
  const [config] = configs;
  if (config?.kind !== "cli") return undefined;
  const found = await withInterviewer(sandbox, async ({ probe }) =>
    probe === undefined ? [] : await Promise.all(config.tools.map(async (tool) => await askTool(program, config, tool, probe))),
  );
  return {
    program,
    args: found.reduce((total, one) => total + one.args, 0),
    asked: found.reduce((total, one) => total + one.asked, 0),
    rejected: found.flatMap((one) => one.rejected),
  };
}

async function askTool(
  program: string,
  config: CliFile,
  tool: CommandTool,
  ask: Parameters<typeof probeFlags>[0]["ask"],
): Promise<Omit<Refusals, "program">> {
  const args = tool.args.filter((arg) => placeOf(arg) === "option");
  const flags = args.map((arg) => flagOf(arg).replace(/=$/, ""));
  const verdicts = await probeFlags({ program, path: commandPath(config, tool), flags, ask });
  const wrong = verdicts.flatMap(({ kind, flag, joined, separate }) => {
    const arg = args[flags.indexOf(flag)];
    const isSwitch = arg?.type === "boolean" && arg.enum === undefined;
    const isJoined = arg !== undefined && (flagOf(arg).endsWith("=") || arg.optional_value === true);
    const isWrong =
      kind === "rejected" ||
      (kind === "value" && (isSwitch || (isJoined ? joined === false : separate === false))) ||
      (kind === "switch" && !isSwitch);
    return isWrong ? [`${tool.name} ${flag}`] : [];
  });
  return { args: args.length, asked: verdicts.filter(({ kind }) => kind !== "unclear").length, rejected: wrong };
}
