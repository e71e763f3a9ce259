/** Splits a document into the parts of a Directive definition. Each part is parsed separately, so that one error does not hide others. */
import type { YamlPath } from "../../load/locate.ts";
import type { ParsedDirectiveHead, ParsedDirectiveTool } from "../keys/directive-schema.ts";
import { directiveHeadSchema, directiveSchema, directiveToolSchema } from "../keys/directive-schema.ts";
import type { KeysContext } from "../reporting/check-keys.ts";
import type { Part } from "../reporting/part.ts";
import { readPart } from "../reporting/part.ts";
import { readList } from "../cli/parts.ts";
import type { Report } from "../reporting/report.ts";
import { readPath } from "../reporting/report.ts";
import { quote } from "../../text/wording.ts";
import type { YamlValue } from "../../load/values.ts";
import { argSchema } from "../keys/arg-schema.ts";
import { configSchema } from "../keys/config-schema.ts";
import { toolSchema } from "../keys/tool-schema.ts";
import { describeMove, fieldsOf } from "../keys/key-facts.ts";
import type { Format } from "../reporting/format.ts";

/** A tool of a Directive definition. */
export type DirectiveToolPart = Part<ParsedDirectiveTool>;

/** A Directive definition with its tools. */
export interface DefinitionPart extends Part<ParsedDirectiveHead> {
  readonly tools: readonly DirectiveToolPart[];
}

/** Reads the parts of the definition. Reports wrong keys and types, and omits list items that are not mappings. */
export function readDefinitionParts(report: Report): DefinitionPart {
  const contextAt = (path: YamlPath): KeysContext => ({ path, format: directiveFormat, report });
  const definition = readPart(directiveHeadSchema, report.document.value, contextAt([]));
  const tools = readList(definition, "tools", report, (raw, path) => readPart(directiveToolSchema, raw, contextAt(path)));
  return { ...definition, tools };
}

/** Returns `the definition` or `the tool "directive/file.get"`. A tool without a name is numbered from 1. */
function describeOwner(root: YamlValue, [list, index, key]: YamlPath): string {
  if (list === undefined || typeof index !== "number") return "the definition";
  const name = readPath(root, ["tools", index, "name"]);
  const tool = typeof name === "string" ? `the tool ${quote(name)}` : `tool number ${index + 1}`;
  return key === undefined ? tool : `\`${key}\` of ${tool}`;
}

const mappings = [directiveSchema, directiveToolSchema];
const mappingsOfConfigs = [configSchema, toolSchema, argSchema];

function suggestMove(key: string): string | undefined {
  const isOfConfigs = mappingsOfConfigs.some((mapping) => fieldsOf(mapping).has(key));
  return describeMove(key, mappings) ?? (isOfConfigs ? "move it to a config of commands (`kind: cli`)" : undefined);
}

/** The words and suggestions of messages about Directive definitions. */
export const directiveFormat: Format = { describeOwner, suggestMove };
