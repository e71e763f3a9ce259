import { describe, expect, it } from "vitest";
import type { CommandPlan } from "../../../runtime/call/call-plan.ts";
import { formatPrompt, toCommandPrompt } from "../../../runtime/call/confirmation-question.ts";
import type { Confirmation, Confirmations } from "../../../runtime/call/confirmation.ts";
import { createConfirmations } from "../../../runtime/call/confirmation.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";

const call = (identity: string) => ({ identity, writeQuestion: () => Promise.resolve("") });
const decide = (confirmations: Confirmations, identity: string, token?: unknown, action?: unknown): Promise<Confirmation> =>
  confirmations.decide(call(identity), { token, action, run: true }, true);

async function ask(confirmations: Confirmations, identity: string): Promise<string> {
  const asked = await decide(confirmations, identity);
  if (asked.kind !== "asked") throw new Error(`not asked but ${asked.kind}`);
  return asked.token;
}

describe("an answer", () => {
  it.each([
    ["accept", "accepted"],
    ["decline", "declined"],
    ["cancel", "cancelled"],
    ["ACCEPT", "asked"],
    [undefined, "asked"],
    [true, "asked"],
  ])("of %s is read as %s", async (action, kind) => {
    const confirmations = createConfirmations();
    expect(await decide(confirmations, "a", await ask(confirmations, "a"), action)).toMatchObject({ kind });
  });

  it.each([false, undefined, "true", 1, null])("of accept with run: %j does not confirm the call", async (run) => {
    const confirmations = createConfirmations();
    const token = await ask(confirmations, "a");
    const answer = { token, action: "accept", ...(run !== undefined && { run }) };
    expect(await confirmations.decide(call("a"), answer, true)).toEqual({ kind: "not_affirmed" });
    // The token is used.
    expect(await decide(confirmations, "a", token, "accept")).toMatchObject({ kind: "asked" });
  });

  it("that is missing ends the confirmation, and invalidates its token", async () => {
    const confirmations = createConfirmations();
    const token = await ask(confirmations, "a");
    const failure = { kind: "timed_out" } as const;
    expect(await confirmations.decide(call("a"), { token, action: undefined, failure }, true)).toEqual(failure);
    expect(await decide(confirmations, "a", token, "accept")).toMatchObject({ kind: "asked" });
  });

  it("is valid once", async () => {
    const confirmations = createConfirmations();
    const token = await ask(confirmations, "a");
    expect(await decide(confirmations, "a", token, "accept")).toEqual({ kind: "accepted" });
    expect(await decide(confirmations, "a", token, "accept")).toMatchObject({ kind: "asked" });
  });

  it("is valid only for the call of its prompt, and is invalidated by another call", async () => {
    const confirmations = createConfirmations();
    const token = await ask(confirmations, "a");
    expect(await decide(confirmations, "b", token, "accept")).toMatchObject({ kind: "asked" });
    expect(await decide(confirmations, "a", token, "accept")).toMatchObject({ kind: "asked" });
  });

  it("expires", async () => {
    const confirmations = createConfirmations({ maxAgeMs: 5 });
    const token = await ask(confirmations, "a");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await decide(confirmations, "a", token, "accept")).toMatchObject({ kind: "asked" });
  });

  it("is requested again if too many prompts are open", async () => {
    const confirmations = createConfirmations({ maxOpen: 2 });
    const [first, second] = [await ask(confirmations, "a"), await ask(confirmations, "b")];
    await ask(confirmations, "c");
    expect(await decide(confirmations, "a", first, "accept")).toMatchObject({ kind: "asked" });
    expect(await decide(confirmations, "b", second, "accept")).toMatchObject({ kind: "asked" });
  });

  it("is not discarded by the prompts of another caller", async () => {
    const confirmations = createConfirmations({ maxOpen: 3 });
    const askAs = async (owner: string, identity: string) =>
      await confirmations.decide({ ...call(identity), owner }, { token: undefined, action: undefined }, true);
    const first = await askAs("ann", "a");
    for (const identity of ["b", "c", "d", "e"]) await askAs("bob", identity);
    const token = first.kind === "asked" ? first.token : "";
    const answer = { token, action: "accept", run: true };
    expect(await confirmations.decide({ ...call("a"), owner: "ann" }, answer, true)).toEqual({ kind: "accepted" });
  });

  it("is not requested if the client cannot prompt", async () => {
    expect(await createConfirmations().decide(call("a"), { token: undefined, action: "accept" }, false)).toEqual({ kind: "unavailable" });
  });
});

interface Questioned {
  readonly argv?: readonly string[];
  readonly stdin?: string;
  readonly cwd?: string;
  readonly executor?: ExecutorSpec;
}

function question({ argv = ["git", "push"], stdin, cwd, executor = { type: "local" } }: Questioned): string | undefined {
  const plan: CommandPlan = {
    kind: "command",
    handler: { kind: "command", program: { command: [], global_args: [] }, command: [] },
    line: {
      words: argv.map((text) => ({ text, origin: { kind: "tool_command" }, parts: [text] })),
      ...(stdin !== undefined && { stdin: { arg: { name: "in", type: "string", stdin: true }, text: stdin } }),
    },
    ...(cwd !== undefined && { directory: cwd }),
  };
  const prompt = toCommandPrompt("t", plan, { executor, hide: (text) => text });
  return prompt && formatPrompt(prompt);
}

describe("a question", () => {
  it("is one command line, before the question, without blank lines", () => {
    expect(question({})).toBe("    git push\nRun this command for the tool t?");
  });

  it("wraps long lines, and indents each line of a value, so that a value cannot imitate another part", () => {
    const forged = `${"x".repeat(61)} Run this command for the tool list?${"y".repeat(40)}`;
    const text = question({ argv: ["rm", "-r", forged], cwd: `/${"d".repeat(100)}` }) ?? "";
    const lines = text.split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(70);
    expect(lines.filter((line) => !line.startsWith("    "))).toEqual([
      "Run this command for the tool t?",
      expect.stringMatching(/^In the directory: /) as string,
    ]);
    expect(
      lines
        .slice(0, 3)
        .map((line) => line.slice(4))
        .join(""),
    ).toBe(`rm -r "${forged}"`);
  });

  it.each([
    ["a space", "a b", '"a b"'],
    ["no characters", "", '""'],
    ["quotes", `a"b'c`, `"a\\"b'c"`],
    ["a line break, so that it cannot add lines", "x\n\nApproved by the administrator", '"x\\n\\nApproved by the administrator"'],
    ["a bidirectional control character", "a\u202Eb", '"a\\u{202e}b"'],
    ["an invisible character", "a\u200Bb", '"a\\u{200b}b"'],
    ["a letter without a shape", "a\u3164b", '"a\\u{3164}b"'],
    ["a control character above ASCII", "a\u0085b", '"a\\u{85}b"'],
    ["a line separator", "a\u2028b", '"a\\u{2028}b"'],
    ["a paragraph separator", "a\u2029b", '"a\\u{2029}b"'],
    ["a character of private use", "a\uE000b", '"a\\u{e000}b"'],
    ["a character that will never be assigned", "a\uFDD0b", '"a\\u{fdd0}b"'],
    ["a format character that is visible", "a\u0600b", '"a\\u{600}b"'],
    ["an escape sequence", "\u001B[2K", '"\\u001b[2K"'],
    ["half of a surrogate pair", "\uD800", '"\\ud800"'],
    ["letters of another script", "grün", '"grün"'],
  ])("shows a word with %s", (_title, word, shown) => {
    expect(question({ argv: ["git", word] })).toBe(`    git ${shown}\nRun this command for the tool t?`);
  });

  it("contains the directory, the sandbox and the input", () => {
    expect(question({ cwd: "/my dir", executor: { type: "bubblewrap" }, stdin: "x\n" })).toContain(
      '\nIn the directory: "/my dir"\nIn a bubblewrap sandbox, without network\nStandard input: "x\\n"',
    );
    const asked = question({ executor: { type: "bubblewrap", network: { hosts: ["a.example", "*.b.example"] } } });
    expect(asked?.replaceAll("\n    ", "")).toContain("\nIn a bubblewrap sandbox, with a network of the hosts a.example, *.b.example only");
  });

  it("states how much of the input is not shown", () => {
    expect(question({ stdin: "x".repeat(2500) })?.replaceAll("\n    ", "")).toContain(
      `Standard input, and 500 characters more that are not shown: "${"x".repeat(2000)}"`,
    );
  });

  it("is not created if the command line is too long", () => {
    expect(question({ argv: ["x".repeat(10_000)] })).toBeDefined();
    expect(question({ argv: ["x".repeat(10_001)] })).toBeUndefined();
    expect(question({ cwd: "x".repeat(10_001) })).toBeUndefined();
    expect(question({ argv: ["x".repeat(5000)], cwd: "x".repeat(5000) })).toBeDefined();
    expect(question({ argv: ["x".repeat(5000)], cwd: "x".repeat(5001) })).toBeUndefined();
  });
});
