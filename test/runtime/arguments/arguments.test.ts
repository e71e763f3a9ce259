import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LIST_ITEMS, MAX_REPORTED_PROBLEMS, validateArguments, withDefaults } from "../../../runtime/arguments/arguments.ts";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import type { ArgType, ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { commandOf, toCommandTool } from "../../fixtures/tools.ts";

const integer: ToolArg = { name: "n", type: "integer" };
const number: ToolArg = { name: "n", type: "number" };
const text: ToolArg = { name: "n", type: "string" };
const flag: ToolArg = { name: "n", type: "boolean" };
const paths: ToolArg = { name: "path", type: "string", repeat: true };
const modes: ToolArg = { name: "mode", type: "string", repeat: true, enum: ["r", "w"] };

const accepted: readonly [title: string, arg: ToolArg, given: unknown, want: ArgValue][] = [
  ["a text with whitespace around a number is a number", integer, " 42\n", 42],
  ["a hexadecimal text is a number, as in JavaScript", integer, "0x10", 16],
  ["a number with an exponent can be an integer", integer, "1e3", 1000],
  ["a boolean counts as 1 or 0 for a number", number, true, 1],
  ["an integer counts as a boolean", flag, 2, true],
  ["0 is false", flag, 0, false],
  ["booleans are read without regard to case", flag, "FALSE", false],
  ["a number becomes the text JavaScript prints", text, 1e-7, "1e-7"],
  ["a number with an exponent remains a number", text, 1e21, "1e+21"],
  ["the largest whole number that JSON parsing keeps becomes its text", text, 2 ** 53 - 1, "9007199254740991"],
  ["a boolean becomes a lower-case text", text, true, "true"],
  ["a repeat argument takes a list and coerces each item", { ...integer, repeat: true }, ["1", 2], [1, 2]],
  ["a repeat argument takes one value as a list with one item", { ...integer, repeat: true }, "7", [7]],
  ["a repeat argument takes the JSON text of a list", { ...integer, repeat: true }, ' ["1", 2]', [1, 2]],
  ["a repeat argument takes the JSON text of a list of strings", paths, '["a b", "c"]', ["a b", "c"]],
  ["a joined list takes JSON text before it is split", { ...text, join: "," }, '["a","b"]', ["a", "b"]],
  ["a text that only looks like a list is one item", paths, "[a-z]", ["[a-z]"]],
  ["a JSON text of other items can be a pattern", paths, "[1]", ["[1]"]],
  ["a single value is never read as JSON", text, '["a"]', '["a"]'],
  ["an enum is checked for each item", modes, ["w", "r"], ["w", "r"]],
  ["an enum is compared after coercion", { ...integer, enum: ["1"] }, "+1", 1],
];

const refused: readonly [title: string, arg: ToolArg, given: unknown, want: string][] = [
  ["a blank string is not a number", integer, "  ", "Argument 'n': cannot convert '  ' to integer"],
  ["a fraction is not an integer", integer, 3.7, "Argument 'n': cannot convert '3.7' to integer"],
  [
    "an integer that a double would round is rejected",
    integer,
    "9007199254740993",
    "Argument 'n': cannot convert '9007199254740993' to integer exactly; send an integer from -9007199254740991 to 9007199254740991",
  ],
  [
    "an integer that JSON parsing may have changed is not a string",
    text,
    JSON.parse("1234567890123456789"),
    "Argument 'n': cannot convert '1234567890123456800' to string exactly; send it as a string, in quotes",
  ],
  [
    "a negative integer of a list that JSON parsing may have changed is not a string",
    paths,
    [-(2 ** 53)],
    "Argument 'path[0]': cannot convert '-9007199254740992' to string exactly; send it as a string, in quotes",
  ],
  ["inf is not a number", number, "inf", "Argument 'n': cannot convert 'inf' to number"],
  ["a number that overflows is not a number", number, "1e400", "Argument 'n': cannot convert '1e400' to number"],
  ["an infinity that JSON parsing produced is not a number", number, Infinity, "Argument 'n': cannot convert 'Infinity' to number"],
  ["underscores are not allowed in numbers", number, "4_2", "Argument 'n': cannot convert '4_2' to number"],
  ["a fraction is not a boolean", flag, 0.5, "Argument 'n': cannot convert '0.5' to boolean"],
  ["yes is not a boolean", flag, "yes", "Argument 'n': cannot convert 'yes' to boolean"],
  [
    "an object is not a string; the message shows it as JSON",
    text,
    { a: [1] },
    "Argument 'n': cannot convert '{\"a\":[1]}' to string; to pass JSON, send it as a string, in quotes",
  ],
  ["an object is not a number, in quotes or not", integer, {}, "Argument 'n': cannot convert '{}' to integer"],
  ["a list is rejected without repeat", text, ["a"], "Argument 'n': cannot convert '[\"a\"]' to string; send one value, not a list"],
  ["a value that JSON does not support is shown by its type", text, 10n, "Argument 'n': cannot convert 'bigint' to string"],
  ["a long value is truncated", integer, "x".repeat(201), `Argument 'n': cannot convert '${"x".repeat(200)}…' to integer`],
  [
    "truncation does not split a character",
    integer,
    `${"x".repeat(199)}😀`,
    `Argument 'n': cannot convert '${"x".repeat(199)}…' to integer`,
  ],
  ["an item of a list is named by its index", paths, ["a", null], "Argument 'path[1]': cannot convert 'null' to string"],
  ["an item outside the enum is named by its index", modes, ["r", "x"], "Argument 'mode[1]' must be one of: r, w"],
  [
    "half of a surrogate pair is rejected, because the program would receive another character",
    text,
    "a\ud800b",
    "Argument 'n': cannot convert 'a\ud800b' to string: it contains half of a surrogate pair, which UTF-8 cannot encode",
  ],
  [
    "half of a surrogate pair in the key of a map is rejected",
    { name: "n", type: "map" },
    { "\udc00": "x" },
    "Argument 'n': the key '\udc00' contains half of a surrogate pair, which UTF-8 cannot encode",
  ],
  ["one value of a repeat argument is named without an index", modes, "x", "Argument 'mode' must be one of: r, w"],
];

describe("validateArguments", () => {
  it.each(accepted)("%s", (_title, arg, given, want) => {
    expect(validateArguments([arg], { [arg.name]: given })).toEqual({ values: new Map([[arg.name, want]]), problems: [], omitted: 0 });
  });

  it.each(refused)("%s", (_title, arg, given, want) => {
    const { values, problems } = validateArguments([arg], { [arg.name]: given });
    expect(problems.map((problem) => [problem.arg, problem.message])).toEqual([[arg.name, want]]);
    expect(values.size).toBe(0);
  });

  it.each([
    ["null", null, text],
    ["undefined", undefined, text],
    ["an empty list of a repeat argument", [], paths],
    ["an empty list as JSON text", "[]", paths],
  ])("treats %s as absent", (_title, given, arg) => {
    const found = validateArguments([{ ...arg, required: true }], { [arg.name]: given });
    expect(found.problems).toEqual([{ kind: "missing", arg: arg.name, message: `Missing required argument '${arg.name}'` }]);
    expect(validateArguments([arg], { [arg.name]: given })).toEqual({ values: new Map(), problems: [], omitted: 0 });
  });

  it("names missing arguments first, in definition order, then the others in the order they were given", () => {
    const args: readonly ToolArg[] = [
      { name: "late", type: "string", required: true },
      { name: "a", type: "integer" },
      { name: "b", type: "boolean" },
      { name: "early", type: "string", required: true },
      modes,
    ];
    const { problems } = validateArguments(args, { b: "?", mode: ["x", "y"], a: "?" });
    expect(problems.map(({ kind, arg }) => [kind, arg])).toEqual([
      ["missing", "late"],
      ["missing", "early"],
      ["type", "b"],
      ["enum", "mode"],
      ["enum", "mode"],
      ["type", "a"],
    ]);
  });

  it("ignores unknown arguments", () => {
    expect([...validateArguments([text], { n: "1", other: "2" }).values.keys()]).toEqual(["n"]);
  });

  it("reads only own properties, even if they have the name of a member of Object.prototype", () => {
    const args = ["__proto__", "constructor", "toString"].map((name): ToolArg => ({ name, type: "string", required: true }));
    expect(validateArguments(args, {}).problems).toHaveLength(3);
    const given = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<string, unknown>;
    expect([...validateArguments(args, given).values]).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
    ]);
  });
});

describe("a list from a caller", () => {
  const bad = Array.from({ length: MAX_LIST_ITEMS }, () => ({}));

  it("is accepted with as many items as the limit, and rejected with one more", () => {
    const items = Array.from({ length: MAX_LIST_ITEMS }, () => 1);
    expect(validateArguments([{ ...integer, repeat: true }], { n: items })).toMatchObject({ problems: [], omitted: 0 });
    const { values, problems } = validateArguments([{ ...integer, repeat: true }], { n: [...items, 1] });
    expect(values.size).toBe(0);
    expect(problems).toEqual([
      {
        kind: "too_many_items",
        arg: "n",
        message: "Argument 'n': a list may have at most 10000 items, and this one has 10001; split it into several calls",
      },
    ]);
  });

  it("has the same limit for the entries of a map", () => {
    const entries = Array.from({ length: MAX_LIST_ITEMS + 1 }, (_, index) => [`k${index}`, "v"]);
    const { problems } = validateArguments([{ name: "m", type: "map" }], { m: Object.fromEntries(entries) as object });
    expect(problems.map(({ message }) => message)).toEqual([
      "Argument 'm': a map may have at most 10000 entries, and this one has 10001; split it into several calls",
    ]);
  });

  it("is rejected with the index of a hole, which only a call from code can have", () => {
    const holes = Array.from({ length: 2 }, () => "x");
    Reflect.deleteProperty(holes, 1);
    expect(validateArguments([paths], { path: holes }).problems.map(({ message }) => message)).toEqual([
      "Argument 'path[1]': cannot convert 'undefined' to string",
    ]);
  });

  it("has at most the maximum number of reported problems, and the number of the others", () => {
    const { problems, omitted } = validateArguments([paths], { path: bad });
    expect([problems.length, omitted]).toEqual([MAX_REPORTED_PROBLEMS, MAX_LIST_ITEMS - MAX_REPORTED_PROBLEMS]);
  });

  it("does not keep missing arguments from being reported", () => {
    const { problems, omitted } = validateArguments([paths, { ...text, required: true }], { path: bad });
    expect(problems[0]?.kind).toBe("missing");
    expect(problems.length + omitted).toBe(MAX_LIST_ITEMS + 1);
  });

  it("may exceed the limit in an argument without repeat or an unknown argument, because the list is not read", () => {
    const given = { n: Array.from({ length: 3_000_000 }, () => 1) };
    expect(validateArguments([{ ...text, name: "other" }], given).problems).toEqual([]);
    expect(validateArguments([text], given).problems.map(({ kind }) => kind)).toEqual(["type"]);
  });
});

describe("withDefaults", () => {
  const args: readonly ToolArg[] = [
    { name: "p", type: "string", positional: true, default: "P" },
    { name: "in", type: "string", stdin: true, default: "I" },
    { name: "dir", type: "string", cwd: true, default: "/d" },
    { name: "f", type: "integer", default: 0 },
    { name: "none", type: "string" },
  ];

  it("fills in flags, positionals, stdin and cwd alike", () => {
    expect([...withDefaults(args, new Map())]).toEqual([
      ["p", "P"],
      ["in", "I"],
      ["dir", "/d"],
      ["f", 0],
    ]);
  });

  it("keeps given values, including empty ones", () => {
    const given = new Map<string, ArgValue>([
      ["p", ""],
      ["f", 5],
    ]);
    expect(withDefaults(args, given).get("p")).toBe("");
    expect(withDefaults(args, given).get("f")).toBe(5);
  });
});

describe("a call with arbitrary arguments", () => {
  const name = fc.oneof(fc.constantFrom("a", "b", "__proto__", "constructor", "0"), fc.string({ maxLength: 4 }));
  const toolArg: fc.Arbitrary<ToolArg> = fc.record(
    {
      name,
      type: fc.constantFrom<ArgType>("string", "integer", "number", "boolean"),
      required: fc.boolean(),
      default: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 })),
      flag: fc.constantFrom("-x", "key=", "", "$HOME"),
      positional: fc.boolean(),
      cwd: fc.boolean(),
      stdin: fc.boolean(),
      enum: fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
      repeat: fc.boolean(),
      allow_leading_dash: fc.boolean(),
    },
    { requiredKeys: ["name", "type"] },
  );
  const tool: fc.Arbitrary<FlatTool> = fc.record({
    name: fc.constant("t"),
    description: fc.constant(""),
    command: fc.array(fc.string(), { maxLength: 2 }),
    args: fc.array(toolArg, { maxLength: 4 }),
    end_of_options: fc.boolean(),
    cli: fc.record({
      name: fc.constant("c"),
      description: fc.constant(""),
      command: fc.array(fc.oneof(fc.string(), fc.constantFrom("~", "$A", '"$A"', "'x y'")), { maxLength: 3 }),
      global_args: fc.array(toolArg, { maxLength: 2 }),
      tool_count: fc.constant(1),
    }),
  });
  const env = fc.dictionary(fc.constantFrom("A", "HOME", "__proto__"), fc.string());
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
    fc.constantFrom("-x", "--", ["-x"]),
  );

  it("never throws, and builds a command line of strings", () => {
    fc.assert(
      fc.property(tool, fc.dictionary(name, value), env, (anyTool, given, anyEnv) => {
        const { values, problems } = validateArguments(anyTool.args, given);
        expect(problems.every((problem) => typeof problem.message === "string")).toBe(true);
        const line = buildCommandLine(anyTool, commandOf(toCommandTool(anyTool)), {
          values: withDefaults(anyTool.args, values),
          env: anyEnv,
        });
        return [...argvOf(line), line.stdin?.text ?? "", line.cwd?.text ?? ""].every((word) => typeof word === "string");
      }),
      { numRuns: 500 },
    );
  });
});
