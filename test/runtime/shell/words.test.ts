import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listFlags } from "../../../runtime/shell/flags.ts";
import { FROM_INPUT, readWords } from "../../../runtime/shell/read-words.ts";
import { toShellTerms } from "../../../runtime/shell/shell-terms.ts";
import { writeWords } from "../../../runtime/shell/write-words.ts";
import { shellWord } from "../../../runtime/text/shell-word.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import { toCommandTool } from "../../fixtures/tools.ts";

const ARGS: readonly ToolArg[] = [
  { name: "max_count", type: "integer", flag: "-n" },
  { name: "ratio", type: "number" },
  { name: "all", type: "boolean" },
  { name: "color", type: "string", optional_value: true },
  { name: "author", type: "string", repeat: true },
  { name: "label", type: "map" },
  { name: "content", type: "string", stdin: true },
  { name: "json", type: "string" },
  { name: "first", type: "string", positional: true },
  { name: "target", type: "string", positional: true, required: true },
  { name: "paths", type: "string", positional: true, repeat: true },
];
const cli = { name: "c", description: "", command: ["c"], global_args: [], tool_count: 1 };
const tool = toCommandTool({ name: "t", description: "", command: [], args: ARGS, cli });
const flags = listFlags(tool);

function read(...words: readonly string[]): unknown {
  const result = readWords(words, flags);
  return result.kind === "misuse" ? result.problem : Object.fromEntries(result.given);
}

describe("the words of a call", () => {
  it("are arguments with the types of the schema", () => {
    const cases: readonly (readonly [words: readonly string[], want: unknown])[] = [
      [["--max-count", "3"], { max_count: 3 }],
      [["--max-count=3"], { max_count: 3 }],
      [["--max_count", "-3"], { max_count: -3 }],
      [["--max-count", "x"], { max_count: "x" }],
      [["--ratio", "1.5"], { ratio: 1.5 }],
      [["--all"], { all: true }],
      [["--no-all"], { all: false }],
      [["--all=false"], { all: false }],
      [["--color"], { color: true }],
      [["--color=never"], { color: "never" }],
      [["--color", "x"], { color: true, target: "x" }],
      [["--author", "a", "--author=b"], { author: ["a", "b"] }],
      [
        ["--label", "k=v=w", "--label", "__proto__=x"],
        {
          label: Object.fromEntries([
            ["k", "v=w"],
            ["__proto__", "x"],
          ]),
        },
      ],
      [["--content", "-"], { content: FROM_INPUT }],
      [["--json", "x"], { json: "x" }],
      [["x"], { target: "x" }],
      [["a", "x"], { first: "a", target: "x" }],
      [["--first", "a", "x", "p", "-", "q"], { first: "a", target: "x", paths: ["p", "-", "q"] }],
      [["--", "--all"], { target: "--all" }],
    ];
    expect(cases.map(([words]) => read(...words))).toEqual(cases.map(([, want]) => want));
  });

  it("are refused with the way to write them", () => {
    const cases: readonly (readonly [words: readonly string[], want: string])[] = [
      [["--max-cuont", "3"], "no flag --max-cuont; did you mean --max-count?"],
      [["-n", "3"], "no flag -n: here it is --max-count"],
      [["--max-count"], "--max-count needs a value"],
      [["--max-count", "--all"], "--max-count needs a value; write a value that is a flag as --max-count=--all"],
      [["--all", "--all"], "--all is given twice, and has one value"],
      [["--no-all=x"], "--no-all has no value"],
      [["--label", "k"], "--label needs KEY=VALUE, and 'k' has no '='"],
    ];
    expect(cases.map(([words]) => read(...words))).toEqual(cases.map(([, want]) => want));
  });

  it("can be options of the front end, unless the tool has an argument of the name", () => {
    expect(readWords(["--dry-run", "--json", "x", "--help", "--args", "{}"], flags)).toMatchObject({
      own: { help: true, json: false, dryRun: true, args: "{}" },
    });
  });

  it("report too many operands", () => {
    const none = listFlags(toCommandTool({ name: "t", description: "", command: [], args: [], cli }));
    expect(readWords(["x"], none)).toEqual({ kind: "misuse", problem: "unexpected word 'x': all arguments of this tool have flags" });
  });

  it("read back as the arguments that they were written for", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 6 });
    const given = fc.record(
      {
        max_count: fc.integer(),
        ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
        all: fc.boolean(),
        color: fc.oneof(fc.boolean(), text),
        author: fc.array(text, { maxLength: 3 }),
        label: fc.dictionary(text, text, { maxKeys: 2, noNullPrototype: true }),
        content: text,
        json: text,
        first: text,
        target: text,
        paths: fc.array(text, { maxLength: 3 }),
      },
      { requiredKeys: ["target"], noNullPrototype: true },
    );
    fc.assert(
      fc.property(given, (wanted) => {
        const result = readWords(writeWords(wanted, flags), flags);
        if (result.kind === "misuse") throw new Error(result.problem);
        const args = JSON.parse(result.own.args ?? "{}") as object;
        expect({ ...args, ...Object.fromEntries(result.given) }).toEqual(wanted);
      }),
    );
  });
});

describe("a rejected call in the terms of a shell", () => {
  it("names flags instead of arguments, and leaves values as they are", () => {
    const reply = [
      "Argument validation failed:",
      "  - Missing required argument 'target'",
      "  - Argument 'max_count': cannot convert 'all' to integer",
      "  - Argument 'author[1]': 'all' exceeds the maximum length 2",
      "  - Exactly one of 'all', 'color' is allowed, and the call has 'all', 'color'",
      "  - Argument 'all' requires 'ratio'",
    ].join("\n");
    expect(toShellTerms(reply, flags).split("\n")).toEqual([
      "Argument validation failed:",
      "  - Missing TARGET or --target",
      "  - --max-count: cannot convert 'all' to integer",
      "  - --author[1]: 'all' exceeds the maximum length 2",
      "  - Exactly one of --all, --color is allowed, and the call has --all, --color",
      "  - --all requires --ratio",
    ]);
  });
});

it("a quoted word is one word of a shell", () => {
  expect(["a", "a b", "it's", "", "$x"].map(shellWord)).toEqual(["a", "'a b'", String.raw`'it'\''s'`, "''", "'$x'"]);
});
