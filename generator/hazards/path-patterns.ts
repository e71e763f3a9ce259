/** Finds patterns that accept paths outside of a directory. Each hazard has an example path. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { Program, Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { findViolations } from "@climax-gen/runtime/internal/policy/find-violations";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { compileLanguage, findInIntersection } from "../patterns/language.ts";
import { addressOf } from "../check/files/locations.ts";
import type { Hazard, EnabledTool } from "./hazard.ts";
import { isHollowPattern } from "./hollow-policies.ts";
import { constraintsOf, hazardAt, namesValues, partAt, policyPartsOf } from "./hazard.ts";

/** Argument names that contain a word for a path, separated by `_` or `-`. */
const PATH_WORD = /(?:^|[_-])(?:path|file|filename|filepath|dir|directory|folder)s?(?:$|[_-])/i;
const PATH_DESCRIPTION = /^(?:the |an? )?(?:paths?|files?|folders?|director(?:y|ies))\b/i;

interface Escape {
  readonly what: string;
  /** Patterns of example paths, most illustrative first. */
  readonly patterns: readonly string[];
}

const PARENT: Escape = { what: "a path with `..` in it", patterns: ["(?s:.*/)?\\.\\./\\.\\./etc/passwd", "(?s:(?:.*/)?\\.\\.(?:/.*)?)"] };
const ABSOLUTE: Escape = { what: "an absolute path", patterns: ["/etc/passwd", "(?s:/.*)"] };
const RELATIVE = "(?s:[^/].*)";

/** Returns the hazards of a tool. Skips arguments that `within`, an enum or listed values of a policy confine. */
export async function findPathPatterns(owner: EnabledTool): Promise<readonly Hazard[]> {
  const { tool, policies } = owner;
  const hazards: Hazard[] = [];
  for (const arg of tool.args) {
    const all = constraintsOf(owner, arg.name);
    if (!isPath(arg) || all.some((constraint) => constraint.within !== undefined || namesValues(constraint))) continue;
    for (const { policy, constraints } of policies) {
      const pattern = constraints.get(arg.name)?.pattern;
      if (pattern === undefined || (placeOf(arg) === "directory" && (await isHollowPattern(owner, arg.name, pattern)))) continue;
      const found = await findEscape(pattern, all);
      if (found === undefined) continue;
      const part = partAt(policy, addressOf(tool.name, arg.name), ["pattern"]);
      hazards.push(hazardAt("path-pattern", part, policyPartsOf(owner, arg.name), { tool: tool.name, arg: arg.name, ...found }));
    }
  }
  return hazards;
}

function isPath(arg: ToolArg): boolean {
  const { name, description = "", type, enum: members } = arg;
  const place = placeOf(arg);
  if (type !== "string" || place === "stdin" || members !== undefined) return false;
  return place === "directory" || PATH_WORD.test(name) || PATH_DESCRIPTION.test(description);
}

/**
 * Returns a path outside of a directory that all rules accept. A pattern that accepts no relative path is treated as intended for absolute
 * paths.
 */
async function findEscape(
  written: string,
  all: readonly ArgConstraint[],
): Promise<{ readonly what: string; readonly text: string } | undefined> {
  const accepted = compileLanguage(written);
  const isMeantRelative = findInIntersection(accepted, compileLanguage(RELATIVE)).kind === "found";
  for (const { what, patterns } of isMeantRelative ? [PARENT, ABSOLUTE] : [PARENT]) {
    for (const pattern of patterns) {
      const witness = findInIntersection(accepted, compileLanguage(pattern));
      if (witness.kind === "found" && (await accepts(all, witness.text))) return { what, text: witness.text };
    }
  }
  return undefined;
}

/** Reports whether all constraints accept a text. Uses the runtime's check, which includes all constraints. */
async function accepts(all: readonly ArgConstraint[], text: string): Promise<boolean> {
  const policies = all.map((rules) => toPolicy({ tools: { t: { args: { a: rules } } } }));
  return (await findViolations(ANY_TOOL, { values: new Map([["a", text]]), policies, workingDirectory: "." })).length === 0;
}

const PROGRAM: Program = { command: [], global_args: [] };

const ANY_TOOL: Tool = {
  name: "t",
  description: "",
  args: [{ name: "a", type: "string" }],
  cli: { name: "", description: "", program: PROGRAM, tool_count: 1 },
  handler: { kind: "command", program: PROGRAM, command: [] },
};
