/** The tools of the catalog as guarded programs, and random calls of them. */
import { join } from "node:path";
import { checkEntry } from "../../generator/catalog/check-entry.ts";
import { readCatalog } from "../../generator/host/catalog-folder.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { isInFile, isOnCommandLine } from "../../runtime/argument/form.ts";
import { checkArguments } from "../../runtime/arguments/check-arguments.ts";
import { argvOf, buildCommandLine } from "../../runtime/command-line/command-line.ts";
import { findLeadingDashes } from "../../runtime/command-line/dash-guard.ts";
import type { GuardedProgram } from "../../runtime/guard/guarded-program.ts";
import { listGuardedPrograms } from "../../runtime/guard/guarded-program.ts";
import type { ArgValue } from "../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../runtime/tool/tool.ts";
import { commandOf, isListArg } from "../../runtime/tool/tool.ts";

/** Returns the programs of the catalog with all of their tools. */
export async function readPrograms(): Promise<readonly GuardedProgram[]> {
  const entries = readCatalog(join(import.meta.dirname, "../../catalog"));
  const checked = await Promise.all(entries.map(checkEntry));
  const tools = checked.flatMap(({ configs }) => listTools(resolveModel(configs, {}).clis));
  return listGuardedPrograms(
    tools.map((tool) => ({ tool, isEnabled: true })),
    {},
  );
}

/** A call with its command line. */
export interface BuiltCall {
  readonly tool: Tool;
  /** The values of the call, without defaults. */
  readonly given: ReadonlyMap<string, ArgValue>;
  readonly words: readonly string[];
}

/** Builds a call. Returns undefined if the server refuses it, or if the program gets a file that the caller cannot name. */
export async function buildCall(tool: Tool, args: Readonly<Record<string, unknown>>): Promise<BuiltCall | undefined> {
  const handler = commandOf(tool);
  const { values, problems, given } = await checkArguments(tool, args);
  if (handler === undefined || problems.length > 0 || tool.args.some((arg) => isInFile(arg) && values.has(arg.name))) return undefined;
  const line = buildCommandLine(tool, handler, { values, env: {} });
  if (findLeadingDashes(line.words).length > 0) return undefined;
  return { tool, given: new Map([...values].filter(([name]) => given.has(name))), words: argvOf(line).slice(1) };
}

/** Returns the arguments of a call that are on the command line, after the arguments that are not. */
export function withOtherPlaces(call: BuiltCall, args: Readonly<Record<string, ArgValue>>): Readonly<Record<string, ArgValue>> {
  const others = call.tool.args.filter((arg) => !isOnCommandLine(arg) && call.given.has(arg.name));
  return { ...Object.fromEntries(others.map(({ name }) => [name, call.given.get(name) ?? ""])), ...args };
}

/** A source of numbers from 0 to 1. */
type Random = () => number;

/** Returns a source of equal numbers for equal seeds. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const TEXTS = [
  "main",
  "a",
  "x1",
  "a.txt",
  "src/b c.ts",
  "./d",
  "/tmp/e",
  "v1.2.3",
  "https://example.org/x",
  "k=v",
  "a,b",
  "x:y",
  "1h",
  "10",
  "é",
];

function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Returns random arguments: members of an `enum`, values of the tool's examples, and texts and numbers that fit the limits. */
export async function randomArguments(tool: Tool, random: Random): Promise<Readonly<Record<string, unknown>>> {
  const args: Record<string, unknown> = {};
  for (const arg of tool.args) {
    const isNeeded = arg.required === true;
    if (!isNeeded && random() < 0.6) continue;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const value = randomValue(tool, arg, random);
      const { problems } = await checkArguments({ ...tool, args: [arg] }, { [arg.name]: value });
      if (value === undefined || problems.some(({ kind }) => kind !== "relation")) continue;
      args[arg.name] = value;
      break;
    }
  }
  return args;
}

function randomValue(tool: Tool, arg: ToolArg, random: Random): unknown {
  if (arg.type === "map")
    return Object.fromEntries(["key", "b"].slice(0, 1 + Math.floor(random() * 2)).map((key) => [key, pick(random, TEXTS)]));
  if (!isListArg(arg)) return randomScalar(tool, arg, random);
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomScalar(tool, arg, random));
}

function randomScalar(tool: Tool, arg: ToolArg, random: Random): unknown {
  if (arg.type === "boolean" || (arg.optional_value === true && random() < 0.3)) return random() < 0.6;
  if (arg.enum !== undefined && arg.enum.length > 0) return pick(random, arg.enum);
  const examples = (tool.examples ?? []).flatMap(({ args }) => [args[arg.name] ?? []].flat()).filter((value) => typeof value !== "object");
  if (examples.length > 0 && random() < 0.5) return pick(random, examples);
  if (arg.type === "integer") return Math.floor(random() * 100);
  return arg.type === "number" ? Math.floor(random() * 100) / 4 : pick(random, TEXTS);
}
