/** Tests warnings of the check stage that are hazards: `x-allow` acknowledges them, and a policy that disables their tool removes them. */
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

type Mapping = Readonly<Record<string, unknown>>;

const encode = (path: string, value: unknown): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

async function codesOf(config: unknown, policy?: unknown): Promise<readonly string[]> {
  const policies = policy === undefined ? [] : [encode("policy.yaml", policy)];
  const checked = await checkInputs([encode("git.yaml", config)], { policies });
  expect(checked.diagnostics).toEqual([]);
  return (await findHazards(checked)).map(({ code }) => code);
}

const optional = { name: "a", positional: true };
const required = { name: "b", positional: true, required: true };
const allow = (code: string): Mapping => ({ "x-allow": [{ code, reason: "It is intended" }] });

/** Each code, with a tool that has the hazard: the keys of the tool, and the keys of its argument. */
const ROWS: readonly [string, (tool: Mapping, arg: Mapping) => Mapping][] = [
  ["possible-placeholder", (tool, arg) => ({ args: [{ name: "a", flag: "--count N", ...arg }], ...tool })],
  ["possible-placeholder", (tool) => ({ command: "show <rev>", ...tool })],
  ["repeated-words", (tool) => ({ command: "git log", ...tool })],
  ["positional-order", (tool, arg) => ({ command: "show", args: [optional, { ...required, ...arg }], ...tool })],
];

describe.each(ROWS)("%s", (code, make) => {
  const wrap = (entry: Mapping, config: Mapping = {}): Mapping => ({
    command: "git",
    tools: [
      { name: "t", description: "d", ...entry },
      { name: "u", description: "d" },
    ],
    ...config,
  });

  it("is a hazard", async () => {
    expect(await codesOf(wrap(make({}, {})))).toEqual([code]);
  });

  it("can be acknowledged by the tool and by the config, and is not reported for the other tool's acknowledgement", async () => {
    expect(await codesOf(wrap(make(allow(code), {})))).toEqual([]);
    expect(await codesOf(wrap(make({}, {}), allow(code)))).toEqual([]);
    const other = {
      tools: [
        { name: "t", description: "d", ...make({}, {}) },
        { name: "u", description: "d", ...allow(code) },
      ],
    };
    expect(await codesOf(wrap({}, other))).toEqual([code, "allow-unused"]);
  });

  it("is not reported for a tool that the policy disables, and stays acknowledged", async () => {
    expect(await codesOf(wrap(make({}, {})), { tools: { u: {} } })).toEqual([]);
    expect(await codesOf(wrap(make(allow(code), {})), { tools: { u: {} } })).toEqual([]);
  });
});

it.each(ROWS.filter(([, make]) => "args" in make({}, {})))("%s can be acknowledged by the argument", async (code, make) => {
  const tools = [{ name: "t", description: "d", ...make({}, allow(code)) }];
  expect(await codesOf({ command: "git", tools })).toEqual([]);
});
