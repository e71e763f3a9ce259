/** Checks the comparison against the runtime: tool listings and the outcome of calls on both sides. */
import "../property-seed.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { reverseCodes } from "./reverse-codes.ts";
import type { Side } from "../../generator/review/side.ts";
import { annotationsOf } from "../../runtime/tool/annotations.ts";
import { describeTool } from "../../runtime/tool/relations.ts";
import { toListedSchema } from "../../runtime/tool/listed-schema.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { callBoth, findMissed, VALUES } from "./outcomes.ts";
import type { RandomServer } from "./random-servers.ts";
import { servers } from "./random-servers.ts";
import { powersOf } from "./powers.ts";
import { toConfig, toPolicy, toSecondPolicy } from "./server-texts.ts";
import { toSideOf } from "./sides.ts";

const RUNS = 60;

async function readServer(label: string, server: RandomServer): Promise<Side | undefined> {
  try {
    const config = { path: `${label}.yaml`, bytes: Buffer.from(toConfig(server)) };
    return await toSideOf(label, [config], toPolicy(server), toSecondPolicy(server));
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

const place = fc.option(fc.nat(9), { nil: undefined });
const calls = fc.array(fc.record({ a: place, b: place, c: place }), { minLength: 16, maxLength: 16 });

/** Returns only arguments of the old version, which ignored unknown names. */
function toGiven({ args }: Tool, sample: Readonly<Record<string, number | undefined>>): Readonly<Record<string, unknown>> {
  const entries = args.flatMap(({ name, type }) => {
    const chosen = sample[name];
    return chosen === undefined ? [] : [[name, VALUES[type][chosen % VALUES[type].length]] as const];
  });
  return Object.fromEntries(entries);
}

/** Changes of a tool, its CLI and its policy. */
function changesOf(changes: readonly Change[], name: string): readonly Change[] {
  return changes.filter(({ tool, old, code }) => tool === undefined || tool === name || (code === "tool-renamed" && old === name));
}

describe("for any two versions of a server", () => {
  /** The compiled servers of the first test. */
  const compared: (readonly [old: Side, now: Side, forth: readonly Change[]])[] = [];
  /** The old servers of the first test, before they were compiled. */
  const random: RandomServer[] = [];

  it("reports every difference that clients or programs can observe", async () => {
    const seen = { compared: 0, differing: 0 };
    const property = fc.asyncProperty(servers, calls, async ([left, right], samples) => {
      const [old, now] = [await readServer("old", left), await readServer("new", right)];
      fc.pre(old !== undefined && now !== undefined);
      const changes = compareSides({ old, new: now });
      compared.push([old, now, changes]);
      random.push(left);
      for (const name of new Set([...old.tools.keys(), ...now.tools.keys()])) {
        const about = changesOf(changes, name);
        const [before, after] = [old.tools.get(name), now.tools.get(name)];
        seen.compared += 1;
        if (listTool(before) !== listTool(after)) expect(about, name).not.toEqual([]);
        if (before === undefined || after === undefined) continue;
        const isReadOnly = before.risk === "read" && after.risk === "read";
        for (const sample of samples) {
          const given = toGiven(before, sample);
          const tools = [
            [old, before],
            [now, after],
          ] as const;
          const { outcomes, isKnown } = await callBoth(tools, given);
          if (outcomes[0] !== outcomes[1]) seen.differing += 1;
          expect(
            findMissed({ outcomes, changes: about, isReadOnly, isKnown }),
            `${name} ${JSON.stringify(given)} ${outcomes.join(" then ")}`,
          ).toBeUndefined();
        }
        const isWidened = about.some((change) => change.class === "widening");
        const [oldPowers, newPowers] = [powersOf(old, before), powersOf(now, after)];
        if (oldPowers.size > 0 && !isWidened)
          expect(
            [...newPowers].filter((power) => !oldPowers.has(power)),
            name,
          ).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    // Otherwise, the property would hold if no versions differed.
    expect(seen.compared).toBeGreaterThan(RUNS);
    expect(seen.differing).toBeGreaterThan(RUNS);
  });

  it("reports no changes between a server and itself", async () => {
    expect(compared.length).toBeGreaterThanOrEqual(RUNS);
    for (const [index, [old]] of compared.entries()) {
      const again = await readServer("new", random[index] as RandomServer);
      expect(again && compareSides({ old, new: again })).toEqual([]);
    }
  });

  it("reverses every change if the sides are swapped", () => {
    expect(compared.length).toBeGreaterThanOrEqual(RUNS);
    for (const [old, now, forth] of compared) {
      const back = compareSides({ old: now, new: old });
      const isAnswered = ({ code, arg }: Change): boolean =>
        back.some(
          (change) => reverseCodes(code).includes(change.code) && (code.endsWith("renamed") || change.arg === arg || isRenamed(forth)),
        );
      expect(forth.filter((change) => !isAnswered(change))).toEqual([]);
      expect(back.length).toBe(forth.length);
    }
  });
});

/** Reports whether a part is renamed. The changes of a renamed part have the new name in both directions. */
function isRenamed(changes: readonly Change[]): boolean {
  return changes.some(({ code }) => code.endsWith("renamed"));
}
