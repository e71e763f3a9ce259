/** Finds options that an argument accepts at the start of a word. */
import type { ArgConstraint, ConstraintForm } from "@climax-gen/runtime/compiler";
import { CONSTRAINT_KEYS, formOfConstraint, listedValues } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../patterns/language.ts";
import { measuredProgramOf } from "../check/files/tool-program.ts";
import type { EnabledCommand } from "./hazard.ts";
import { namesValues } from "./hazard.ts";

const OPTION = "(?s:-.+)";
/** Example option for an unconstrained value. */
const EXAMPLE_OPTION = "--option";

/** Reports whether a `--` separates the options of a tool from its positional arguments, and its program was measured to obey it. */
export function endsOptions({ file, tool }: EnabledCommand): boolean {
  return (tool.end_of_options ?? file.end_of_options ?? false) && measuredProgramOf(file, tool).endsOptions;
}

/** Reports whether the limits of an argument accept this option, alone or followed by a value. */
export function acceptsOption(option: string, rules: ArgConstraint): boolean {
  return findOption(rules) !== undefined && acceptsPrefix(option, rules);
}

/** Reports whether the limits of an argument accept a text that starts with this prefix. */
export function acceptsPrefix(prefix: string, constraint: ArgConstraint): boolean {
  const { pattern, forbid } = constraint;
  if (forbid === true) return false;
  const values = listedValues(constraint);
  if (values !== undefined) return values.some((text) => String(text).startsWith(prefix));
  if (pattern === undefined) return true;
  return findInIntersection(compileLanguage(pattern), compileLanguage(`(?s:${escapePattern(prefix)}.*)`)).kind === "found";
}

/** Returns an option that the constraints accept, if every one accepts one. */
export function findOptionOfAll(constraints: readonly ArgConstraint[]): string | undefined {
  const options = constraints.map(findOption);
  return options.includes(undefined) ? undefined : (options.find((option) => option !== EXAMPLE_OPTION) ?? EXAMPLE_OPTION);
}

/** Forms of constraints, apart from listed values, that are assumed to keep options out. */
const LIMITING_FORMS: ReadonlySet<ConstraintForm> = new Set(["denied pattern", "directory"]);

/**
 * Returns an option that the constraint accepts. Returns undefined if it has another limit than `pattern`, or a pattern that cannot be
 * analyzed: such limits are assumed to be intended.
 */
function findOption(constraint: ArgConstraint): string | undefined {
  const { pattern } = constraint;
  const isLimited = CONSTRAINT_KEYS.some((key) => constraint[key] !== undefined && LIMITING_FORMS.has(formOfConstraint(key)));
  if (namesValues(constraint) || isLimited) return undefined;
  if (pattern === undefined) return EXAMPLE_OPTION;
  const witness = findInIntersection(compileLanguage(pattern), compileLanguage(OPTION));
  return witness.kind === "found" ? witness.text : undefined;
}
