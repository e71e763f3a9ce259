/** Measures `climax-gen diff` of two large trees, compared with the time to load and check them. */
import { checkInputs } from "../generator/check-inputs.ts";
import type { InputFile } from "../generator/load/decode.ts";
import { compareSides } from "../generator/review/compare/compare-sides.ts";
import type { Side } from "../generator/review/side.ts";
import { toYamlSide } from "../generator/review/yaml-side.ts";
import type { Benchmark, BenchContext, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { median } from "./timing.ts";

const TOOLS_PER_CONFIG = 20;

export const diff: Benchmark = {
  name: "diff",
  title: "comparing two versions of a server",
  options: ["tools", "rounds"],
  async run(context) {
    return [await timeDiffs(context)];
  },
};

interface Edit {
  readonly name: string;
  /** Returns how the tool with this number differs on the new side. */
  readonly editOf: (tool: number) => "none" | "changed" | "renamed" | "gone";
}

const EDITS: readonly Edit[] = [
  { name: "nothing", editOf: () => "none" },
  { name: "one tool in ten changed", editOf: (tool) => (tool % 10 === 0 ? "changed" : "none") },
  { name: "every tool changed", editOf: () => "changed" },
  { name: "every tool renamed", editOf: () => "renamed" },
  { name: "half of the tools removed", editOf: (tool) => (tool % 2 === 0 ? "gone" : "none") },
];

async function timeDiffs(context: BenchContext): Promise<BenchTable> {
  const tools = numberOption(context, "tools", 1000);
  const rounds = numberOption(context, "rounds", 9);
  const rows: (readonly (string | number)[])[] = [];
  for (const edit of EDITS) {
    context.say(`comparing ${tools} tools, ${edit.name}`);
    const [loading, comparing, ratios]: [number[], number[], number[]] = [[], [], []];
    let changes = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const start = performance.now();
      const old = await loadSide(
        "old",
        writeConfigs(tools, () => "none"),
      );
      const now = await loadSide("new", writeConfigs(tools, edit.editOf));
      const loaded = performance.now();
      changes = compareSides({ old, new: now }).length;
      const compared = performance.now();
      // The first round warms up.
      if (round === 0) continue;
      loading.push(loaded - start);
      comparing.push(compared - loaded);
      ratios.push((compared - loaded) / (loaded - start));
    }
    rows.push([edit.name, changes, median(loading), median(comparing), median(ratios)]);
  }
  return {
    title: `Two trees of ${tools} tools`,
    columns: ["what differs", "changes", "load both, ms", "compare, ms", "compare / load"],
    rows,
    note: `Medians of ${rounds} rounds in one process. Loading is reading YAML, checking and resolving it, from memory; comparing includes the locations.`,
  };
}

async function loadSide(label: string, files: readonly InputFile[]): Promise<Side> {
  const { configs, diagnostics } = await checkInputs(files);
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(`${error.path}: ${error.message}`);
  return toYamlSide(label, configs, []);
}

function writeConfigs(tools: number, editOf: Edit["editOf"]): readonly InputFile[] {
  const all = Array.from({ length: tools }, (_, tool) => tool);
  return Array.from({ length: Math.ceil(tools / TOOLS_PER_CONFIG) }, (_, config): readonly InputFile[] => {
    const own = all.slice(config * TOOLS_PER_CONFIG, (config + 1) * TOOLS_PER_CONFIG).filter((tool) => editOf(tool) !== "gone");
    const texts = own.map((tool) => writeTool(tool, editOf(tool)));
    const text = `name: cli-${config}\ncommand: program-${config}\ntools:\n${texts.join("")}`;
    // A config without a tool is an error.
    return texts.length === 0 ? [] : [{ path: `cli-${config}.yaml`, bytes: Buffer.from(text) }];
  }).flat();
}

function writeTool(tool: number, edit: ReturnType<Edit["editOf"]>): string {
  const isChanged = edit === "changed";
  return `  - name: tool_${tool}${edit === "renamed" ? "_renamed" : ""}
    description: Show what number ${tool} is about, newest first, with everything that belongs to it${isChanged ? ", and more" : ""}
    command: show-${tool} --plain
    args:
      - { name: name, positional: true, required: true, description: Which of them to show }
      - { name: limit, type: integer, default: ${isChanged ? 20 : 10}, flag: -n, description: How many to show at most }
      - { name: format, enum: [short, ${isChanged ? "wide" : "full"}, json], flag: --format=, description: How to print each of them }
      - { name: since, description: Only those that are newer than this date }
`;
}
