import { describe, expect, it } from "vitest";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { answerSearch } from "../../../runtime/server/answer-search.ts";
import type { DiscoveryOptions } from "../../../runtime/tool/discovery-options.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";

const index = createToolIndex([
  toPart(
    { name: "files", command: ["fs"] },
    {
      file_copy: { risk: "write", args: { to: { type: "string", required: true }, from: { type: "string", required: true } } },
      file_list: { risk: "read", args: { path: { type: "string" } } },
      file_touch: {},
    },
  ),
  ...["b", "c", "d"].map((name) => toPart({ name, command: [name], category: "letters", tags: ["alphabet"] }, { [`${name}_run`]: {} })),
]);

type Answer = Readonly<Record<string, unknown>> & { readonly results: readonly Readonly<Record<string, unknown>>[] };

function ask(given: Readonly<Record<string, unknown>>, discovery: DiscoveryOptions = {}, over: ToolIndex = index): Answer {
  const { text, isError } = answerSearch(over, given, discovery);
  expect(isError).toBe(false);
  return JSON.parse(text) as Answer;
}

const namesOf = (answer: Answer): readonly unknown[] => answer.results.map(({ tool_name }) => tool_name);

describe("weak matches", () => {
  const weak = [
    "which path leads through the mountains of Austria to the lake in winter",
    "walk from the station to the museum along the river path",
  ];
  it.each(weak)("mark the results of a query that is about something else: %s", (query) => {
    const answer = ask({ query });
    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer["weak_match"]).toBe(true);
    expect(Object.keys(answer).at(-1)).toBe("weak_match");
    expect(ask({ query, offset: 1 })["weak_match"]).toBe(true);
  });

  it.each([{ query: "copy files" }, { query: "file_list" }, { query: "ile_l" }, { query: "" }, { cli: "files" }, {}, { query: "zzz" }])(
    "are not marked for %j",
    (given) => {
      expect(ask(given)).not.toHaveProperty("weak_match");
    },
  );
});

describe("the counters of a search", () => {
  it("follow the contract's keys, in the order of CLImax 0.5", () => {
    const answer = ask({ cli: "files", limit: 2, offset: 1 });
    expect(Object.keys(answer)).toEqual(["mode", "results", "total_matches", "offset", "returned", "has_more"]);
    expect(answer).toMatchObject({ total_matches: 3, offset: 1, returned: 2, has_more: false });
    expect(namesOf(answer)).toEqual(["file_list", "file_touch"]);
  });

  it.each([
    ["a page in the middle", { limit: 1, offset: 1 }, { offset: 1, returned: 1, has_more: true }],
    ["a limit of 0", { limit: 0 }, { offset: 0, returned: 0, has_more: true }],
    ["an offset past the end", { offset: 99 }, { offset: 99, returned: 0, has_more: false }],
    ["negative numbers, which count as 0", { limit: -1, offset: -3 }, { offset: 0, returned: 0, has_more: true }],
    ["a limit beyond exact integers", { limit: 1e30, offset: 0 }, { offset: 0, returned: 3, has_more: false }],
  ])("describe %s", (_title, given, want) => {
    expect(ask({ cli: "files", ...given })).toMatchObject({ mode: "search", total_matches: 3, ...want });
  });

  it("count the tools that the policy enables", () => {
    const narrowed = index.narrow([toPolicy({ tools: { file_list: {}, b_run: {} } })]);
    expect(ask({ query: "", limit: 1 }, {}, narrowed)).toMatchObject({ total_matches: 2, returned: 1, has_more: true });
    expect(ask({}, {}, narrowed)).toMatchObject({ total_matches: 2, returned: 2, has_more: false });
  });

  it("reject an offset that is not an integer", () => {
    expect(answerSearch(index, { offset: "many" })).toEqual({
      text: "Argument validation failed:\n  - Argument 'offset': cannot convert 'many' to integer",
      isError: true,
    });
  });
});

describe("a reply that would exceed the budget", () => {
  const description = 'a "quoted" text '.repeat(40);
  const many = createToolIndex(
    Array.from({ length: 200 }, (_, place) =>
      toPart({ name: `c${place}`, command: ["c"], description }, { [`t${place}`]: { description } }),
    ),
  );

  it.each([
    ["results", { query: "quoted", limit: 200 }, "results"],
    ["CLIs", { limit: 200 }, "summary"],
  ])("has fewer %s, and the counters lead to the rest", (_title, given, key) => {
    const seen: unknown[] = [];
    let hasMore = true;
    for (let rounds = 0; hasMore && rounds < 100; rounds++) {
      const { text } = answerSearch(many, { ...given, max_bytes: 1e6, offset: seen.length });
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(66_000);
      const answer = JSON.parse(text) as Answer;
      const part = answer[key] as readonly unknown[];
      expect(answer).toMatchObject({ total_matches: 200, offset: seen.length, returned: part.length });
      seen.push(...part);
      hasMore = answer["has_more"] === true;
    }
    expect(new Set(seen.map((entry) => JSON.stringify(entry))).size).toBe(200);
  });

  it("names the CLIs that a summary leaves out", () => {
    const answer = ask({ limit: 200 }, {}, many);
    expect(answer["other_clis"]).toHaveLength(200 - Number(answer["returned"]));
  });

  it("has at least one result", () => {
    const { text } = answerSearch(many, { query: "quoted" }, {}, 10);
    expect(JSON.parse(text)).toMatchObject({ returned: 1, has_more: true });
  });
});

describe("a summary", () => {
  it("counts the CLIs, and lists no other names if all are shown", () => {
    const answer = ask({});
    expect(Object.keys(answer)).toEqual(["mode", "summary", "total_matches", "offset", "returned", "has_more"]);
    expect(answer).toMatchObject({ mode: "summary", total_matches: 4, offset: 0, returned: 4, has_more: false });
  });

  it("names the CLIs that are not shown if the limit leaves some out", () => {
    expect(ask({ limit: 1 })).toMatchObject({ returned: 1, has_more: true, other_clis: ["b", "c", "d"] });
    expect(ask({ limit: 1, offset: 1 })).toMatchObject({ summary: [{ name: "b" }], other_clis: ["files", "c", "d"] });
  });

  it("names at most 200 other CLIs", () => {
    const many = createToolIndex(
      Array.from({ length: 300 }, (_, place) => toPart({ name: `c${place}`, command: ["c"] }, { [`t${place}`]: {} })),
    );
    const answer = ask({}, {}, many);
    expect(answer).toMatchObject({ total_matches: 300, returned: 10, has_more: true });
    expect(answer["other_clis"]).toHaveLength(200);
  });
});

describe("a result", () => {
  const keys = ["tool_name", "description", "cli_name", "category", "tags"];

  it("has its schema by default, and its risk only if the tool declares one", () => {
    const { results } = ask({ cli: "files" });
    expect(results.map((result) => Object.keys(result))).toEqual([
      [...keys, "input_schema", "risk"],
      [...keys, "input_schema", "risk"],
      [...keys, "input_schema"],
    ]);
    expect(results.map(({ risk }) => risk)).toEqual(["write", "read", undefined]);
  });

  it.each([
    ["the parameter", { schemas: 1 }, {}],
    ["the server's default", {}, { searchSchemas: 1 }],
    ["the parameter before the server's default", { schemas: "1" }, { searchSchemas: 3 }],
  ])("has its required arguments instead of a schema after the number of %s", (_title, given, discovery) => {
    const { results } = ask({ cli: "files", ...given }, discovery);
    expect(results.map((result) => Object.keys(result).includes("input_schema"))).toEqual([true, false, false]);
    expect(results.map(({ required_args }) => required_args)).toEqual([undefined, [], []]);
  });

  it("has neither category nor tags if the number of schemas is limited", () => {
    const [full, brief] = ask({ cli: "files", schemas: 1 }).results;
    expect(Object.keys(full ?? {})).toEqual(["tool_name", "description", "cli_name", "input_schema", "risk"]);
    expect(Object.keys(brief ?? {})).toEqual(["tool_name", "description", "cli_name", "required_args", "risk"]);
  });

  it.each([
    ["the first sentence", "Copy files. Use it for backups, e.g. of logs.", {}, "Copy files. …"],
    ["a description of one sentence, unchanged", "Copy files, e.g. logs", {}, "Copy files, e.g. logs"],
    [
      "its required arguments",
      "Copy files. Slowly.",
      { exactly_one: [["from", "to"]] },
      "Copy files. … Pass exactly one of 'from' and 'to'.",
    ],
    ["omitting other relations", "Copy files", { at_most_one: [["from", "to"]] }, "Copy files"],
  ])("describes a tool without its schema by %s", (_title, description, relations, want) => {
    const args = { from: { type: "string" }, to: { type: "string" } } as const;
    const one = createToolIndex([toPart({ name: "files", command: ["fs"] }, { file_copy: { description, args, ...relations } })]);
    expect(ask({ query: "file_copy", schemas: 0 }, {}, one).results).toMatchObject([{ description: want }]);
    expect(ask({ query: "file_copy" }, {}, one).results[0]?.["description"]).toContain(description);
  });

  it("names the required arguments in definition order", () => {
    expect(ask({ query: "file_copy", schemas: 0 }).results).toEqual([expect.objectContaining({ required_args: ["to", "from"] })]);
    expect(ask({ query: "file_copy", schemas: -5 }).results[0]).not.toHaveProperty("input_schema");
  });

  it("says which tool calls it if calls are split", () => {
    const { results } = ask({ cli: "files" }, { splitCalls: true });
    expect(results.map(({ call_with }) => call_with)).toEqual(["climax_call", "climax_read", "climax_call"]);
    expect(ask({ cli: "files" }).results[0]).not.toHaveProperty("call_with");
  });
});

it("names unknown parameters, which it ignores", () => {
  const note =
    "Ignored:\n  - unknown argument 'keyword'; the tool has 'query', 'category', 'cli', 'limit', 'offset', 'schemas', 'max_bytes'";
  expect(answerSearch(index, { keyword: "copy" }).hint).toBe(note);
  expect(answerSearch(index, { query: "zebra", ofset: 1 }).hint).toMatch(
    /^No tool matches\.[^]*unknown argument 'ofset', did you mean 'offset'\?$/,
  );
});

it("says what to do next if nothing matches", () => {
  const hint = expect.stringContaining("Call climax_search without arguments to list the CLIs") as string;
  expect(answerSearch(index, { query: "zebra" })).toMatchObject({ isError: false, hint });
  expect(answerSearch(index, { cli: "zebra" })).toMatchObject({ hint });
  expect(answerSearch(index, { query: "file_copy" })).not.toHaveProperty("hint");
  expect(answerSearch(index, { query: "file_copy", limit: 0 })).not.toHaveProperty("hint");
});

const OTHER_WORDS = "Try other or fewer words, in the language of the descriptions, because queries are not translated";

it.each([
  [{ cli: "fils" }, "There is no CLI 'fils'. Did you mean 'files'?"],
  [{ cli: "zebra", query: "copy" }, "There is no CLI 'zebra'."],
  [{ category: "vcs" }, "There is no category 'vcs'."],
  [{ category: "Files" }, "There is no category 'Files', but a CLI: pass it as cli."],
  [{ cli: "letters" }, "There is no CLI 'letters', but a category: pass it as category."],
  [{ category: "Alphabet" }, "There is no category 'Alphabet', but a tag: pass it as query."],
  [{ cli: "files-tools" }, "There is no CLI 'files-tools'. Did you mean 'files'?"],
  [{ cli: "my_Files" }, "There is no CLI 'my_Files'. Did you mean 'files'?"],
  [{ cli: "fil" }, "There is no CLI 'fil'. Did you mean 'files'?"],
  [{ cli: "fi" }, "There is no CLI 'fi'."],
  [{ cli: "profiles" }, "There is no CLI 'profiles'."],
  [{ cli: "-" }, "There is no CLI '-'."],
  [{ query: "zebra" }, `No tool matches. ${OTHER_WORDS}.`],
  [{ query: "ファイルを複製する" }, `No tool matches. ${OTHER_WORDS}.`],
  [{ cli: "FILES", query: "zebra" }, `No tool matches. ${OTHER_WORDS}; or omit cli.`],
  [{ category: "letters", query: "zebra" }, `No tool matches. ${OTHER_WORDS}; or omit category.`],
  [{ cli: "files", category: "letters", query: "zebra" }, `No tool matches. ${OTHER_WORDS}; or omit cli and category.`],
  [{ cli: "", category: "", query: "zebra" }, `No tool matches. ${OTHER_WORDS}.`],
  [{ cli: "files", category: "letters" }, "No tool matches. Omit cli or category."],
])("explains a search without results: %j", (given, fault) => {
  const { hint = "" } = answerSearch(index, given);
  expect(hint.replace(/ Call climax_search.*/, "")).toBe(fault);
});

it.each([{}, { query: "copy" }, { cli: "files" }])("says that no tool is enabled: %j", (given) => {
  expect(answerSearch(createToolIndex([]), given).hint).toBe("This server has no enabled tools: tell its operator.");
  expect(answerSearch(index.narrow([toPolicy({ default: "disabled", tools: {} })]), given)).toHaveProperty("hint");
});

it.each([
  ["Copy files", "Copy files. Pass exactly one of 'a' and 'b'."],
  ["Copy files. Slowly", "Copy files. … Pass exactly one of 'a' and 'b'."],
])("separates a short description from the relations: %s", (description, want) => {
  const spec = { description, exactly_one: [["a", "b"]], args: { a: { type: "string" }, b: { type: "string" } } } as const;
  const over = createToolIndex([toPart({ command: ["true"] }, { copy: spec })]);
  expect(ask({ query: "copy", schemas: 0 }, {}, over).results[0]).toMatchObject({ description: want });
});
