import { expect, it } from "vitest";
import { applyAnswers } from "../../generator/import/describe/apply-answers.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { readsPathsAfterDashes } from "../../generator/check/files/paths-after-dashes.ts";
import type { CommandFacts } from "../../generator/import/description.ts";
import type { FlagVerdict } from "../../generator/probe/flag-verdict.ts";

const HELP = `Usage: tool [OPTIONS] FILE

Options:
  -d, --data <data>     Send it
  -g, --graphics        Draw it
      --quiet <n>       Be quiet
      --paint           Paint it
      --gone            Remove it
`;

const page = { from: "help", label: "tool --help", path: [], text: HELP } as const;
const command = describeProgram({ program: "tool", pages: [page] }).root;

/** Returns one text for each option: its names, kind and notation. */
const show = ({ options }: CommandFacts): readonly string[] =>
  options.map(({ names, kind, valueForm }) => [names.join(" "), kind, valueForm ?? ""].join(" ").trim());

const answer = (verdicts: readonly FlagVerdict[], grammar = {}, doubleDash?: "ends" | "leaks"): CommandFacts =>
  applyAnswers(command, { verdicts: new Map(verdicts.map((one) => [one.flag, one])), grammar, ...(doubleDash && { doubleDash }) });

it("drops what the program rejects, and takes over how it reads values", () => {
  const described = answer([
    { flag: "--data", kind: "value", joined: false, separate: true },
    { flag: "--graphics", kind: "rejected" },
    { flag: "--quiet", kind: "switch", joined: false, separate: false },
    { flag: "--paint", kind: "value", joined: true, separate: true },
    { flag: "--gone", kind: "rejected" },
  ]);
  expect(show(described)).toEqual(["-d --data value bare", "-g switch", "--quiet switch", "--paint value glued"]);
});

it("writes `=` only if the program reads it, or is known to", () => {
  const formOfData = (verdicts: readonly FlagVerdict[], grammar = {}): string | undefined =>
    answer(verdicts, grammar).options.find(({ names }) => names.includes("--data"))?.valueForm;
  const other: FlagVerdict = { flag: "--other", kind: "value", joined: true, separate: true };
  expect([
    formOfData([]),
    formOfData([], { joins: true }),
    formOfData([], { joins: false }),
    formOfData([other]),
    formOfData([{ ...other, joined: false }], { joins: true }),
    formOfData([{ flag: "--data", kind: "unclear" }]),
    formOfData([{ flag: "--data", kind: "known", joined: true }]),
  ]).toEqual(["bare", "glued", "bare", "glued", "bare", "bare", "glued"]);
});

it("sets the end of options by the answer, by the table, or by the text", () => {
  expect([
    answer([], {}, "ends").hasEndOfOptions,
    answer([], { doubleDash: "ends" }, "leaks").hasEndOfOptions,
    answer([], { doubleDash: "ends" }).hasEndOfOptions,
    answer([], { doubleDash: "partly" }).hasEndOfOptions,
    answer([]).hasEndOfOptions,
  ]).toEqual([true, false, true, false, false]);
});

it("writes `=false` only if the program is not known to refuse it", () => {
  const text = "Usage: tool [OPTIONS]\n\nOptions:\n  --trust   Check signatures (default true)\n";
  const { root } = describeProgram({ program: "tool", pages: [{ ...page, text }] });
  const isAssignable = (grammar: Parameters<typeof applyAnswers>[1]["grammar"]): boolean | undefined =>
    applyAnswers(root, { verdicts: new Map(), grammar }).options[0]?.isAssignable;
  expect([
    isAssignable({}),
    isAssignable({ switchFalse: "off" }),
    isAssignable({ switchFalse: "error" }),
    isAssignable({ switchFalse: "on" }),
  ]).toEqual([true, true, undefined, undefined]);
});

it("sets no end of options for commands that read every value after -- as a path", () => {
  const described = (path: readonly string[]): boolean =>
    applyAnswers(command, {
      verdicts: new Map(),
      grammar: {},
      doubleDash: "ends",
      hasPathsAfter: readsPathsAfterDashes("git", path),
    }).hasEndOfOptions;
  expect([["show"], ["checkout"], ["reflog", "show"], ["merge"]].map(described)).toEqual([false, false, false, true]);
});
