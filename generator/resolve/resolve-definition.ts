/** Resolves a Directive definition. The runtime's own functions build its tools, so that generation and startup agree. */
import { toDirectiveCli, toDirectiveTool } from "@climax-gen/runtime/compiler";
import type { DirectiveFile, DirectiveTool } from "../check/files/checked-file.ts";
import type { DirectiveCliModel, ToolModel } from "./model.ts";
import type { ModuleNames } from "./module-names.ts";
import { byName } from "../text/code-unit-order.ts";
import { internalError } from "./internal-error.ts";
import { DIRECTIVE_MODULE_NAMES, nameTools } from "./tool-identifiers.ts";

/** Builds the model of a definition, without tools that a later file redefines. */
export function resolveDefinition(
  { name, description, root, tools }: DirectiveFile,
  names: ModuleNames,
  isLast: (tool: DirectiveTool) => boolean,
): DirectiveCliModel {
  const cli = toDirectiveCli({ name, description, tool_count: tools.length });
  const kept = tools.filter(isLast).toSorted(byName);
  const identifiers = nameTools(
    kept.map((tool) => tool.name),
    DIRECTIVE_MODULE_NAMES,
  );
  const models = kept.map((spec, index): ToolModel => {
    const { constName, interfaceName } = identifiers[index] ?? internalError("every tool has its identifiers");
    return { tool: toDirectiveTool(spec, { root }, cli), constName, interfaceName };
  });
  return { kind: "directive", cli, root, tools: models, ...names };
}
