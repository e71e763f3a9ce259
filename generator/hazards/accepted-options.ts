/** Finds options that an argument accepts at the start of a word. */
import type { ArgConstraint } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../patterns/language.ts";
import type { EnabledCommand } from "./hazard.ts";

const OPTION = "(?s:-.+)";
/** Example option for an unconstrained value. */
const EXAMPLE_OPTION = "--option";

/** Reports whether a `--` separates the options of a tool from its positional arguments. */
export function endsOptions({ file, tool }: EnabledCommand): boolean {
  return tool.end_of_options ?? file.end_of_options ?? false;
}

/** Reports whether the limits of an argument accept this option, alone or followed by a value. */
export function acceptsOption(option: string, rules: ArgConstraint): boolean {
  return findOption(rules) !== undefined && acceptsPrefix(option, rules);
}

/** Reports whether the limits of an argument accept a text that starts with this prefix. */
export function acceptsPrefix(prefix: string, { pattern, one_of }: ArgConstraint): boolean {
  if (one_of !== undefined) return one_of.some((text) => String(text).startsWith(prefix));
  if (pattern === undefined) return true;
  return findInIntersection(compileLanguage(pattern), compileLanguage(`(?s:${escapePattern(prefix)}.*)`)).kind === "found";
}

/** Returns an option that the constraints accept, if every one accepts one. */
export function findOptionOfAll(constraints: readonly ArgConstraint[]): string | undefined {
  const options = constraints.map(findOption);
  return options.includes(undefined) ? undefined : (options.find((option) => option !== EXAMPLE_OPTION) ?? EXAMPLE_OPTION);
}

/**
 * Returns an option that the constraint accepts. Other limits than `pattern`, and patterns that cannot be analyzed, are treated as
 * intended.
 */
function findOption({ pattern, deny_pattern, one_of, within }: ArgConstraint): string | undefined {
  if (one_of !== undefined || within !== undefined || deny_pattern !== undefined) return undefined;
  if (pattern === undefined) return EXAMPLE_OPTION;
  const witness = findInIntersection(compileLanguage(pattern), compileLanguage(OPTION));
  return witness.kind === "found" ? witness.text : undefined;
}
