/** Finds positional arguments that accept options (CVE-2025-68144). */
import type { ArgConstraint, ToolArg } from "@climax-gen/runtime/compiler";
import { compileLanguage, findInIntersection } from "../patterns/language.ts";
import type { Hazard, EnabledCommand, EnabledTool } from "./hazard.ts";
import { addressOf, hazardAt, limitsOf, partAt, partsOf } from "./hazard.ts";

const OPTION = "(?s:-.+)";
/** Example option for an unconstrained value. */
const EXAMPLE_OPTION = "--option";

/** Only arguments with `allow_leading_dash` can be a hazard: for all others, the server rejects such values. */
export function findOptionInjections(owner: EnabledTool): readonly Hazard[] {
  if (owner.kind !== "cli" || endsOptions(owner)) return [];
  const { file, tool } = owner;
  return tool.args.flatMap((arg) => {
    const option = takesOptions(arg) ? findOptionOfAll(limitsOf(owner, arg)) : undefined;
    if (option === undefined) return [];
    const part = partAt(file, addressOf(owner, arg.name), ["allow_leading_dash"]);
    return [hazardAt("option-injection", part, partsOf(owner, arg.name), { tool: tool.name, arg: arg.name, option })];
  });
}

function takesOptions({ type, positional = false, cwd, stdin, allow_leading_dash = false, enum: members }: ToolArg): boolean {
  return positional && !cwd && !stdin && allow_leading_dash && type === "string" && members === undefined;
}

/** Reports whether a `--` separates the options of a tool from its positional arguments. */
export function endsOptions({ file, tool }: EnabledCommand): boolean {
  return tool.end_of_options ?? file.end_of_options ?? false;
}

/** Reports whether the limits of an argument accept this option, alone or followed by a value. */
export function acceptsOption(option: string, rules: ArgConstraint): boolean {
  if (findOption(rules) === undefined) return false;
  const literal = option.replaceAll(/[^\w-]/g, "\\$&");
  return (
    rules.pattern === undefined || findInIntersection(compileLanguage(rules.pattern), compileLanguage(`(?s:${literal}.*)`)).kind === "found"
  );
}

/** Returns an option that a constraint accepts, if every constraint accepts one. */
function findOptionOfAll(constraints: readonly ArgConstraint[]): string | undefined {
  const options = constraints.map(findOption);
  return options.includes(undefined) ? undefined : (options.find((option) => option !== EXAMPLE_OPTION) ?? EXAMPLE_OPTION);
}

/** Reports whether the limits of an argument accept a text that starts with this prefix. */
export function acceptsPrefix(prefix: string, { pattern, one_of }: ArgConstraint): boolean {
  if (one_of !== undefined) return one_of.some((text) => String(text).startsWith(prefix));
  if (pattern === undefined) return true;
  const literal = prefix.replaceAll(/[^\w-]/g, "\\$&");
  return findInIntersection(compileLanguage(pattern), compileLanguage(`(?s:${literal}.*)`)).kind === "found";
}

/** Returns an option that the constraint accepts. Other limits than `pattern`, and patterns that cannot be analyzed, are treated as intended. */
function findOption({ pattern, deny_pattern, one_of, within }: ArgConstraint): string | undefined {
  if (one_of !== undefined || within !== undefined || deny_pattern !== undefined) return undefined;
  if (pattern === undefined) return EXAMPLE_OPTION;
  const witness = findInIntersection(compileLanguage(pattern), compileLanguage(OPTION));
  return witness.kind === "found" ? witness.text : undefined;
}
