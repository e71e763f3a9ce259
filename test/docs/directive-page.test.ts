/**
 * Checks docs/directive.md against the code. A block `yaml definition` is a whole definition. A block `json call` is a call of a tool of
 * examples/directive.yaml in the folder `test/fixtures/directive-older`, and the block `json answer` or `text answer` below it is the answer.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import type { CheckResult } from "../../generator/check/check-config.ts";
import { directiveSchema, directiveToolSchema } from "../../generator/check/keys/directive-schema.ts";
import { loadDocument } from "../../generator/load/document.ts";
import type { DirectiveFailure } from "../../runtime/directive/failure.ts";
import { describeFailure } from "../../runtime/directive/failure.ts";
import { createLimiter } from "../../runtime/process/limiter.ts";
import { createRequestHandler } from "../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../runtime/tool-index/tool-index.ts";
import { OLDER } from "../fixtures/directive-folders.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = file("docs/directive.md");

const blocks = Array.from(page.matchAll(/^```(\w+ \w+)\n([^]*?)^```$/gm), ({ 1: mark = "", 2: text = "", index }) => {
  return { mark, text, line: page.slice(0, index).split("\n").length };
});

function check(text: string): CheckResult {
  const loaded = loadDocument({ path: "directive.md", bytes: new TextEncoder().encode(text) });
  return loaded.document === undefined ? { diagnostics: loaded.diagnostics } : checkConfig(loaded.document);
}

const { file: checked } = check(file("examples/directive.yaml"));
if (checked?.kind !== "directive") throw new Error("examples/directive.yaml is not a Directive definition");
const tools = Object.fromEntries(checked.tools.map((tool) => [tool.name, tool]));
const directive = { name: "directive", description: "", root: checked.root, tool_count: 5 };
const handler = createRequestHandler(createToolIndex([{ directive, tools }]), true);
const context = {
  env: {},
  policies: [],
  directory: OLDER,
  run: () => Promise.reject(new Error("nothing runs")),
  execution: plainExecution({}),
  limiter: createLimiter(),
};

describe("docs/directive.md", () => {
  it("has no block with an unknown mark", () => {
    expect([...new Set(blocks.map(({ mark }) => mark))].toSorted()).toEqual(["json answer", "json call", "text answer", "yaml definition"]);
  });

  it("shows a definition without errors and warnings", () => {
    const definitions = blocks.filter(({ mark }) => mark === "yaml definition");
    expect(definitions.map(({ text }) => check(text).diagnostics)).toEqual([[]]);
  });

  it.each(
    blocks.flatMap((block, place) => (block.mark === "json call" ? [[`line ${block.line}`, block, blocks[place + 1]] as const] : [])),
  )("shows the result of the call in %s", async (_, call, answer) => {
    const { name, arguments: given } = JSON.parse(call.text) as { name: string; arguments: Record<string, unknown> };
    const { text, isError } = await handler.callListedTool(name, given, context);
    expect(isError).toBe(answer?.mark === "text answer");
    if (isError) expect(`${text}\n`).toBe(answer?.text);
    else expect(JSON.parse(text)).toEqual(JSON.parse(answer?.text ?? ""));
  });

  it.each([
    ["a definition", directiveSchema],
    ["a tool", directiveToolSchema],
  ])("describes every key of %s", (owner, { shape }) => {
    const table = page.slice(page.indexOf(`| key of ${owner} `)).split("\n\n", 1)[0] ?? "";
    expect(Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, key]) => key)).toEqual(Object.keys(shape));
  });

  it.each<[DirectiveFailure]>([
    [{ kind: "root_missing", root: "directive" }],
    [{ kind: "required_missing", path: "directive/agent_context.md" }],
    [{ kind: "file_missing", path: "directive/nothing.md", folder: "directive" }],
    [{ kind: "path_refused", path: "../secret", folder: "directive" }],
    [{ kind: "too_large", path: "directive/big.md", folder: "directive" }],
    [{ kind: "not_utf8", path: "directive/photo.jpg", folder: "directive" }],
  ])("quotes the message of $kind", (failure) => {
    expect(page).toContain(`\`${describeFailure(failure)}\``);
  });
});
