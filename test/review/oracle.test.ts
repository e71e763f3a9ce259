/** Checks the comparison against the runtime: tool listings and the outcome of calls on both sides. */
import "../property-seed.ts";
import { extname } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { changeRules } from "../../generator/review/rules.ts";
import type { Side } from "../../generator/review/side.ts";
import { argvOf } from "../../runtime/command-line/command-line.ts";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { toPolicy as readPolicy } from "../../runtime/policy/policy.ts";
import { plainExecution } from "../../runtime/executor/execution.ts";
import { annotationsOf } from "../../runtime/tool/annotations.ts";
import { variablesOf } from "../../runtime/command-line/surroundings.ts";
import { describeTool } from "../../runtime/tool/relations.ts";
import { toListedSchema } from "../../runtime/tool/listed-schema.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import type { RandomServer } from "./random-servers.ts";
import { servers, toConfig, toPolicy } from "./random-servers.ts";
import { toSide } from "./sides.ts";

const RUNS = 120;

async function readServer(label: string, server: RandomServer): Promise<Side | undefined> {
  try {
    return await toSide(label, toConfig(server), toPolicy(server));
  } catch {
    // The check stage rejects combinations of incompatible parts. They cannot be compared.
    return undefined;
  }
}

/** Returns the `tools/list` entry of a tool and its timeout, as a string. */
function listTool(tool: Tool | undefined): string | undefined {
  if (tool === undefined) return undefined;
  const { name, title, description, timeout } = tool;
  return JSON.stringify([
    name,
    title,
    description,
    describeTool(tool),
    timeout,
    annotationsOf(tool.risk),
    tool.examples,
    toListedSchema(tool),
  ]);
}

/** Returns the outcome of a call: rejected, or the invocation. */
async function callTool(side: Side, tool: Tool, given: Readonly<Record<string, unknown>>): Promise<string> {
  const policies = side.policies.map(readPolicy);
  const prepared = await prepareCall({ tool, given }, { env: {}, policies, execution: plainExecution({}), directory: "/" });
  if (prepared.kind !== "ready" || prepared.plan.kind !== "command") return "refused";
  const { line, directory, handler } = prepared.plan;
  // The folder of a temporary file differs in each call.
  const shown = (text: string): string =>
    (line.files ?? []).reduce((rest, { path }) => rest.replaceAll(path, `FILE${extname(path)}`), text);
  const files = line.files?.map(({ text }) => text);
  return JSON.stringify([argvOf(line).map(shown), line.stdin?.text, directory, files, variablesOf(handler, line, {})]);
}

const VALUES = ["x", "y", "z", "xx", "-x", "5", 5, -1, 3.5, true, false, "", ["x", "-x"], ["y"], [4], { k: "x" }, { kk: "y", "-k": "-x" }];
const value = fc.option(fc.constantFrom<unknown>(...VALUES), { nil: undefined });
const calls = fc.array(fc.record({ a: value, b: value, c: value }), { minLength: 20, maxLength: 20 });

/** Changes of a tool, its CLI and its policy. */
function changesOf(changes: readonly Change[], name: string): readonly Change[] {
  return changes.filter(({ tool, old, code }) => tool === undefined || tool === name || (code === "tool-renamed" && old === name));
}

const hasClass = (changes: readonly Change[], ...classes: readonly Change["class"][]): boolean =>
  changes.some((change) => classes.includes(change.class));

interface Difference {
  readonly outcomes: readonly [before: string, after: string];
  readonly changes: readonly Change[];
  /** Whether both versions of the tool have `risk: read`. Otherwise, accepting a call that was rejected can do harm. */
  readonly isReadOnly: boolean;
}

/** Returns the part of a difference between two outcomes that the changes do not explain. */
function findMissed({ outcomes: [before, after], changes, isReadOnly }: Difference): string | undefined {
  if (before === after) return undefined;
  if (before === "refused") {
    const classes = isReadOnly ? (["breaking", "widening", "compatible"] as const) : (["breaking", "widening"] as const);
    return hasClass(changes, ...classes) ? undefined : "a call that is newly accepted";
  }
  if (after === "refused") return hasClass(changes, "breaking", "narrowing") ? undefined : "a call that is newly refused";
  // Reordered arguments are a different command line, which some programs interpret differently.
  return hasClass(changes, "breaking") ? undefined : "a call that runs something else";
}

describe("for any two versions of a server", () => {
  it("reports every difference that clients or programs can observe", async () => {
    const seen = { compared: 0, differing: 0 };
    const property = fc.asyncProperty(servers, calls, async ([left, right], samples) => {
      const [old, now] = [await readServer("old", left), await readServer("new", right)];
      fc.pre(old !== undefined && now !== undefined);
      const changes = compareSides({ old, new: now });
      for (const name of new Set([...old.tools.keys(), ...now.tools.keys()])) {
        const about = changesOf(changes, name);
        const [before, after] = [old.tools.get(name), now.tools.get(name)];
        seen.compared += 1;
        if (listTool(before) !== listTool(after)) expect(about, name).not.toEqual([]);
        if (before === undefined || after === undefined) continue;
        for (const sample of samples) {
          // Only arguments of the old version: it ignored unknown names.
          const known = new Set(before.args.map((arg) => arg.name));
          const given = Object.fromEntries(Object.entries(sample).filter(([arg]) => known.has(arg)));
          const outcomes = [await callTool(old, before, given), await callTool(now, after, given)] as const;
          if (outcomes[0] !== outcomes[1]) seen.differing += 1;
          const isReadOnly = before.risk === "read" && after.risk === "read";
          expect(
            findMissed({ outcomes, changes: about, isReadOnly }),
            `${name} ${JSON.stringify(given)} ${outcomes.join(" then ")}`,
          ).toBeUndefined();
        }
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    // The property would also hold if nothing ever differed.
    expect(seen.compared).toBeGreaterThan(RUNS);
    expect(seen.differing).toBeGreaterThan(RUNS);
  });

  it("reports no changes between a server and itself", async () => {
    await fc.assert(
      fc.asyncProperty(servers, async ([server]) => {
        const [old, now] = [await readServer("old", server), await readServer("new", server)];
        fc.pre(old !== undefined && now !== undefined);
        expect(compareSides({ old, new: now })).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("reverses every change if the sides are swapped", async () => {
    await fc.assert(
      fc.asyncProperty(servers, async ([left, right]) => {
        const [old, now] = [await readServer("old", left), await readServer("new", right)];
        fc.pre(old !== undefined && now !== undefined);
        const [forth, back] = [compareSides({ old, new: now }), compareSides({ old: now, new: old })];
        const isAnswered = ({ code, arg }: Change): boolean =>
          back.some(
            (change) =>
              changeRules[code].reverse.includes(change.code) && (code.endsWith("renamed") || change.arg === arg || isRenamed(forth)),
          );
        expect(forth.filter((change) => !isAnswered(change))).toEqual([]);
        expect(back.length).toBe(forth.length);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A renamed part has two names, and its changes have the new name in both directions. */
function isRenamed(changes: readonly Change[]): boolean {
  return changes.some(({ code }) => code.endsWith("renamed"));
}
