/** From a document to the parts of a config, each parsed on its own, so that one mistake does not hide the others. */
import type { z } from "zod";
import type { YamlPath } from "../load/locate.ts";
import { describeValue, isMapping, type YamlMapping, type YamlValue } from "../load/values.ts";
import {
  argSchema,
  configHeadSchema,
  toolHeadSchema,
  type ParsedArg,
  type ParsedConfigHead,
  type ParsedToolHead,
} from "./config-schema.ts";
import { reportIssue } from "./issues.ts";
import { checkKeys, type Level } from "./keys.ts";
import type { Report } from "./report.ts";

/** A mapping of the config: where it stands, and as much of its value as has the right type. */
export interface Part<Value> {
  readonly path: YamlPath;
  readonly raw: YamlMapping;
  /** Without the keys that have a wrong value; defaults are filled in. */
  readonly value: Partial<Value>;
  /** The same where every key is right. */
  readonly parsed?: Value;
}

export type ArgPart = Part<ParsedArg>;

export interface ToolPart extends Part<ParsedToolHead> {
  readonly args: readonly ArgPart[];
}

export interface ConfigPart extends Part<ParsedConfigHead> {
  readonly globalArgs: readonly ArgPart[];
  readonly tools: readonly ToolPart[];
}

/** The parts of the config; keys and types that are wrong are reported, and list items that are no mappings left out. */
export function readParts(report: Report): ConfigPart {
  const config = readPart({ schema: configHeadSchema, level: "config", raw: report.document.value, path: [], report });
  const globalArgs = readList(config, "global_args", report, (raw, path) =>
    readPart({ schema: argSchema, level: "argument", raw, path, report }),
  );
  const tools = readList(config, "tools", report, (raw, path): ToolPart => {
    const tool = readPart({ schema: toolHeadSchema, level: "tool", raw, path, report });
    const readArg = (rawArg: YamlMapping, argPath: YamlPath): ArgPart =>
      readPart({ schema: argSchema, level: "argument", raw: rawArg, path: argPath, report });
    return { ...tool, args: readList(tool, "args", report, readArg) };
  });
  return { ...config, globalArgs, tools };
}

interface PartRequest<Schema extends z.ZodObject> {
  readonly schema: Schema;
  readonly level: Level;
  readonly raw: YamlMapping;
  readonly path: YamlPath;
  readonly report: Report;
}

function readPart<Schema extends z.ZodObject>({ schema, level, raw, path, report }: PartRequest<Schema>): Part<z.infer<Schema>> {
  checkKeys(level, raw, path, report);
  const result = schema.safeParse(raw);
  if (result.success) return { path, raw, value: result.data as Partial<z.infer<Schema>>, parsed: result.data };
  for (const issue of result.error.issues) reportIssue(issue, path, report);
  return { path, raw, value: readGoodKeys(schema, raw) };
}

/** Every key whose own schema accepts its value. */
function readGoodKeys<Schema extends z.ZodObject>(schema: Schema, raw: YamlMapping): Partial<z.infer<Schema>> {
  const entries = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([key, keySchema]) => {
    const result = (keySchema as z.ZodType).safeParse(raw[key]);
    return result.success && result.data !== undefined ? [[key, result.data] as const] : [];
  });
  // The schema's own keys with values that its own entries have made.
  return Object.fromEntries(entries) as Partial<z.infer<Schema>>;
}

function readList<Item>(
  { path, raw }: Part<unknown>,
  key: "tools" | "args" | "global_args",
  report: Report,
  read: (item: YamlMapping, path: YamlPath) => Item,
): readonly Item[] {
  const list: YamlValue = raw[key] ?? null;
  if (!Array.isArray(list)) return [];
  return (list as readonly YamlValue[]).flatMap((item, index) => {
    const itemPath = [...path, key, index];
    if (isMapping(item)) return [read(item, itemPath)];
    const what = key === "tools" ? "a tool" : "an argument";
    const fix = `write its keys, such as \`name: ${typeof item === "string" && /^\w{1,40}$/.test(item) ? item : "…"}\``;
    report.atValue("wrong-type", itemPath, { what, expected: "a mapping of keys to values", found: describeValue(item), fix });
    return [];
  });
}
