/** Tests policies that are drafted from audits: the rules, and that they allow the recorded calls and nothing beside them. */
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findDefinitions } from "../../generator/check/files/definitions.ts";
import { explain } from "../../generator/explain/explain.ts";
import { printPolicy } from "../../generator/policy-draft/print-policy.ts";
import { joinAudits, readAudit } from "../../generator/policy-draft/read-audit.ts";
import type { AuditUse } from "../../generator/policy-draft/tool-use.ts";
import { summarizeUse } from "../../generator/policy-draft/tool-use.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";

const CONFIG = `command: shop
tools:
  - name: find
    description: Find things
    risk: read
    args:
      - { name: words, type: string, positional: true, required: true }
      - { name: max, flag: --max, type: integer }
      - { name: sort, flag: --sort, type: string, enum: [name, price, age] }
      - { name: folder, flag: --folder, type: string }
      - { name: all, flag: --all, type: boolean }
      - { name: color_names, flag: --color-names, type: boolean, negatable: true }
      - { name: labels, flag: --label, type: map }
      - { name: tags, flag: --tag, type: string, repeat: true }
      - { name: color, flag: --color, type: string, optional_value: true }
      - { name: token, flag: --token, type: string, secret: true }
  - name: sell
    description: Sell a thing
    risk: write
    args:
      - { name: price, flag: --price, type: integer, default: 1 }
      - { name: place, flag: --place, type: string, default: shop }
      - { name: tags, flag: --tag, type: string, repeat: true, default: [new, "2"] }
      - { name: gift, flag: --gift, type: boolean, default: false }
  - { name: buy, description: Buy a thing, risk: write, args: [{ name: thing, type: string, positional: true }] }
`;

type Args = Readonly<Record<string, unknown>>;

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

let calls = 0;
const ran = (tool: string, args: Args, more: object = {}): string =>
  JSON.stringify({
    id: String((calls += 1)),
    time: "2026-01-02T03:04:05.000Z",
    tool,
    client: { name: "agent", version: "1" },
    verdict: "ran",
    args,
    ...more,
  });

async function readConfigs() {
  const { configs, diagnostics } = await checkInputs([file("shop.yaml", CONFIG)]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return { configs, tools: listTools(resolveModel(configs, { policies: [] }).clis) };
}

async function draft(...lines: readonly string[]): Promise<{ readonly text: string; readonly usage: AuditUse }> {
  const audit = readAudit(lines.join("\n"));
  const usage = summarizeUse(audit.calls, (await readConfigs()).tools);
  return { text: printPolicy(audit, usage), usage };
}

/** Returns the outcome of a call under a policy: `run`, or the reply of a refusal. */
async function outcome(policy: string, name: string, given: Args): Promise<string> {
  const { configs, policies, diagnostics } = await checkInputs([file("shop.yaml", CONFIG)], { policies: [file("policy.yaml", policy)] });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { clis } = resolveModel(configs, { policies: policies.map(({ spec }) => spec) });
  const tool = listTools(clis).find((one) => one.name === name);
  const definition = findDefinitions(configs).get(name);
  if (tool === undefined || definition === undefined) return "no such tool";
  const explained = await explain({ tool, given, definition, policies, env: {} });
  return explained.outcome === "refused" ? (explained.reply ?? "refused") : "run";
}

describe("a policy from recorded calls", () => {
  it("has one rule for each argument, with the number of calls", async () => {
    const { text } = await draft(
      ran("find", { words: "tea", max: 5, sort: "name", all: true, labels: { shelf: "a" }, tags: ["x"], token: "secret" }),
      ran("find", { words: "cup", max: 20, sort: "price", all: true, tags: ["y", "x"] }),
      ran("find", { words: "pot", max: "12" }),
    );
    expect(text.split("\n").slice(3)).toEqual([
      "tools:",
      "  find: # 3 calls, risk read",
      "    args:",
      "      words: { one_of: [cup, pot, tea] } # in every call",
      "      max: { min: 5, max: 20, required: true } # in every call",
      "      sort: { one_of: [name, price] } # in 2 calls",
      "      # all: any value, in 2 calls",
      "      labels: { one_of: [a] } # in 1 call",
      '      tags: { one_of: [x, "y"] } # in 2 calls',
      "      # token: any value, in 1 call, values not recorded",
      "      # in no call",
      "      folder: { forbid: true }",
      "      color_names: { forbid: true }",
      "      color: { forbid: true }",
      "",
    ]);
  });

  it("limits many different texts by their length and their common directory", async () => {
    const paths = Array.from({ length: 11 }, (_, index) => `src/lib/file${index}.ts`);
    const { text } = await draft(...paths.map((path) => ran("find", { words: path, folder: path })));
    expect(text).toContain("      folder: { max_length: 17, within: src/lib, required: true } # in every call\n");
    const { text: mixed } = await draft(...paths.map((path) => ran("find", { words: "x", folder: `${path}/../..` })));
    expect(mixed).toContain("      folder: { max_length: 23, required: true } # in every call\n");
  });

  it("of an audit without values limits only lengths, and says which values are missing", async () => {
    const { text, usage } = await draft(
      ran("find", { words: "string(3)", max: "number", all: "boolean", labels: "map(2)", tags: ["string(4)", "string(9)"] }),
    );
    expect(usage.hasValues).toBe(false);
    expect(text).toContain("words: { max_length: 3 }");
    expect(text).toContain("tags: { max_length: 9, required: true }");
    for (const name of ["max", "all", "labels"]) {
      expect(text).toMatch(new RegExp(`${name}: \\{ required: true \\} # in every call, values not recorded\n`));
    }
  });

  it("allows the defaults of calls that did not pass the argument", async () => {
    const { text } = await draft(ran("sell", { price: 9, place: "market", tags: ["old"], gift: true }), ran("sell", {}));
    expect(text.split("\n").slice(6, -1)).toEqual([
      "      price: { min: 1, max: 9 } # in 1 call",
      "      place: { one_of: [market, shop] } # in 1 call",
      '      tags: { one_of: ["2", new, old] } # in 1 call',
      "      # gift: any value, in 1 call",
    ]);
    expect(await outcome(text, "sell", {})).toBe("run");
    const { text: always } = await draft(ran("sell", { price: 9 }), ran("sell", { price: 12 }));
    expect(always).toContain("      price: { min: 9, max: 12, required: true } # in every call\n");
    expect(await outcome(always, "sell", { price: 10 })).toBe("run");
  });

  it("covers only calls that ran, or that ended with the server", async () => {
    const started = ran("buy", { thing: "cup" }, { event: "started", verdict: undefined });
    const finished = ran("find", { words: "a" });
    const audit = readAudit(
      [
        started,
        ran("find", { words: "b" }, { verdict: "refused" }),
        ran("find", { words: "c" }, { verdict: "not_run", outcome: "dry_run" }),
        ran("sell", {}, { verdict: "not_run", outcome: "confirmation_asked" }),
        ran("sell", {}, { verdict: "refused", outcome: "not_confirmed" }),
        finished.replace('"verdict":"ran"', '"event":"started"'),
        finished,
        '{"time":"2026-01-02T03:04:05.000Z","event":"audit_resumed","lost_entries":3}',
        "",
        '{"torn":',
        "[1]",
      ].join("\n"),
    );
    expect(audit.calls.map(({ args }) => args)).toEqual([{ thing: "cup" }, { words: "a" }]);
    expect(audit).toMatchObject({ refused: 2, notRun: 1, unreadable: 2 });
    expect(joinAudits([audit, audit])).toMatchObject({ refused: 4, notRun: 2, unreadable: 4, calls: { length: 4 } });
  });

  it("names the tools and arguments that the configs do not have", async () => {
    const { text, usage } = await draft(ran("gone", {}), ran("gone", {}), ran("find", { words: "a", colour: "red" }));
    expect(text).not.toContain("gone:");
    expect([...usage.unknownTools]).toEqual([["gone", 2]]);
    expect([...usage.unknownArgs]).toEqual(["find.colour"]);
  });

  it("keeps text of clients and callers inside its comment or its value", async () => {
    const hostile = 'a\n  buy: {}\u2028 # "x": ] }';
    const { text } = await draft(ran("find", { words: hostile }, { client: { name: hostile } }));
    expect(text.split("\n").filter((line) => /^ {2}\w/.test(line))).toEqual(["  find: # 1 call, risk read"]);
    expect(await outcome(text, "find", { words: hostile })).toBe("run");
    expect(await outcome(text, "buy", {})).toBe("no such tool");
  });

  it("has no hazards, and limits a switch only if its other value writes a flag", async () => {
    const { text } = await draft(ran("find", { words: "a", all: true, color_names: true }), ran("find", { words: "a" }));
    expect(text).toContain("# all: any value, in 1 call\n");
    expect(text).toContain("color_names: { equals: true, x-allow: [{ code: hollow-policy, reason: ");
    for (const args of [{}, { all: false }, { color_names: true }])
      expect(await outcome(text, "find", { words: "a", ...args })).toBe("run");
    expect(await outcome(text, "find", { words: "a", color_names: false })).toContain("Policy validation failed");
    const { text: same } = await draft(ran("sell", { gift: false }), ran("sell", {}));
    expect(same).toContain("      gift: { equals: false } # in 1 call\n");
    const { text: always } = await draft(ran("find", { words: "a", all: true }));
    expect(always).toContain("all: { equals: true, required: true }");
    for (const policy of [text, always]) {
      const { diagnostics } = await checkInputs([file("shop.yaml", CONFIG)], { policies: [file("policy.yaml", policy)] });
      expect(diagnostics.map(({ code }) => code)).not.toContain("hollow-policy");
    }
  });

  it("allows every recorded call, with and without values, and nothing beside them", async () => {
    const recorded: readonly Args[] = [
      { words: "tea", max: 5, all: true, labels: { a: "b: c", d: "yes" }, color: true },
      { words: "-", max: 7.0, sort: "name", tags: ["1", "null", "~"], color: "auto" },
      { words: "x, y]", folder: "a/b", tags: '["p","q"]' },
    ];
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shape);
      if (typeof value === "string") return `string(${value.length})`;
      return typeof value === "object" ? "map(2)" : typeof value;
    };
    const withValues = await draft(...recorded.map((args) => ran("find", args)));
    const shapes = recorded.map((args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, shape(value)])));
    const withoutValues = await draft(...shapes.map((args) => ran("find", args)));
    for (const { text } of [withValues, withoutValues]) {
      for (const args of recorded) expect([args, await outcome(text, "find", args)]).toEqual([args, "run"]);
      expect(await outcome(text, "find", { words: "tea", token: "x" })).toContain("the policy forbids this argument");
      expect(await outcome(text, "buy", { thing: "tea" })).toBe("no such tool");
    }
    expect(await outcome(withValues.text, "find", { words: "coffee" })).toContain("is not one of");
    expect(await outcome(withValues.text, "find", { words: "tea", max: 8 })).toContain("exceeds maximum 7");
    expect(await outcome(withoutValues.text, "find", { words: "long words" })).toContain("exceeds maximum length 5");
  });
});
