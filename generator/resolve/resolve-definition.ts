/** Resolves a Directive definition. The runtime's own functions build its tools, so that generation and startup agree. */
import { toDirectiveCli, toDirectiveTool } from "@climax-gen/runtime/compiler";
import type { DirectiveFile, DirectiveTool } from "../check/files/checked-file.ts";
import type { DirectiveCliModel } from "./model.ts";
import type { ModuleNames } from "./module-names.ts";
import { DIRECTIVE_MODULE_NAMES } from "./tool-identifiers.ts";
import { toToolModels } from "./tool-models.ts";

/** Builds the model of a definition, without tools that a later file redefines. */
export function resolveDefinition(
  { name, description, root, tools }: DirectiveFile,
  names: ModuleNames,
  isLast: (tool: DirectiveTool) => boolean,
): DirectiveCliModel {
  const cli = toDirectiveCli({ name, description, tool_count: tools.length });
  const models = toToolModels(tools.filter(isLast), DIRECTIVE_MODULE_NAMES, (tool) => toDirectiveTool(tool, { root }, cli));
  return { kind: "directive", cli, root, tools: models, ...names };
}
