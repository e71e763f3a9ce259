/** Resolves a Directive definition: its tools as the runtime makes them, so that generation and launch cannot disagree. */
import { toDirectiveCli, toDirectiveTool } from "@climax-gen/runtime/compiler";
import type { RawConfig, RawDefinition, RawTool } from "../check/cli/config.ts";
import type { CliModel, ToolModel } from "./model.ts";
import { byName } from "../text/code-unit-order.ts";
import { raise } from "./raise.ts";
import { DIRECTIVE_MODULE_NAMES, nameTools } from "./tool-identifiers.ts";

/** The definition without the tools that a later file redefines; `config` is the same definition as every config is read. */
export function resolveDefinition(
  { name, description, tools: raws }: RawConfig,
  { root, tools }: RawDefinition,
  lastDefinitions: ReadonlyMap<string, RawTool>,
): Pick<CliModel, "cli" | "root" | "tools"> {
  const cli = toDirectiveCli({ name, description, tool_count: tools.length });
  const kept = tools.filter((tool, index) => lastDefinitions.get(tool.name) === raws[index]).toSorted(byName);
  const identifiers = nameTools(
    kept.map((tool) => tool.name),
    DIRECTIVE_MODULE_NAMES,
  );
  const models = kept.map((spec, index): ToolModel => {
    const { constName, interfaceName } = identifiers[index] ?? raise("every tool has its identifiers");
    return { tool: toDirectiveTool(spec, { root }, cli), constName, interfaceName };
  });
  return { cli, root, tools: models };
}
