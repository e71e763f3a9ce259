/** Compares the tables of docs/embedding.md with the interfaces of the package. A missing or unknown key in this file does not compile. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FunctionArg, ServerOptions, ToolCall, ToolDefinition } from "../../runtime/index.ts";
import { codesOf, readPage, rowsBelow } from "./page-blocks.ts";

const page = readPage("embedding.md");

const OPTIONS: Readonly<Record<keyof ServerOptions, true>> = {
  name: true,
  version: true,
  index: true,
  tools: true,
  policy: true,
  hooks: true,
  classic: true,
  splitCalls: true,
  searchSchemas: true,
  searchBytes: true,
  spool: true,
  directory: true,
  env: true,
  log: true,
  audit: true,
};
const CALL: Readonly<Record<keyof ToolCall, true>> = { signal: true, caller: true, progress: true, log: true };
const TOOL: Readonly<Record<keyof ToolDefinition<Readonly<Record<string, never>>>, true>> = {
  name: true,
  description: true,
  run: true,
  args: true,
  title: true,
  risk: true,
  network: true,
  idempotent: true,
  runs_code: true,
  timeout: true,
  keywords: true,
  weak_keywords: true,
  examples: true,
  at_most_one: true,
  exactly_one: true,
  at_least_one: true,
};
const ARGUMENT: Readonly<Record<keyof FunctionArg, true>> = {
  type: true,
  description: true,
  required: true,
  default: true,
  requires: true,
  enum: true,
  min: true,
  max: true,
  max_length: true,
  pattern: true,
  keys: true,
  repeat: true,
  secret: true,
};

/** Returns the code spans in the first column of the table below a heading. */
const firstColumn = (heading: string): readonly string[] => rowsBelow(page, heading).flatMap(([cell = ""]) => codesOf(cell));

/** Returns the words in code spans from one phrase of the page to another. */
function namesBetween(start: string, end: string): readonly string[] {
  return codesOf(page.split(start)[1]?.split(end)[0] ?? "");
}

describe("docs/embedding.md", () => {
  it("lists the options of createServer", () => {
    expect(firstColumn("Options")).toEqual(Object.keys(OPTIONS));
  });

  it("lists the fields of a call", () => {
    expect(firstColumn("Functions")).toEqual(Object.keys(CALL));
  });

  it("lists the keys of a function tool and of its arguments", () => {
    expect(namesBetween("A function tool has ", "[in a config]")).toEqual(Object.keys(TOOL));
    expect(namesBetween("An argument has ", "[in a config]")).toEqual(Object.keys(ARGUMENT));
  });

  it("lists the entry points of the package", () => {
    const { exports } = JSON.parse(readFileSync(new URL("../../runtime/package.json", import.meta.url), "utf8")) as { exports: object };
    const entries = Object.keys(exports).filter((path) => !/^\.\/(?:bundle|package\.json)/.test(path));
    expect(firstColumn("Entry points")).toEqual(entries.map((path) => `@climax-gen/runtime${path.slice(1)}`));
  });
});
