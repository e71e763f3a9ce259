/** Compares whether the values of an argument may start with `-`, where a program could read them as options. */
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import { isOperand } from "@climax-gen/runtime/internal/argument/form";
import { buildCommandLine } from "@climax-gen/runtime/internal/command-line/command-line";
import { findLeadingDashes } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { hasDashDash, placeholderOf } from "@climax-gen/runtime/internal/command-line/pattern";
import { commandOf, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { compileLanguage, findInIntersection } from "../../patterns/language.ts";
import type { Finding, Subject } from "../change.ts";
import { findSwitch, showValue } from "./finding.ts";

type ArgOfTool = readonly [arg: ToolArg, tool: Tool];

/**
 * Compares `allow_leading_dash`, and the other keys that decide whether a value may start with `-`, such as the flag, the type or the
 * default. Ignores `--` and `enum`, which are compared elsewhere.
 */
export function compareLeadingDashes(old: ArgOfTool, now: ArgOfTool, subject: Subject): readonly Finding[] {
  const [oldArg, newArg] = [old[0], now[0]];
  const values = { key: "allow_leading_dash", old: oldArg.allow_leading_dash, new: newArg.allow_leading_dash };
  const ofKey = findSwitch(["leading-dash-allowed", "leading-dash-refused"], subject, values);
  const hasEnum = oldArg.enum !== undefined || newArg.enum !== undefined;
  if (ofKey.length > 0 || hasEnum || hasOtherEnd(old, now)) return ofKey;
  const [accepted, rejected] = [findAccepted(old, now), findAccepted(now, old)];
  const isSecret = oldArg.secret === true || newArg.secret === true;
  const show = (value: ArgValue): string => (isSecret ? "values that start with `-`" : showValue(value));
  const allowed = { code: "leading-dash-allowed" as const, subject, message: `accepts ${show(accepted ?? "")}, which it rejected` };
  const refused = { code: "leading-dash-refused" as const, subject, message: `rejects ${show(rejected ?? "")}, which it accepted` };
  return [...(accepted === undefined ? [] : [allowed]), ...(rejected === undefined ? [] : [refused])];
}

/** Reports whether a call is rejected because a program would read the value as an option. */
export function isOption(value: ArgValue, [arg, tool]: ArgOfTool): boolean {
  const handler = commandOf(tool);
  if (handler === undefined) return false;
  // Constant words are written only if all of their arguments have a value.
  const values = new Map(tool.args.map((other) => [other.name, other.name === arg.name ? value : placeholderOf(other)]));
  return findLeadingDashes(buildCommandLine(tool, handler, { values, env: {} }).words).length > 0;
}

/** Reports whether only one side has `--`, and both pass the value as a positional one. */
function hasOtherEnd([oldArg, oldTool]: ArgOfTool, [newArg, newTool]: ArgOfTool): boolean {
  const [before, after] = [oldTool, newTool].map((tool) => hasDashDash(commandOf(tool) ?? {}));
  return before !== after && isOperand(oldArg) && isOperand(newArg);
}

/** Returns a value that the second side accepts, and that the first one rejects because a program would read it as an option. */
function findAccepted(before: ArgOfTool, after: ArgOfTool): ArgValue | undefined {
  const [[old], [now]] = [before, after];
  // Values of other types are reported with the types.
  if ([old.type, now.type].includes("boolean") || (old.type === "map") !== (now.type === "map")) return undefined;
  return listSamples(old, now).find((value) => isOption(value, before) && !isOption(value, after));
}

/** Returns values that start with `-`, and that the second argument accepts where no word starts. */
function listSamples(old: ToolArg, now: ToolArg): readonly ArgValue[] {
  if (now.type === "map") {
    const entries = [...listOptions(now.pattern).map((value) => ["y", value]), ...listOptions(now.keys?.pattern).map((key) => [key, "x"])];
    return entries.flatMap((entry) => [Object.fromEntries([entry]), Object.fromEntries([["x", "x"], entry])]);
  }
  const items = now.type === "string" ? listOptions(now.pattern) : listNegatives(now);
  if (isListArg(old) !== isListArg(now)) return items;
  const ofDefault = now.default === undefined ? [] : [now.default];
  if (!isListArg(now)) return [...items, ...ofDefault];
  return [...items.flatMap((item) => [[item], [now.type === "string" ? "x" : 1, item]]), ...ofDefault];
}

const anyOption = compileLanguage("(?s:-.+)");

/** Returns an option that matches the pattern, if any does. */
function listOptions(pattern: string | undefined): readonly string[] {
  const witness = pattern === undefined ? undefined : findInIntersection(compileLanguage(pattern), anyOption);
  if (witness?.kind === "none") return [];
  return [witness?.kind === "found" ? witness.text : "-x"];
}

function listNegatives({ min = -1, max = -1 }: ToolArg): readonly number[] {
  const number = Math.min(-1, max);
  return number < min ? [] : [number];
}
