/** Checks the patterns of arguments, and the values that the config itself contains: defaults and members of enums. */
import type { ArgValue, ToolArg } from "@climax-gen/runtime/compiler";
import { findLimitProblems, findPatternProblem, LIMIT_KEYS } from "@climax-gen/runtime/compiler";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { CliFile, CommandTool } from "../files/checked-file.ts";
import { dashFactsIn } from "../files/tool-program.ts";
import { addressOf, locateClosest } from "../files/locations.ts";
import { findContradiction } from "./unmatched-rules.ts";

/** An argument and its location. */
interface PlacedArg {
  readonly file: CliFile;
  readonly tool: CommandTool;
  readonly arg: ToolArg;
}

/** Compiles the patterns of a config, and returns the errors. The engine is loaded with the first pattern. Never rejects. */
export async function checkLimits(file: CliFile): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const tool of file.tools) {
    for (const arg of tool.args) found.push(...(await checkArg({ file, tool, arg })));
  }
  return found;
}

async function checkArg(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const patterns = [
    await checkPattern(placed, ["pattern"], arg.pattern),
    await checkPattern(placed, ["keys", "pattern"], arg.keys?.pattern),
  ];
  const invalid = patterns.filter((diagnostic) => diagnostic !== undefined);
  if (invalid.length > 0) return invalid;
  const contradiction = checkContradiction(placed);
  return contradiction === undefined ? [...(await checkDefault(placed)), ...(await checkEnum(placed))] : [contradiction];
}

function checkContradiction(placed: PlacedArg): Diagnostic | undefined {
  const { arg, file, tool } = placed;
  const found = findContradiction(arg, dashFactsIn(file, tool));
  return found && diagnose("unmatched-pattern", locateIn(placed, found.key.split(".")), found);
}

async function checkPattern(placed: PlacedArg, keys: YamlPath, source: string | undefined): Promise<Diagnostic | undefined> {
  const problem = source === undefined ? undefined : await findPatternProblem(source, "allow");
  return problem === undefined
    ? undefined
    : diagnose("bad-pattern", locateIn(placed, keys), { key: keys.join("."), problem, isOfConfig: true });
}

async function checkDefault(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const key = arg.default === undefined ? undefined : await findLimit(arg, arg.default);
  if (key === undefined) return [];
  return [diagnose("default-outside-limits", locateIn(placed, ["default"]), { key })];
}

/** Reports the members that no call can pass. */
async function checkEnum(placed: PlacedArg): Promise<readonly Diagnostic[]> {
  const { arg } = placed;
  const found: Diagnostic[] = [];
  for (const [index, member] of (arg.enum ?? []).entries()) {
    const key = await findLimit(arg, member);
    const at = arg.enum_words === undefined ? index : String(member);
    if (key === undefined) continue;
    found.push(diagnose("enum-outside-limits", locateIn(placed, ["enum", at], "key"), { value: String(member), key }));
  }
  return found;
}

/** Returns the first limit that rejects a value. Uses the runtime's check of a call. */
async function findLimit(arg: ToolArg, value: ArgValue): Promise<string | undefined> {
  if (hasJoiner(arg, value)) return "join";
  for (const key of LIMIT_KEYS) {
    if (arg[key] === undefined) continue;
    const limited = { name: arg.name, type: arg.type, [key]: arg[key] };
    const problems = await findLimitProblems([limited], new Map([[arg.name, value]]));
    if (problems.length > 0) return key;
  }
  return undefined;
}

/** Reports whether an item contains the text that separates the items, so that the program would read it as several. */
function hasJoiner({ join }: ToolArg, value: ArgValue): boolean {
  if (join === undefined || join === "") return false;
  const items = typeof value === "object" ? Object.values(value) : [value];
  return items.some((item) => String(item).includes(join));
}

function locateIn({ file, tool, arg }: PlacedArg, keys: YamlPath, side: "key" | "value" = "value"): SourceLocation {
  return locateClosest(file, addressOf(tool.name, arg.name), keys, side);
}
