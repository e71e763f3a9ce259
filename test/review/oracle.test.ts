/** Holds the comparison against the runtime: what clients see and what calls come to on both sides. */
import "../property-seed.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare-sides.ts";
import { changeRules } from "../../generator/review/rules.ts";
import type { Side } from "../../generator/review/side.ts";
import { argvOf } from "../../runtime/call/command-line.ts";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { toPolicy as readPolicy } from "../../runtime/policy/policy.ts";
import { plainExecution } from "../../runtime/serve/execution.ts";
import { annotationsOf } from "../../runtime/tool/annotations.ts";
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
    // Some parts do not fit each other: the check stage refuses such a config, and nothing can be compared.
    return undefined;
  }
}

/** What `tools/list` says of a tool, and what the server knows of it beside. */
function listTool(tool: Tool | undefined): string | undefined {
  if (tool === undefined) return undefined;
  const { name, title, description, timeout } = tool;
  return JSON.stringify([name, title, description, timeout, annotationsOf(tool.risk), toListedSchema(tool)]);
}

/** What a call comes to, in three words: refused, or the invocation. */
async function callTool(side: Side, tool: Tool, given: Readonly<Record<string, unknown>>): Promise<string> {
  const policies = side.policies.map(readPolicy);
  const prepared = await prepareCall({ tool, given }, { env: {}, policies, execution: plainExecution({}), directory: "/" });
  if (prepared.kind !== "ready" || prepared.plan.kind !== "command") return "refused";
  const { line, directory } = prepared.plan;
  return JSON.stringify([argvOf(line), line.stdin?.text, directory]);
}

const VALUES = ["x", "y", "z", "xx", "-x", "5", 5, -1, 3.5, true, "", ["x", "-x"], ["y"], [4]];
const value = fc.option(fc.constantFrom<unknown>(...VALUES), { nil: undefined });
const calls = fc.array(fc.record({ a: value, b: value, c: value }), { minLength: 20, maxLength: 20 });

/** Changes of one tool, and of what it shares with others. */
function changesOf(changes: readonly Change[], name: string): readonly Change[] {
  return changes.filter(({ tool, old, code }) => tool === undefined || tool === name || (code === "tool-renamed" && old === name));
}

const hasClass = (changes: readonly Change[], ...classes: readonly Change["class"][]): boolean =>
  changes.some((change) => classes.includes(change.class));

interface Difference {
  readonly outcomes: readonly [before: string, after: string];
  readonly changes: readonly Change[];
  /** Whether both versions of the tool have `risk: read`: elsewhere a call that was refused can do harm. */
  readonly isReadOnly: boolean;
}

/** What of a difference between two outcomes the changes do not account for. */
function findMissed({ outcomes: [before, after], changes, isReadOnly }: Difference): string | undefined {
  if (before === after) return undefined;
  if (before === "refused") {
    const classes = isReadOnly ? (["breaking", "widening", "compatible"] as const) : (["breaking", "widening"] as const);
    return hasClass(changes, ...classes) ? undefined : "a call that is newly accepted";
  }
  if (after === "refused") return hasClass(changes, "breaking", "narrowing") ? undefined : "a call that is newly refused";
  // The same words in another order are another command line, which some programs read in another way.
  return hasClass(changes, "breaking") ? undefined : "a call that runs something else";
}

describe("for any two versions of a server", () => {
  it("no difference that clients or programs can see is missed", async () => {
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
          // What an old caller can have meant: a name that was not there was ignored.
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
    // Otherwise the property holds because nothing ever differs.
    expect(seen.compared).toBeGreaterThan(RUNS);
    expect(seen.differing).toBeGreaterThan(RUNS);
  });

  it("a server compared with itself has no changes", async () => {
    await fc.assert(
      fc.asyncProperty(servers, async ([server]) => {
        const [old, now] = [await readServer("old", server), await readServer("new", server)];
        fc.pre(old !== undefined && now !== undefined);
        expect(compareSides({ old, new: now })).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("swapping the sides reverses every change", async () => {
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

/** Then one thing has two names, and its changes carry the new one on both ways. */
function isRenamed(changes: readonly Change[]): boolean {
  return changes.some(({ code }) => code.endsWith("renamed"));
}
