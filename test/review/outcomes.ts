/** Compares the outcomes of calls on two sides, and finds differences that no change explains. */
import { extname } from "node:path";
import type { Change } from "../../generator/review/change.ts";
import type { Side } from "../../generator/review/side.ts";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { argvOf, displayedFolder } from "../../runtime/command-line/command-line.ts";
import { variablesOf } from "../../runtime/command-line/surroundings.ts";
import { toPolicy as readPolicy } from "../../runtime/policy/policy.ts";
import { findEscape } from "../../runtime/policy/within.ts";
import type { ArgType } from "../../runtime/tool/tool-spec.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";

/** The outcomes of earlier calls: the same side and tool are compared with many others. */
const outcomesOf = new WeakMap<Side, WeakMap<Tool, Map<string, Promise<string>>>>();

/** Returns the outcome of a call: rejected, or the invocation. */
export function callTool(side: Side, tool: Tool, given: Readonly<Record<string, unknown>>): Promise<string> {
  const ofSide = getOrAdd(outcomesOf, side, () => new WeakMap<Tool, Map<string, Promise<string>>>());
  const ofTool = getOrAdd(ofSide, tool, () => new Map<string, Promise<string>>());
  const key = JSON.stringify(given);
  const known = ofTool.get(key) ?? prepare(side, tool, given);
  ofTool.set(key, known);
  return known;
}

function getOrAdd<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

async function prepare(side: Side, tool: Tool, given: Readonly<Record<string, unknown>>): Promise<string> {
  const policies = side.policies.map(readPolicy);
  const surroundings = { env: {}, policies, execution: plainExecution({}), directory: "/", findEscape, fileFolder: displayedFolder };
  const prepared = await prepareCall({ tool, given }, surroundings);
  if (prepared.kind !== "ready" || prepared.plan.kind !== "command") return "refused";
  const { line, directory, handler } = prepared.plan;
  // The directory of a temporary file differs in each call.
  const shown = (text: string): string =>
    (line.files ?? []).reduce((rest, { path }) => rest.replaceAll(path, `FILE${extname(path)}`), text);
  const files = line.files?.map(({ text }) => text);
  return JSON.stringify([argvOf(line).map(shown), line.stdin?.text, directory, files, variablesOf(handler, line, {})]);
}

/** Values of calls by the type of the argument, some of them invalid. */
export const VALUES: Readonly<Record<ArgType, readonly unknown[]>> = {
  string: ["x", "y", "z", "xx", "-x", "5", "", true, ["x", "-x"], ["y"]],
  integer: [3, 4, 5, -1, "5", 3.5, [4], "x"],
  number: [3, 4, 5, -1, "5", 3.5, [4], "x"],
  boolean: [true, false, "x"],
  map: [{ k: "x" }, { kk: "y", "-k": "-x" }, "x"],
};
const hasClass = (changes: readonly Change[], ...classes: readonly Change["class"][]): boolean =>
  changes.some((change) => classes.includes(change.class));

export interface Difference {
  readonly outcomes: readonly [before: string, after: string];
  readonly changes: readonly Change[];
  /** True if both versions of the tool have `risk: read`. Otherwise, accepting a call that was rejected can do harm. */
  readonly isReadOnly: boolean;
  /** Whether the new version has the same outcome for a call that the old version accepts. */
  readonly isKnown: boolean;
}

/** Returns the part of a difference between two outcomes that the changes do not explain. */
export function findMissed({ outcomes: [before, after], changes, isReadOnly, isKnown }: Difference): string | undefined {
  if (before === after) return undefined;
  if (before === "refused") {
    if (!isReadOnly && !isKnown) return hasClass(changes, "widening") ? undefined : "a call that is newly accepted";
    return hasClass(changes, "breaking", "widening", "compatible") ? undefined : "a call that is newly accepted";
  }
  if (after === "refused") return hasClass(changes, "breaking", "narrowing") ? undefined : "a call that is newly refused";
  // Reordered arguments are a different command line, which some programs interpret differently.
  return hasClass(changes, "breaking") ? undefined : "a call that runs something else";
}

/** A tool on a side. */
export type SideTool = readonly [side: Side, tool: Tool];

/** Reports whether the old version accepts some of the arguments, for which the new version has this outcome. */
async function isKnownOutcome(
  outcome: string,
  [old, now]: readonly [SideTool, SideTool],
  given: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const entries = Object.entries(given);
  // Each number selects some of the entries by its bits.
  const parts = Array.from({ length: 2 ** entries.length }, (_, bits) =>
    Object.fromEntries(entries.filter((_entry, index) => Math.floor(bits / 2 ** index) % 2 === 1)),
  );
  for (const part of parts) {
    if ((await callTool(...now, part)) === outcome && (await callTool(...old, part)) !== "refused") return true;
  }
  return false;
}

/** Runs a call on both sides. Returns the outcomes, and whether a call that the old side accepts already has the new outcome. */
export async function callBoth(
  tools: readonly [old: SideTool, new: SideTool],
  given: Readonly<Record<string, unknown>>,
): Promise<Pick<Difference, "outcomes" | "isKnown">> {
  const [old, now] = tools;
  const outcomes = [await callTool(...old, given), await callTool(...now, given)] as const;
  return { outcomes, isKnown: outcomes[0] === "refused" && (await isKnownOutcome(outcomes[1], tools, given)) };
}
