/** Finds arguments whose values a program can read as options (CVE-2025-68144), and the options that an argument accepts. */
import type { DashFacts } from "@climax-gen/runtime/internal/command-line/dash-guard";
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ConstraintForm } from "@climax-gen/runtime/internal/constraint/constraint";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { OrderItem } from "@climax-gen/runtime/internal/tool/tool-spec";
import { isInFile } from "@climax-gen/runtime/internal/argument/form";
import { allowsDash, isDashGuarded } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { CONSTRAINT_KEYS, formOfConstraint, listedValues } from "@climax-gen/runtime/internal/constraint/constraints";
import { placeholdersOf } from "@climax-gen/runtime/internal/tool/template";
import { dashFactsIn } from "../check/files/tool-program.ts";
import { addressOf } from "../check/files/locations.ts";
import { compileLanguage, escapePattern, findInIntersection } from "../patterns/language.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { constraintsOf, hazardAt, namesValues, partAt, partsOf } from "./hazard.ts";

/**
 * Returns the hazards of a tool. Only arguments with `allow_leading_dash` are checked: for all others, the server rejects values that start
 * with a dash.
 */
export function findOptionInjections(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const facts = dashFactsIn(file, tool);
  return tool.args.flatMap((arg) => {
    const option = takesOptions(arg, facts, tool.order) ? findOptionOfAll([ownLimits(arg), ...constraintsOf(owner, arg.name)]) : undefined;
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
export function acceptsPrefix(prefix: string, constraint: ArgConstraint): boolean {
  const { pattern, forbid } = constraint;
  if (forbid === true) return false;
  const values = listedValues(constraint);
  if (values !== undefined) return values.some((text) => String(text).startsWith(prefix));
  if (pattern === undefined) return true;
  return findInIntersection(compileLanguage(pattern), compileLanguage(`(?s:${escapePattern(prefix)}.*)`)).kind === "found";
}

/** Returns an option that the constraints accept, if every one accepts one. */
function findOptionOfAll(constraints: readonly ArgConstraint[]): string | undefined {
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

/** Returns the limits of the config on the start of a word. */
export function ownLimits({ type, pattern, keys }: ToolArg): { readonly pattern?: string } {
  const start = type === "map" ? keys?.pattern : pattern;
  return start === undefined ? {} : { pattern: start };
}
