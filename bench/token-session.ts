/**
 * Counts the context tokens of an agent's session with the server of the examples. Compares them with the same session before replies had a
 * limit.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { ToolIndex } from "../runtime/tool-index/tool-index.ts";
import { SEARCH_ARGS } from "../runtime/server/answer-search.ts";
import { listMetaTools } from "../runtime/server/meta-tools.ts";
import { toInputSchema } from "../runtime/tool/input-schema.ts";
import type { BenchTable } from "./benchmark.ts";
import { timeProcess } from "./processes.ts";
import { exampleConfigPaths } from "../test/fixtures/example-configs.ts";
import { climaxGen, temporaryFolder } from "./projects.ts";
import { below, createRandom, pick } from "./random.ts";

const SCHEMAS = 3;

/** Name of the log, relative to the server's directory: the figures do not depend on temporary paths. */
const LOG = "app.log";

/** Lines of the log that the session reads: 640 kB, which fit into a reply when its limit was 1 MiB. */
const LOG_LINES = 8000;

/** Line with the error that the agent looks for. It is neither at the start of the log nor at its end. */
const ERROR_LINE = 5000;

const QUERY = "last lines of a log";

/** One step of the session, and its tokens: the request with its reply. */
interface Step {
  readonly title: string;
  readonly before: number;
  readonly now: number;
}

/** Runs the session twice, the second time with few schemas. Throws if the tool is not found, or if a reply is not as expected. */
export async function sessionTable(index: ToolIndex): Promise<BenchTable> {
  const folder = temporaryFolder("session");
  writeFileSync(join(folder, LOG), writeLog());
  await timeProcess(climaxGen([...exampleConfigPaths, "-o", "out"], folder));
  const [whole, few] = [await runSession(folder, [], index), await runSession(folder, ["--search-schemas", `${SCHEMAS}`], index)];
  const rows = whole.map(({ title, before, now }, place) => ({ title, before, now, few: few[place]?.now ?? 0 }));
  const isShort = ({ title }: Pick<Step, "title">): boolean => !LONG_STEPS.includes(title);
  const [short, total] = [sum("without the long output", rows.filter(isShort)), sum("whole session", rows)];
  return {
    title: "Tokens of a session: search, fix a wrong argument, call, read a long output",
    columns: ["step", "before", "now", `with \`--search-schemas ${SCHEMAS}\``, "part"],
    rows: [...rows, short, total].map((row) => [row.title, row.before, row.now, row.few, row.before === 0 ? "" : row.few / row.before]),
    measured: { tokensSession: total.few / total.before },
    note:
      "Each step counts the request and its reply. Before: without the keys, notes and limits that were added to the contract's replies, as in " +
      "commit 628bb7d. The long output then arrived in one reply, so that the last step was not necessary. With its own 60 examples, that commit " +
      "takes 1,842 tokens for the search, and the same for the other steps.",
  };
}

type Row = Step & { readonly few: number };

function sum(title: string, rows: readonly Row[]): Row {
  const total = (key: "before" | "now" | "few"): number => rows.reduce((tokens, row) => tokens + row[key], 0);
  return { title, before: total("before"), now: total("now"), few: total("few") };
}

const LONG_STEPS: readonly string[] = ["8,000 lines of a log", "the line with the error"];

async function runSession(cwd: string, flags: readonly string[], index: ToolIndex): Promise<readonly Step[]> {
  const client = new Client({ name: "bench", version: "0" });
  const command = { command: process.execPath, args: ["out/dist/server.mjs", ...flags], cwd };
  await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  try {
    const { tools } = await client.listTools();
    const list = countTokens(JSON.stringify(tools)) + countTokens(client.getInstructions() ?? "");
    const call = (args: object) => ask(client, "climax_call", { tool_name: "tail_lines", args });
    const search = await ask(client, "climax_search", { query: QUERY });
    if (!search.texts[0]?.includes("tail_lines")) throw new Error(`the search does not find tail_lines: ${search.texts[0]}`);
    const wrong = await call({ path: LOG });
    const fixed = await call({ paths: [LOG] });
    const long = await call({ paths: [LOG], lines: LOG_LINES });
    const [, id] = /"id":"([\w-]+)"/.exec(long.texts.join("\n")) ?? [];
    const found = await ask(client, "climax_call", { tool_name: "output_read", args: { id, match: " ERROR ", lines: 1 } });
    if (!found.texts[0]?.includes(`${ERROR_LINE}: `)) throw new Error(`output_read does not find the error: ${found.texts[0]}`);
    const [longTitle = "", foundTitle = ""] = LONG_STEPS;
    return [
      { title: "list of the tools, instructions", before: countTokens(contractList()), now: list },
      { title: "search", before: search.asked + countTokens(contractSearch(index)), now: search.tokens },
      { title: "call with a wrong argument", before: wrong.asked + countTokens(wrong.texts[0] ?? ""), now: wrong.tokens },
      { title: "call with the right one", before: fixed.tokens, now: fixed.tokens },
      { title: longTitle, before: long.asked + countTokens(writeLog().trim()), now: long.tokens },
      { title: foundTitle, before: 0, now: found.tokens },
    ];
  } finally {
    await client.close();
  }
}

interface Exchange {
  readonly texts: readonly string[];
  /** Tokens of the request. */
  readonly asked: number;
  /** Tokens of the request and the reply. */
  readonly tokens: number;
}

async function ask(client: Client, name: string, args: Record<string, unknown>): Promise<Exchange> {
  const { content } = await client.callTool({ name, arguments: args });
  const texts = content.map((block) => (block.type === "text" ? block.text : ""));
  const asked = countTokens(JSON.stringify({ name, arguments: args }));
  return { texts, asked, tokens: texts.reduce((tokens, text) => tokens + countTokens(text), asked) };
}

/** Returns the list of the contract, without the overview, `offset` and `schemas`. */
function contractList(): string {
  const [search, ...others] = listMetaTools(new Set(["read", "write", "destructive"]));
  const args = SEARCH_ARGS.filter(({ name }) => name !== "offset" && name !== "schemas");
  return JSON.stringify([{ ...search, inputSchema: toInputSchema(args) }, ...others]);
}

/** Returns the reply of the contract, without risk and counters. */
function contractSearch(index: ToolIndex): string {
  const results = index.search({ query: QUERY, limit: 10 }).map(({ risk: _risk, ...result }) => result);
  return JSON.stringify({ mode: "search", results });
}

/** Writes a log with one error, the same in every run. */
function writeLog(): string {
  const random = createRandom(7);
  const lines = Array.from({ length: LOG_LINES }, (_, place) => {
    const time = new Date(Date.UTC(2026, 0, 1) + place * 7000).toISOString();
    if (place + 1 === ERROR_LINE) return `${time} ERROR payment ${below(random, 1e6)} rejected: card expired`;
    return `${time} INFO  ${pick(random, ["GET", "POST", "PUT"])} /orders/${below(random, 1e6)} 200 in ${below(random, 900)} ms, ${below(random, 1e5)} bytes`;
  });
  return `${lines.join("\n")}\n`;
}
