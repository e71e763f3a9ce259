/** Splits a document into the parts of a Directive definition. Each part is parsed separately, so that one error does not hide others. */
import type { YamlPath } from "../../load/locate.ts";
import { directiveFormat } from "./directive-format.ts";
import { directiveHeadSchema, directiveToolSchema, type ParsedDirectiveHead, type ParsedDirectiveTool } from "../keys/directive-schema.ts";
import type { KeysContext } from "../reporting/check-keys.ts";
import { readPart, type Part } from "../reporting/part.ts";
import { readList } from "../cli/parts.ts";
import type { Report } from "../reporting/report.ts";

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
