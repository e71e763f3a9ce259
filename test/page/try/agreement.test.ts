/** Compares the page's search and form, bundled for a browser, with the server's search and with `climax-gen explain`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDefinitions } from "../../../generator/check/files/definitions.ts";
import { checkQueries } from "../../../generator/check/queries/check-queries.ts";
import { explain } from "../../../generator/explain/explain.ts";
import { loadDocument } from "../../../generator/load/document.ts";
import { namesOf } from "../../../generator/search/searchable.ts";
import type * as CallInput from "../../../generator/page/browser/try/call-input.ts";
import type * as PageCall from "../../../generator/page/browser/try/page-call.ts";
import type * as PageSearch from "../../../generator/page/browser/try/page-search.ts";
import type * as PageServer from "../../../generator/page/browser/try/page-server.ts";
import type { PageTool } from "../../../generator/page/page-data.ts";
import { describeScore } from "../../../generator/search/score-reasons.ts";
import { answerSearch } from "../../../runtime/server/answer-search.ts";
import { createPartsReader } from "../../../runtime/tool-index/index-reader.ts";
import { createExplainedIndex } from "../../../runtime/tool-index/explained-index.ts";
import { createIndexOver } from "../../../runtime/tool-index/tool-index.ts";
import { configPath, coreutilsConfigs, exampleConfigPaths, exampleConfigs } from "../../fixtures/example-configs.ts";
import { ROOT } from "../../imports.ts";
import { loadBundle } from "./page-bundle.ts";
import { readServer } from "./server-store.ts";
import { findWordPositions, formatPosition } from "./word-positions.ts";

const page = await loadBundle<typeof CallInput & typeof PageCall & typeof PageSearch & typeof PageServer>(
  ["call-input", "page-call", "page-search", "page-server"].map((name) => `export * from "./try/${name}.ts";`).join("\n"),
);

describe.each([
  ["test/search/golden.yaml", exampleConfigPaths],
  ["test/search/programs.yaml", [join(ROOT, "test/search/programs")]],
] as const)("the page's search of %s", async (list, inputs) => {
  const { parts, store } = await readServer(inputs);
  const { document } = loadDocument({ path: list, bytes: readFileSync(join(ROOT, list)) });
  if (document === undefined) throw new Error(`${list} is not a YAML mapping`);
  const { queries = [] } = checkQueries(document, namesOf(parts));
  const search = page.createPageSearch(store);
  const index = createIndexOver(createPartsReader(parts));
  const explained = createExplainedIndex(parts);

  it("replies to golden queries as the server does, with the same explanation", () => {
    // Both search with the same code. More queries would not find more differences between the stores.
    const tried = queries.filter((_, place) => place % 6 === 0 || queries.length < 100);
    expect(tried.length).toBeGreaterThanOrEqual(10);
    for (const { query, cli, category } of tried) {
      const given = { query, ...(cli !== undefined && { cli }), ...(category !== undefined && { category }) };
      const answer = search.answer(given);
      const { text, hint } = answerSearch(index, given);
      expect(answer.texts).toEqual([text, ...(hint === undefined ? [] : [hint])]);
      const { returned, more = [] } = JSON.parse(text) as { readonly returned: number; readonly more?: readonly unknown[] };
      const reasons = explained.explain({ ...given, limit: returned + more.length });
      expect(answer.total).toBe(reasons.total);
      expect(answer.hits.map((hit) => [hit.tool.name, hit.score, describeScore(hit)])).toEqual(
        reasons.hits.map((hit) => [hit.tool.name, hit.score, describeScore(hit)]),
      );
    }
  });

  it.each([{}, { cli: "git" }, { limit: 3, offset: 2 }, { query: "show", limit: 2, offset: 1, schemas: 1 }, { query: "qqqq" }])(
    "replies to %j as the server does",
    (given) => {
      const { text, hint } = answerSearch(index, given);
      expect(search.answer(given).texts).toEqual([text, ...(hint === undefined ? [] : [hint])]);
    },
  );

  interface Named {
    readonly tool_name: string;
  }

  it("shows only the results that fit into a reply, under the limit of the policy too", async () => {
    const [largest] = parts.toSorted((left, right) => right.tools.length - left.tools.length);
    const given = { cli: largest?.cli.name ?? "", limit: 1000, max_bytes: 1_000_000 };
    for (const max_reply_bytes of [undefined, 512, 1_000_000]) {
      const policies = [{ default: "enabled", tools: {}, ...(max_reply_bytes !== undefined && { limits: { max_reply_bytes } }) }] as const;
      const { texts, hits, total } = page.createPageSearch({ ...store, policies }).answer(given);
      const { text } = answerSearch(index, given, {}, max_reply_bytes);
      expect(texts).toEqual([text]);
      const { results, more = [] } = JSON.parse(text) as Readonly<Record<"results", readonly Named[]>> & {
        readonly more?: readonly Named[];
      };
      expect(hits.map(({ tool }) => tool.name)).toEqual([...results, ...more].map(({ tool_name }) => tool_name));
      if (max_reply_bytes !== undefined) expect(hits.length < total).toBe(max_reply_bytes === 512);
    }
  });

  it("replies as a server that splits calls and lists few schemas", async () => {
    const discovery = { splitCalls: true, searchSchemas: 1 };
    // The options of discovery do not depend on the tools: those of one small config save building the page of all.
    const { server } = await readServer([join(ROOT, configPath("jq"))], [], discovery);
    expect(server).toMatchObject(discovery);
    const given = { query: "show" };
    expect(page.createPageSearch(store, server).answer(given).texts).toEqual([answerSearch(index, given, discovery).text]);
  });
});

/** Policies with the configs that they are for, and no policy. */
const SERVERS: readonly (readonly [policy: string | undefined, inputs: readonly string[]])[] = [
  [undefined, exampleConfigs],
  ["examples/policies/curl-hosts.yaml", [configPath("curl")]],
  ["examples/policies/docker-inspect.yaml", [configPath("docker")]],
  ["test/fixtures/configs/git-read-only.yaml", [configPath("git")]],
  ["catalog/kubectl/policies/read-only.yaml", [configPath("kubectl")]],
  ["examples/policies/sandboxed.yaml", [...coreutilsConfigs, configPath("jq")]],
  ["examples/policies/two-sandboxes.yaml", ["curl", "jq"].map(configPath)],
  ["examples/policies/search-files.yaml", ["ripgrep", "find"].map(configPath)],
];

/** Values that a person tries in any argument. */
const PROBES: readonly unknown[] = [
  "",
  "-rf",
  "../up",
  "/etc/passwd",
  "src",
  "a\nb",
  0,
  -1,
  1.5,
  1e9,
  true,
  false,
  [],
  ["a", "-b"],
  { a: "b" },
];

describe.each(SERVERS)("the page's form under the policy %s", async (policy, inputs) => {
  const policyPaths = policy === undefined ? [] : [join(ROOT, policy)];
  const { configs, policies, parts, store } = await readServer(
    inputs.map((path) => join(ROOT, path)),
    policyPaths,
  );
  const definitions = findDefinitions(configs);
  const tools = parts.flatMap((part) => part.tools);
  const pageTools = new Map(store.readTools().map((one) => [one.record.name, one]));
  const env = { HOME: "/home/user", SHELL: "/bin/sh" };
  const machine = { directory: process.cwd(), variables: env };

  /** Explains a call in the page and with the command. The page's values are those of the form. */
  const explainBoth = async (tool: (typeof tools)[number], given: Readonly<Record<string, unknown>>) => {
    const definition = definitions.get(tool.name);
    const found = pageTools.get(tool.name);
    if (definition === undefined || found === undefined) throw new Error(`${tool.name} is not in the page`);
    const pageTool = page.toServerTool(store, found);
    const input = page.startInput(pageTool, given);
    const read = page.readInput(pageTool, input);
    if (read.kind === "invalid") throw new Error(read.problem);
    const shown = await page.explainPageCall(store, pageTool, read.given, machine);
    return { mode: input.mode, shown: viewOf(shown, found), expected: await viewOfCommand(tool, given, definition) };
  };

  const viewOf = (call: PageCall.PageCall, pageTool: PageTool) => {
    if (call.kind === "failed") throw new Error(call.problem);
    const { explanation } = call;
    if (explanation.kind === "refused") return { reply: explanation.text };
    if (explanation.kind === "reading") return { reads: explanation.paths, confirm: explanation.isConfirmed };
    return {
      argv: [...explanation.prefix, ...explanation.words.map(({ text }) => text)],
      origins: explanation.words.map(({ origin }) => origin),
      positions: findWordPositions(
        pageTool,
        explanation.words.map(({ origin }) => origin),
      ).map((position) => position && formatPosition(store.files, position)),
      confirm: explanation.isConfirmed,
      message: explanation.message?.text,
      directory: explanation.directory,
      stdin: explanation.stdin,
      timeout: explanation.timeoutSeconds,
    };
  };

  const viewOfCommand = async (
    tool: (typeof tools)[number],
    given: Readonly<Record<string, unknown>>,
    definition: NonNullable<ReturnType<typeof definitions.get>>,
  ) => {
    const { outcome, reply, argv = [], reads, confirm, message, surroundings } = await explain({ tool, given, definition, policies, env });
    const words = argv.filter(({ origin }) => origin.kind !== "executor");
    if (outcome === "refused") return { reply };
    if (outcome === "reading") return { reads, confirm };
    return {
      argv: argv.map(({ word }) => word),
      origins: words.map(({ origin }) => origin),
      positions: words.map(({ place }) => `${place.path}:${place.line}`),
      confirm,
      message: message?.text,
      directory: surroundings?.directory,
      stdin: surroundings?.stdin,
      timeout: surroundings?.timeoutSeconds,
    };
  };

  it("explains every example call as `explain` does", async () => {
    // A server with a policy hides the examples that the policy may reject: take those of the first server, which has none.
    const { parts: unrestricted } = await readServer(exampleConfigPaths);
    const examples = new Map(unrestricted.flatMap((part) => part.tools.map((tool) => [tool.name, tool.examples ?? []])));
    const calls = tools.flatMap((tool) => (examples.get(tool.name) ?? []).map(({ args }) => [tool, args] as const));
    expect(calls.length).toBeGreaterThanOrEqual(tools.length);
    let inForm = 0;
    for (const [tool, args] of calls) {
      const { mode, shown, expected } = await explainBoth(tool, args);
      expect(shown, tool.name).toEqual(expected);
      if (mode === "form") inForm += 1;
    }
    if (policy !== undefined) return;
    console.log(`${calls.length} example calls, ${inForm} of them in the form, the others as JSON`);
    expect(calls.length).toBeGreaterThan(100);
    expect(inForm / calls.length).toBeGreaterThan(0.9);
  });

  it("rejects or explains calls with unusual values as `explain` does", async () => {
    expect(tools.length).toBeGreaterThan(0);
    for (const [number, tool] of tools.entries()) {
      const [first = {}] = (tool.examples ?? []).map(({ args }) => args);
      const calls = [
        {},
        { ...first, unknown: 1 },
        ...tool.args.flatMap(({ name }, index) =>
          // Other tools try the other values: most arguments are of the same few types. A policy adds rules to few tools.
          (policy !== undefined ? [0, 5, 10] : (number + index) % 2 === 0 ? [0] : []).map((step) => ({
            ...first,
            [name]: PROBES[(number + index + step) % PROBES.length],
          })),
        ),
      ];
      for (const given of calls) {
        const { shown, expected } = await explainBoth(tool, given);
        expect(shown, `${tool.name} ${JSON.stringify(given)}`).toEqual(expected);
      }
    }
  });
});
