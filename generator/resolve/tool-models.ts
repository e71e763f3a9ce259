/** Converts the tools of one module: sorted by name, each with its identifiers. */
import type { Tool } from "@climax-gen/runtime/compiler";
import { byName } from "../text/code-unit-order.ts";
import type { ToolModel } from "./model.ts";
import { nameTools } from "./tool-identifiers.ts";

/** Returns the models of the tools. `moduleNames` are the identifiers that the module uses itself. */
export function toToolModels<Checked extends { readonly name: string }>(
  tools: readonly Checked[],
  moduleNames: readonly string[],
  toTool: (checked: Checked) => Tool,
): readonly ToolModel[] {
  const sorted = tools.toSorted(byName);
  const identifiers = nameTools(
    sorted.map(({ name }) => name),
    moduleNames,
  );
  return sorted.map((checked, index) => {
    const own = identifiers[index];
    if (own === undefined) throw new Error("every tool has its identifiers");
    return { tool: toTool(checked), ...own };
  });
}
