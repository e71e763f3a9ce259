/** Tests the size of the reply to a search, and what a reply without space for all schemas contains. */
import { describe, expect, it } from "vitest";
import { chooseResults } from "../../../runtime/server/choose-results.ts";
import { answerSearch } from "../../../runtime/server/answer-search.ts";
import type { DiscoveryOptions } from "../../../runtime/tool/discovery-options.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { ArgSpec } from "../../../runtime/tool/tool-spec.ts";
import { argument } from "../search/found.ts";
import { toPart } from "../../fixtures/source-server.ts";

const LONG = "Selects the commits that the output contains, by a pattern in the syntax of the program, which may be repeated";

/** Arguments with long descriptions; the first one is required. */
const manyArgs = (count: number): Readonly<Record<string, ArgSpec>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`arg_${place}`, { ...argument(LONG), ...(place === 0 && { required: true }) }]),
  );

/** Tools that all match "commits", and differ in their names. */
const index = createToolIndex([
  toPart(
    { name: "log", command: ["log"] },
    Object.fromEntries(
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].map((name) => [
        `log_${name}`,
        { description: `Show commits of ${name}`, risk: "read", args: manyArgs(8) } as const,
      ]),
    ),
  ),
  toPart({ name: "huge", command: ["huge"] }, { huge_show: { description: "Show everything. Slowly.", args: manyArgs(120) } }),
]);

type Entry = Readonly<Record<string, unknown>> & {
  readonly input_schema?: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
};
type Answer = Readonly<Record<string, unknown>> & { readonly results: readonly Entry[]; readonly more?: readonly Entry[] };

function ask(
  given: Readonly<Record<string, unknown>>,
  discovery: DiscoveryOptions = {},
  over: ToolIndex = index,
): Answer & { bytes: number } {
  const { text } = answerSearch(over, given, discovery);
  return { ...(JSON.parse(text) as Answer), bytes: Buffer.byteLength(text) };
}

const names = (entries: readonly Entry[] = []): readonly unknown[] => entries.map(({ tool_name }) => tool_name);

describe("a search without space for all schemas", () => {
  it("has at most 6 KiB, and names the next tools in `more`", () => {
    const answer = ask({ query: "commits" });
    expect(answer.bytes).toBeLessThanOrEqual(6144);
    expect(answer.results.length).toBeGreaterThanOrEqual(3);
    expect([...names(answer.results), ...names(answer.more)]).toEqual(
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((name) => `log_${name}`),
    );
    expect(answer.more?.[0]).toEqual({
      tool_name: `log_${"abcdefghij"[answer.results.length]}`,
      description: expect.stringMatching(/^Show commits of .$/) as string,
      cli_name: "log",
      required_args: ["arg_0"],
      risk: "read",
    });
    expect(answer).toMatchObject({ total_matches: 12, returned: answer.results.length, has_more: true });
  });

  it("continues after the results, so that the tools in `more` get their schemas", () => {
    const first = ask({ query: "commits" });
    const next = ask({ query: "commits", offset: first["returned"] });
    expect(next.results[0]?.["tool_name"]).toBe(first.more?.[0]?.["tool_name"]);
    expect(next.results[0]).toHaveProperty("input_schema");
  });

  it.each([
    ["the parameter", { max_bytes: 3000 }, {}],
    ["the option of the server", {}, { searchBytes: 3000 }],
    ["the parameter before the option", { max_bytes: "3000" }, { searchBytes: 60_000 }],
  ])("keeps the size of %s", (_title, given, discovery) => {
    const answer = ask({ query: "commits", ...given }, discovery);
    expect(answer.bytes).toBeLessThanOrEqual(3000);
    expect(answer.bytes).toBeGreaterThan(2000);
  });

  it.each([[{ max_bytes: 0 }], [{ max_bytes: -1 }], [{ max_bytes: 500 }]])("has one result, and nothing in `more`, for %j", (given) => {
    const answer = ask({ query: "commits", ...given });
    expect([answer.results.length, answer.more]).toEqual([1, undefined]);
  });

  it("has at most `limit` tools in all", () => {
    const answer = ask({ query: "commits", limit: 4, max_bytes: 4000 });
    expect(answer.results.length + (answer.more?.length ?? 0)).toBe(4);
    expect(ask({ query: "commits", limit: 1 }).more).toBeUndefined();
  });

  it("has every tool with its schema if there is space", () => {
    const answer = ask({ query: "commits", max_bytes: 60_000 });
    expect([answer.results.length, answer.more]).toEqual([10, undefined]);
    const [property] = Object.values(answer.results[9]?.input_schema?.properties ?? {});
    expect(property?.description?.at(-1)).toBe("…");
  });

  it("says how to call the tools in `more` if calls are split", () => {
    const { results, more = [], bytes } = ask({ query: "commits" }, { splitCalls: true });
    expect([...results, ...more].map(({ call_with }) => call_with)).toEqual(Array.from({ length: 10 }, () => "climax_read"));
    expect(bytes).toBeLessThanOrEqual(6144);
  });

  it("limits a summary too, and names the other CLIs", () => {
    const many = createToolIndex(
      Array.from({ length: 30 }, (_, place) => toPart({ name: `cli${place}`, command: ["c"], description: LONG }, { [`t${place}`]: {} })),
    );
    const { bytes, ...answer } = ask({ limit: 30, max_bytes: 2000 }, {}, many);
    expect(bytes).toBeLessThanOrEqual(2000);
    expect((answer["summary"] as unknown[]).length + (answer["other_clis"] as unknown[]).length).toBe(30);
  });
});

describe("descriptions of arguments", () => {
  const descriptions = (entry: Entry | undefined): readonly (string | undefined)[] =>
    Object.values(entry?.input_schema?.properties ?? {}).map(({ description }) => description);

  it("are cut at 100 characters with …", () => {
    const [first] = descriptions(ask({ query: "commits" }).results[0]);
    // Without the space before the cut.
    expect(first).toHaveLength(99);
    expect(LONG.startsWith(first?.slice(0, -1) ?? "none")).toBe(true);
    expect(first?.at(-1)).toBe("…");
  });

  it("are whole for the exact name of a tool, also beyond the size", () => {
    const [result] = ask({ query: "Huge_Show" }).results;
    expect(new Set(descriptions(result))).toEqual(new Set([LONG]));
    expect(result?.["description"]).toBe("Show everything. Slowly.");
  });

  it("of required arguments are in every schema", () => {
    const { results } = ask({ query: "commits" });
    expect(results.every((result) => descriptions(result)[0] !== undefined)).toBe(true);
    expect(descriptions(results.at(-1)).at(-1)).toBeUndefined();
    expect(Object.keys(results.at(-1)?.input_schema?.properties ?? {})).toHaveLength(8);
  });

  it("never end with half of a character", () => {
    const description = "🦆".repeat(80);
    const over = createToolIndex([toPart({ command: ["duck"] }, { duck: { args: { name: { type: "string", description } } } })]);
    const [result] = ask({ query: "duc" }, {}, over).results;
    expect(descriptions(result)[0]).toBe(`${"🦆".repeat(49)}…`);
  });
});

describe("tools with the same effect", () => {
  const args = { all: { type: "boolean", description: "Show all" } } as const;
  const description = "List the running containers";
  const over = createToolIndex([
    toPart(
      { name: "docker", command: ["docker"] },
      {
        docker_ps: { command: ["docker", "ps"], description, args },
        docker_container_ls: { command: ["docker", "container", "ls"], description, args },
        docker_images: { command: ["docker", "images"], description: "List the images", args },
      },
    ),
  ]);

  it("are one result that names the others", () => {
    const { results, total_matches } = ask({ query: "running containers" }, {}, over);
    expect(results.map(({ tool_name, also }) => [tool_name, also])).toEqual([["docker_container_ls", ["docker_ps"]]]);
    expect(total_matches).toBe(1);
  });

  it("are separate results without a query", () => {
    const { results } = ask({ cli: "docker" }, {}, over);
    expect(results.map(({ tool_name, also }) => [tool_name, also])).toEqual([
      ["docker_ps", ["docker_container_ls"]],
      ["docker_container_ls", ["docker_ps"]],
      ["docker_images", undefined],
    ]);
  });

  it.each([
    ["List them", 2],
    ["List them all", 1],
  ])("are separate results if their description has less than three words: %s", (short, count) => {
    const command = (...words: readonly string[]) => ({ command: ["docker", ...words], description: short });
    const shortIndex = createToolIndex([
      toPart({ name: "docker", command: ["docker"] }, { docker_ps: command("ps"), docker_container_ls: command("container", "ls") }),
    ]);
    expect(ask({ query: "them" }, {}, shortIndex).results).toHaveLength(count);
  });

  it.each([
    ["docker_ps", "docker_ps"],
    ["docker ps", "docker_ps"],
    ["docker container ls", "docker_container_ls"],
  ])("are found by the name of each: %s", (query, want) => {
    const [result] = ask({ query }, {}, over).results;
    expect(result).toMatchObject({ tool_name: want });
    expect(result?.["also"]).toHaveLength(1);
  });
});

describe("chooseResults", () => {
  const result = (full: number, short: number, isNamed = false) => ({
    text: () => "x".repeat(full),
    size: (form: string) => ({ full, short })[form] ?? 10,
    isNamed,
    cli: { name: "c", description: "", tool_count: 1 },
  });
  const choose = (found: readonly ReturnType<typeof result>[], bytes: number, schemas = Infinity): string => {
    const { results, more } = chooseResults(found, { bytes, schemas, extra: 0 });
    return `${results.map(({ form }) => form).join(" ")} | ${more.length}`;
  };

  it.each([
    ["full schemas if all fit", [result(100, 40), result(100, 40), result(100, 40)], 300, Infinity, "full full full | 0"],
    [
      "short schemas for the last of the first ones",
      [result(100, 40), result(100, 40), result(100, 40)],
      240,
      Infinity,
      "full full short | 0",
    ],
    ["fewer results if short schemas do not fit", [result(100, 40), result(100, 40), result(100, 40)], 95, Infinity, "short short | 1"],
    ["one result that exceeds the size", [result(100, 90), result(100, 90)], 50, Infinity, "short | 0"],
    ["a whole schema for a named tool", [result(100, 40, true), result(100, 40)], 120, Infinity, "whole | 1"],
    ["names after the number of schemas", [result(100, 40), result(100, 40), result(100, 40)], 999, 1, "full brief brief | 0"],
    [
      "full schemas after the first five",
      Array.from({ length: 7 }, () => result(30, 20)),
      190,
      Infinity,
      "full full full full full full | 1",
    ],
    ["nothing", [], 100, Infinity, " | 0"],
  ] as const)("chooses %s", (_title, found, bytes, schemas, want) => {
    expect(choose(found, bytes, schemas)).toBe(want);
  });
});
