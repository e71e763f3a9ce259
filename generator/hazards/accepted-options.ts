/** Finds options that an argument accepts at the start of a word. */
import type { ArgConstraint } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../patterns/language.ts";
import { dashFactsIn } from "../check/files/tool-program.ts";
import type { EnabledCommand } from "./hazard.ts";
import { namesValues } from "./hazard.ts";

const OPTION = "(?s:-.+)";
/** Example option for an unconstrained value. */
const EXAMPLE_OPTION = "--option";

/** Reports whether a `--` separates the options of a tool from its positional arguments, and its program was measured to obey it. */
export function endsOptions({ file, tool }: EnabledCommand): boolean {
  const facts = dashFactsIn(file, tool);
  return facts.hasDashDash && facts.endsOptions;
}

/** Reports whether the limits of an argument accept this option, alone or followed by a value. */
export function acceptsOption(option: string, rules: ArgConstraint): boolean {
  return findOption(rules) !== undefined && acceptsPrefix(option, rules);
}

/** Reports whether the limits of an argument accept a text that starts with this prefix. */
export function acceptsPrefix(prefix: string, { pattern, one_of, equals, forbid }: ArgConstraint): boolean {
  if (forbid === true) return false;
  const values = equals === undefined ? one_of : [equals];
  if (values !== undefined) return values.some((text) => String(text).startsWith(prefix));
  if (pattern === undefined) return true;
  return findInIntersection(compileLanguage(pattern), compileLanguage(`(?s:${escapePattern(prefix)}.*)`)).kind === "found";
}

/** Returns an option that the constraints accept, if every one accepts one. */
export function findOptionOfAll(constraints: readonly ArgConstraint[]): string | undefined {
  const options = constraints.map(findOption);
  return options.includes(undefined) ? undefined : (options.find((option) => option !== EXAMPLE_OPTION) ?? EXAMPLE_OPTION);
}

/**
 * Returns an option that the constraint accepts. Returns undefined if it has another limit than `pattern`, or a pattern that cannot be
 * analyzed: such limits are assumed to be intended.
 */
function findOption(constraint: ArgConstraint): string | undefined {
  const { pattern, deny_pattern, within } = constraint;
  if (namesValues(constraint) || within !== undefined || deny_pattern !== undefined) return undefined;
  if (pattern === undefined) return EXAMPLE_OPTION;
  const witness = findInIntersection(compileLanguage(pattern), compileLanguage(OPTION));
  return witness.kind === "found" ? witness.text : undefined;
}
