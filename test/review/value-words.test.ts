/** Checks the comparison of an argument in every pair of ways to write its value against calls of both sides. */
import { describe, expect, it } from "vitest";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import type { Side } from "../../generator/review/side.ts";
import { callBoth, findMissed, VALUES } from "./outcomes.ts";
import type { RandomArg } from "./random-servers.ts";
import { WORDS } from "./random-servers.ts";
import { toArg } from "./server-texts.ts";
import { toSide } from "./sides.ts";

const PLAIN: RandomArg = {
  type: "string",
  mode: "flag",
  flag: undefined,
  required: false,
  defaultPlace: undefined,
  members: undefined,
  repeat: false,
  dash: false,
  secret: false,
  description: "",
  pattern: undefined,
  deny: undefined,
  oneOf: undefined,
  min: undefined,
  max: undefined,
  words: "plain",
  limit: "none",
  requires: false,
  rules: { forbid: undefined, required: undefined, equals: undefined, maxLength: undefined, within: undefined },
};

/** Arguments that differ only in how their value is written. */
const ARGUMENTS: readonly (readonly [title: string, arg: RandomArg])[] = (["string", "integer", "boolean", "map"] as const).flatMap(
  (type) => [
    [`${type} after a flag`, { ...PLAIN, type }],
    [`positional ${type}`, { ...PLAIN, type, mode: "positional" }],
    [`${type} with a default`, { ...PLAIN, type, defaultPlace: 1 }],
    [`${type} of two values`, { ...PLAIN, type, members: ["x", "y"] }],
  ],
);

async function sidesOf(arg: RandomArg): Promise<readonly Side[]> {
  const configs = WORDS.map((words) => {
    const tool = { name: "t", description: "d", risk: "read", args: [toArg("a", { ...arg, words })] };
    return JSON.stringify({ name: "c", command: "fs", tools: [tool] });
  });
  return await Promise.all(configs.map((config) => toSide("side", config)));
}

describe("two ways to write the value of an argument", () => {
  it.each(ARGUMENTS)("of a %s differ only with a change that explains it", async (_, arg) => {
    const sides = await sidesOf(arg);
    const seen = { differing: 0 };
    for (const [old, now] of sides.flatMap((left) => sides.map((right) => [left, right] as const))) {
      const changes = compareSides({ old, new: now });
      const [before, after] = [old.tools.get("t"), now.tools.get("t")];
      if (before === undefined || after === undefined) throw new Error("a side has no tool");
      for (const given of [{}, ...VALUES[arg.type].map((a) => ({ a }))]) {
        const tools = [
          [old, before],
          [now, after],
        ] as const;
        const { outcomes, isKnown } = await callBoth(tools, given);
        if (outcomes[0] !== outcomes[1]) seen.differing += 1;
        expect(
          findMissed({ outcomes, changes, isReadOnly: false, isKnown }),
          `${JSON.stringify(given)}: ${outcomes.join(" then ")}`,
        ).toBeUndefined();
      }
    }
    expect(seen.differing).toBeGreaterThan(0);
  });
});
