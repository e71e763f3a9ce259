/** The check stage of a Directive definition: from a loaded document to tools that mean what they say. */
import type { DirectiveHandler, DirectiveToolSpec, SchemaObject, ToolArg } from "@climax-gen/runtime/compiler";
import { listSimpleArgs } from "@climax-gen/runtime/compiler";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import { isMapping, type YamlValue } from "../../load/values.ts";
import type { CheckedConfig, RawArg, RawTool } from "../cli/config.ts";
import { readDefinitionParts, type DefinitionPart, type DirectiveToolPart } from "./directive-parts.ts";
import { checkDefinition } from "./directive-rules.ts";
import { parsedOf } from "../reporting/part.ts";
import type { Report } from "../reporting/report.ts";

/** The definition, or `undefined` where the report has an error. */
export function checkDirective(report: Report): CheckedConfig | undefined {
  const definition = readDefinitionParts(report);
  checkDefinition(definition, report);
  if (hasError(report.diagnostics)) return undefined;
  const { name, description, root } = parsedOf(definition);
  const tools = definition.tools.map(toSpec);
  return {
    source: report.document.source,
    document: report.document,
    config: { name, description, command: "", env: {}, tags: [], global_args: [], tools: tools.map(toRawTool) },
    definition: { root, tools },
    toolNameSpans: definition.tools.map(({ path }) => report.placeOf([...path, "name"]).value),
    methodSpans: findMethodSpans(definition, report),
  };
}

function findMethodSpans({ tools }: DefinitionPart, report: Report): ReadonlyMap<string, Span> {
  return new Map(
    tools.flatMap(({ path, value }) => (value.method === undefined ? [] : [[value.method, report.placeOf([...path, "method"]).value]])),
  );
}

function toSpec(tool: DirectiveToolPart): DirectiveToolSpec {
  const { name, title, description, method } = parsedOf(tool);
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    // Read from what was written: the parsed copy of a table has lost a key named __proto__.
    inputSchema: toPlain(tool.raw["inputSchema"] ?? null) as SchemaObject,
    handler: toPlain(tool.raw["handler"] ?? null) as DirectiveHandler,
    ...(method !== undefined && { method }),
  };
}

/** The same value as JSON has it: mappings of YAML have no prototype. */
function toPlain(value: YamlValue): unknown {
  if (Array.isArray(value)) return (value as readonly YamlValue[]).map(toPlain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
}

/** As much of a tool as policies and tables look at. */
function toRawTool({ name, title, description, inputSchema }: DirectiveToolSpec): RawTool {
  return { name, ...(title !== undefined && { title }), description, command: "", args: listSimpleArgs(inputSchema).map(toRawArg) };
}

function toRawArg({ name, description = "", type, required = false, repeat = false, enum: members }: ToolArg): RawArg {
  const places = { positional: false, cwd: false, stdin: false, allow_leading_dash: false, secret: false };
  return { name, description, type, required, repeat, ...places, ...(members !== undefined && { enum: members }) };
}
