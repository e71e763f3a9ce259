/** Checks a Directive definition. */
import type { SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import type { DirectiveHandler, DirectiveToolSpec } from "@climax-gen/runtime/internal/tool/directive-spec";
import { listSimpleArgs } from "@climax-gen/runtime/internal/tool/directive-tool";
import { hasError } from "../../diagnostics/diagnostic.ts";
import { isList, isMapping, type YamlValue } from "../../load/values.ts";
import type { DirectiveFile, DirectiveTool } from "../files/checked-file.ts";
import { parsedOf } from "../reporting/part.ts";
import type { Report } from "../reporting/report.ts";
import { readDefinitionParts, type DirectiveToolPart } from "./directive-parts.ts";
import { checkDefinition } from "./directive-rules.ts";

/** Returns the definition, or `undefined` if the report has an error. */
export function checkDirective(report: Report): DirectiveFile | undefined {
  const definition = readDefinitionParts(report);
  checkDefinition(definition, report);
  if (hasError(report.diagnostics)) return undefined;
  const { name, description, root } = parsedOf(definition);
  const tools = definition.tools.map(toDirectiveTool);
  return { kind: "directive", document: report.document, name, description, root, tools };
}

function toDirectiveTool(tool: DirectiveToolPart): DirectiveTool {
  const { name, title, description, method } = parsedOf(tool);
  // Read from the written value: the parsed copy of a mapping lacks a key named __proto__.
  const inputSchema = toPlain(tool.raw["inputSchema"] ?? null) as SchemaObject;
  const spec: DirectiveToolSpec = {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    handler: toHandler(tool.raw["handler"] ?? null),
    ...(method !== undefined && { method }),
  };
  return { ...spec, args: listSimpleArgs(inputSchema) };
}

/** Returns a checked handler, without notes. */
function toHandler(written: YamlValue): DirectiveHandler {
  return (isMapping(written) ? { bundle: written["bundle"] } : written) as DirectiveHandler;
}

/** Returns the same value as JSON represents it: mappings of YAML have no prototype. */
function toPlain(value: YamlValue): unknown {
  if (isList(value)) return value.map(toPlain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
}
