/** Applies the advice for every alias of a list of queries literally: no error remains. */
import { describe, expect, it } from "vitest";
import { queriesSchema, querySchema } from "../../../generator/check/keys/queries-schema.ts";
import { type Context, errorsOf, expectAdvice, listRows } from "../advice.ts";

const config = { command: "git", category: "vcs", tools: [{ name: "git_log", description: "Show the newest commits" }] };
const query = { query: "newest commits", tool: "git_log" };
const contexts: readonly Context[] = [
  { schema: queriesSchema, base: { queries: [query] }, wrap: (queries) => [config, undefined, queries] },
  { schema: querySchema, base: query, wrap: (item) => [config, undefined, { queries: [item] }] },
];

describe("the foreign keys of a list of queries", () => {
  const samples = {
    queries: [[query]],
    query: ["newest commits"],
    tool: ["git_log", ["git_log"]],
    tools: [["git_log"], "git_log"],
  };
  it.each(listRows(contexts, samples))("%s: %s", async (key, _text, { base, schema, wrap }, value) => {
    const { tool: _tool, tools: _tools, ...rest } = base;
    const isTool = ["expect", "expected", "relevant"].includes(key);
    const { query: _query, ...others } = base;
    const { queries: _queries, ...none } = base;
    await expectAdvice({ base: schema === queriesSchema ? none : isTool ? rest : others, wrap }, key, value);
  });
});

describe("a value of a wrong type in a list of queries", () => {
  it.each([
    [
      "a list of tools as `tool`",
      { ...query, tool: ["git_log"] },
      "use `tools` for a list of acceptable tools",
      { query: "q", tools: ["git_log"] },
    ],
    ["one tool as `tools`", { query: "q", tools: "git_log" }, 'write `["git_log"]`', { query: "q", tools: ["git_log"] }],
    ["a query that is a number", { ...query, query: 5 }, 'enclose it in quotes: "5"', { ...query, query: "5" }],
    ["an empty query", { ...query, query: "" }, "set a value, or remove the key", { ...query, query: "q" }],
    ["a query without a tool", { query: "q" }, "add `tool`, or `tools` with a list of acceptable tools", query],
    ["both keys of tools", { ...query, tools: ["git_log"] }, "list all acceptable tools in `tools`", { query: "q", tools: ["git_log"] }],
    ["a near name", { ...query, tool: "git_lgo" }, 'did you mean "git_log"?', query],
  ])("%s", async (_title, wrong, help, right) => {
    expect(await errorsOf(config, undefined, { queries: [wrong] })).toEqual([help]);
    expect(await errorsOf(config, undefined, { queries: [right] })).toEqual([]);
  });
});
