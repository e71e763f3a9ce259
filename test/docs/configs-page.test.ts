/**
 * Checks docs/configs.md against the code. A block marked `yaml config` is a whole config. A block `json call` gives arguments to the
 * first tool of the config above, a block `json run` contains the command line of the call above, in the environment `env`;
 * `json run end_of_options` contains that of the same tool with that key. A block `json call rejected` is followed by the block
 * `text reply`, and a block `text prompt` is the confirmation prompt of the call above.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "../fixtures/tools.ts";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import { argSchema } from "../../generator/check/keys/arg-schema.ts";
import { configSchema } from "../../generator/check/keys/config-schema.ts";
import { defaultsSchema, exampleSchema, resolverSchema, toolSchema } from "../../generator/check/keys/tool-schema.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { validateArguments, withDefaults } from "../../runtime/arguments/arguments.ts";
import { findRelationProblems } from "../../runtime/arguments/relations.ts";
import { argvOf, buildCommandLine } from "../../runtime/command-line/command-line.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { climaxGen, generateProject, temporaryFolder } from "../e2e/project.ts";
import { readConfirmationPrompt } from "./confirmation-prompt.ts";
import type { Block } from "./page-blocks.ts";
import { codesOf, readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("configs.md");
const blocks = readBlocks(page);

/** Returns the nearest block above with the same mark. */
function blockAbove(block: Block, mark: string): Block {
  const above = blocks.findLast((candidate) => candidate.mark === mark && candidate.line < block.line);
  if (above === undefined) throw new Error(`no block "${mark}" above line ${block.line}`);
  return above;
}

function check({ text }: Block): ReturnType<typeof checkConfig> {
  const loaded = loadDocument({ path: "configs.md", bytes: new TextEncoder().encode(text) });
  if (loaded.document === undefined) return { diagnostics: loaded.diagnostics };
  const { file, diagnostics } = checkConfig(loaded.document);
  return { ...(file && { file }), diagnostics: [...loaded.diagnostics, ...diagnostics] };
}

function firstTool(block: Block): Tool {
  const { file } = check(block);
  const tool = file && resolveModel([file], { classic: false }).clis[0]?.tools[0]?.tool;
  if (tool === undefined) throw new Error(`no tool in line ${block.line}`);
  return tool;
}

function blocksOf(kind: string): [title: string, block: Block][] {
  return blocks.filter(({ mark }) => mark.startsWith(kind)).map((block) => [`line ${block.line}`, block]);
}

/** Returns the rows of the table of constructs: the title, and the cells after it. */
function constructRows(): readonly (readonly [title: string, cells: readonly string[]])[] {
  const section = page.slice(page.indexOf("\n## Constructs of command lines")).split(/^## /m)[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => {
    const [title = "", ...cells] = row.slice(1, -1).split("|");
    return [title.trim(), cells] as const;
  });
}

/** Reads a row of the table of constructs: the keys of a tool in YAML, the arguments of a call, and words. */
function readConstruct(title: string, [keys = "", call = "", words = ""]: readonly string[]) {
  const [yaml = ""] = codesOf(keys);
  const [json = ""] = codesOf(call);
  const text = `command: app\ntools: [{ name: t, description: ${JSON.stringify(title)}, ${yaml} }]\n`;
  const { file, diagnostics } = check({ text } as Block);
  expect(diagnostics).toEqual([]);
  const tool = file && resolveModel([file], { classic: false }).clis[0]?.tools[0]?.tool;
  if (tool === undefined) throw new Error(`no tool in the row "${title}"`);
  const isRejected = words.trim() === "rejected";
  return { tool, given: JSON.parse(json) as Readonly<Record<string, unknown>>, wanted: codesOf(words), isRejected };
}

describe("docs/configs.md", () => {
  it("has no block with an unknown mark", () => {
    const marks = new Set(blocks.map(({ mark }) => mark));
    expect([...marks].toSorted()).toEqual([
      "json call",
      "json call rejected",
      "json run",
      "json run end_of_options",
      "text prompt",
      "text reply",
      "yaml config",
    ]);
  });

  it.each(blocksOf("yaml config"))("shows a config without errors and warnings in %s", (_, block) => {
    expect(check(block).diagnostics).toEqual([]);
  });

  it.each(blocksOf("json run"))("shows the command line of a call in %s", (_, block) => {
    const { env = {}, ...wanted } = JSON.parse(block.text) as { readonly env?: Readonly<Record<string, string>> };
    const given = JSON.parse(blockAbove(block, "json call").text) as Readonly<Record<string, unknown>>;
    const tool = firstTool(blockAbove(block, "yaml config"));
    const { values, problems } = validateArguments(tool.args, given);
    const handler = { ...commandOf(tool), ...(block.mark.endsWith("end_of_options") && { end_of_options: true }) };
    const { program } = handler;
    const line = buildCommandLine(tool, handler, { values: withDefaults(tool.args, values), env });
    const cwd = line.cwd?.text ?? program.working_dir;
    expect(problems).toEqual([]);
    expect({ argv: argvOf(line), ...(line.stdin && { stdin: line.stdin.text }), ...(cwd !== undefined && { cwd }) }).toEqual(wanted);
  });

  it.each(blocksOf("json call rejected"))("shows the reply to the rejected call in %s", async (_, block) => {
    const config = blockAbove(block, "yaml config");
    const folder = temporaryFolder({ "config.yaml": config.text });
    const { stdout, status } = await climaxGen(["call", "config.yaml", firstTool(config).name, block.text], { cwd: folder });
    rmSync(folder, { recursive: true, force: true });
    expect({ stdout, status }).toEqual({ stdout: blocks[blocks.indexOf(block) + 1]?.text, status: 1 });
  });

  it("shows the confirmation prompt of a call", async () => {
    const prompt = blocks.find(({ mark }) => mark === "text prompt");
    if (prompt === undefined) throw new Error("no prompt");
    const config = blockAbove(prompt, "yaml config");
    const tool = firstTool(config).name;
    const policy = `kind: policy\ntools: { ${tool}: { confirm: true } }\n`;
    const project = await generateProject({ "vm.yaml": config.text, "policy.yaml": policy }, ["--policy", "configs/policy.yaml"]);
    mkdirSync(join(project.folder, "bin"));
    writeFileSync(join(project.folder, "bin/vm"), "#!/bin/sh\necho web-1\n");
    chmodSync(join(project.folder, "bin/vm"), 0o755);
    const call = JSON.parse(blockAbove(prompt, "json call").text) as unknown;
    expect(await readConfirmationPrompt(project, tool, call)).toBe(prompt.text);
    project.remove();
  });

  it.each(constructRows())("shows the arguments of the construct: %s", (title, row) => {
    const { tool, given, wanted, isRejected } = readConstruct(title, row);
    const { values, problems } = validateArguments(tool.args, given);
    expect(problems).toEqual([]);
    // Every value already has the type of its argument.
    expect(Object.fromEntries(values)).toEqual(given);
    expect(findRelationProblems(tool, values).length > 0).toBe(isRejected);
    if (isRejected) return;
    const line = buildCommandLine(tool, commandOf(tool), { values: withDefaults(tool.args, values), env: {} });
    const variables = (line.variables ?? []).map(({ name, text }) => `${name}=${text}`);
    const texts = [...(line.files ?? []), ...(line.stdin ? [line.stdin] : [])].map(({ text }) => text);
    expect([...argvOf(line).slice(1), ...variables, ...texts]).toEqual(wanted);
  });

  it("shows a rejected call below an accepted call of the same tool", () => {
    const rows = constructRows();
    const pairs = rows.flatMap(([, cells], index) => (cells[2]?.trim() === "rejected" ? [[rows[index - 1]?.[1][0], cells[0]]] : []));
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.filter(([above, rejected]) => above !== rejected)).toEqual([]);
  });

  it.each([
    ["Keys of a config", configSchema],
    ["Keys of a tool", toolSchema],
    ["Keys of an argument", argSchema],
    ["Messages of confirmations", resolverSchema],
    ["Example calls", exampleSchema],
  ])("has a row for every key: %s", (heading, schema) => {
    const section = page.slice(page.search(new RegExp(`^## ${heading}$`, "m"))).split(/^## /m)[1] ?? "";
    const keys = Array.from(section.matchAll(/^\| `(\w+)` +\|/gm), ([, key = ""]) => key);
    expect(keys.toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it("lists the keys that can be without a value", () => {
    const [, sentence = ""] =
      /^- A key without a value[^]*? is an error\. As in CLImax, ([^]*?) without a value are absent\.$/m.exec(page) ?? [];
    const schemas = [configSchema, toolSchema, argSchema];
    const accepting = schemas.flatMap(({ shape }) => Object.entries(shape).filter(([, field]) => field.safeParse(null).success));
    expect(codesOf(sentence).toSorted()).toEqual([...new Set(accepting.map(([key]) => key))].toSorted());
  });

  it("lists the keys that `defaults` can have", () => {
    const [, row = ""] = /^\| `defaults` +\|(.*)$/m.exec(page) ?? [];
    expect(codesOf(row).toSorted()).toEqual(Object.keys(defaultsSchema.shape).toSorted());
  });
});
