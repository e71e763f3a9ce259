/** Converts the warnings that the check stage found to hazards, which `x-allow` can acknowledge. */
import type { CheckedFile } from "../check/files/checked-file.ts";
import { addressOf, pathOf } from "../check/files/locations.ts";
import type { EnabledTool, Hazard } from "./hazard.ts";

/** Returns the hazards of a config that are outside its tools, or in an enabled tool. */
export function findCheckedHazards(file: CheckedFile, tools: readonly EnabledTool[]): readonly Hazard[] {
  if (file.kind !== "cli" || file.hazards === undefined) return [];
  const indexes = new Set(tools.filter((tool) => tool.file === file).map((tool) => pathOf(file, addressOf(tool.tool.name))?.[1]));
  return file.hazards
    .filter(({ path: [part, index] }) => part !== "tools" || indexes.has(index))
    .map(({ diagnostic, path }): Hazard => {
      const parts = path.map((_, length) => ({ document: file.document, path: path.slice(0, length) }));
      return { diagnostic, parts };
    });
}
