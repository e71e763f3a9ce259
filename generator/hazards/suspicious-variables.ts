/** Finds arguments that set a variable whose name has a shape of variables that decide which code runs. */
import { isSuspiciousVariable, variableOf } from "@climax-gen/runtime/compiler";
import { addressOf } from "../check/files/locations.ts";
import type { EnabledTool, Hazard } from "./hazard.ts";
import { constraintsOf, hazardAt, namesValues, partAt, partsOf } from "./hazard.ts";

/** Returns the hazards of a tool. Names that are known to decide it are errors (`unsafe-variable`). */
export function findSuspiciousVariables(owner: EnabledTool): readonly Hazard[] {
  if (owner.kind !== "cli") return [];
  const { file, tool } = owner;
  return tool.args.flatMap((arg) => {
    const { name, type, enum: members } = arg;
    const variable = variableOf(arg);
    const isFree = type === "string" && members === undefined && !constraintsOf(owner, name).some(namesValues);
    if (variable === undefined || !isFree || !isSuspiciousVariable(variable)) return [];
    const part = partAt(file, addressOf(tool.name, name), ["env"]);
    return [hazardAt("suspicious-variable", part, partsOf(owner, name), { tool: tool.name, variable })];
  });
}
