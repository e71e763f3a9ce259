/** Finds arguments whose values a program can read as options (CVE-2025-68144). */
import type { DashFacts, OrderItem, ToolArg } from "@climax-gen/runtime/compiler";
import { allowsDash, followsDashDash, isDashGuarded, isInFile, placeholdersOf } from "@climax-gen/runtime/compiler";
import { findOptionOfAll } from "./accepted-options.ts";
import { dashFactsIn } from "../check/files/tool-program.ts";
import { addressOf } from "../check/files/locations.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { constraintsOf, hazardAt, partAt, partsOf } from "./hazard.ts";
import { ownLimits } from "./written-words.ts";

/**
 * Returns the hazards of a tool. Only arguments with `allow_leading_dash` are checked: for all others, the server rejects values that start
 * with a dash.
 */
export function findOptionInjections(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const facts = dashFactsIn(file, tool);
  return tool.args.flatMap((arg) => {
    const isOption = takesOptions(arg, facts, tool.order) && !followsDashDash(arg, facts);
    const option = isOption ? findOptionOfAll([ownLimits(arg), ...constraintsOf(owner, arg.name)]) : undefined;
    if (option === undefined) return [];
    const part = partAt(file, addressOf(tool.name, arg.name), ["allow_leading_dash"]);
    return [hazardAt("option-injection", part, partsOf(owner, arg.name), { tool: tool.name, arg: arg.name, option })];
  });
}

/**
 * Reports whether `allow_leading_dash` has an effect: values can begin a positional, a template, an item of a list after one flag, or a
 * constant word.
 */
function takesOptions(arg: ToolArg, facts: DashFacts, order: readonly OrderItem[] = []): boolean {
  const { type, enum: members } = arg;
  const words = order.flatMap((item) => (typeof item === "string" ? [] : item)).filter((word) => placeholdersOf(word).includes(arg.name));
  const begins = words.length > 0 ? words.some((word) => word.startsWith(`{${arg.name}}`)) : isDashGuarded(arg, facts);
  return allowsDash(arg) && begins && !isInFile(arg) && (type === "string" || type === "map") && members === undefined;
}
