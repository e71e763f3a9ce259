/** Finds positional arguments that accept options (CVE-2025-68144). */
import type { ArgConstraint } from "@climax-gen/runtime";
import type { RawArg } from "../check/config.ts";
import { compileLanguage, findInIntersection } from "../patterns/language.ts";
import type { Hazard, EnabledTool } from "./hazard.ts";
import { hazardAt, partsOf } from "./hazard.ts";

const OPTION = "(?s:-.+)";
/** Example option for an unconstrained value. */
const EXAMPLE_OPTION = "--option";

/** Checks arguments with `allow_leading_dash`. Without it, the server rejects values that start with `-`. */
export function findOptionInjections(owner: EnabledTool): readonly Hazard[] {
  const { checked, tool, path, constraints, endsOptions } = owner;
  if (endsOptions) return [];
  return tool.args.flatMap((arg, index) => {
    const option = takesOptions(arg) ? findOption(constraints.get(arg.name)) : undefined;
    if (option === undefined) return [];
    const part = { document: checked.document, path: [...path, "args", index, "allow_leading_dash"] };
    return [hazardAt("option-injection", part, partsOf(owner, arg.name), { tool: tool.name, arg: arg.name, option })];
  });
}

function takesOptions({ type, positional, cwd, stdin, allow_leading_dash, enum: members }: RawArg): boolean {
  return positional && !cwd && !stdin && allow_leading_dash && type === "string" && members === undefined;
}

/** Reports whether the constraints of an argument accept this option, alone or followed by a value. */
export function acceptsOption(option: string, rules: ArgConstraint = {}): boolean {
  if (findOption(rules) === undefined) return false;
  const literal = option.replaceAll(/[^\w-]/g, "\\$&");
  return (
    rules.pattern === undefined || findInIntersection(compileLanguage(rules.pattern), compileLanguage(`(?s:${literal}.*)`)).kind === "found"
  );
}

/** Returns an option that the constraints accept. Constraints other than `pattern`, and undecided patterns, count as deliberate and return none. */
function findOption({ pattern, deny_pattern, one_of, within }: ArgConstraint = {}): string | undefined {
  if (one_of !== undefined || within !== undefined || deny_pattern !== undefined) return undefined;
  if (pattern === undefined) return EXAMPLE_OPTION;
  const witness = findInIntersection(compileLanguage(pattern), compileLanguage(OPTION));
  return witness.kind === "found" ? witness.text : undefined;
}
