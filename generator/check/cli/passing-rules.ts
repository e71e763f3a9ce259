/** Checks how an argument's value is passed: as a flag, a positional, standard input or the working directory. */
import type { DashFacts } from "@climax-gen/runtime/compiler";
import { followsDashDash, isDashGuarded, placeOf } from "@climax-gen/runtime/compiler";
import { isMapping } from "../../load/values.ts";
import { ARG_KEY_RULES, keysWith } from "../keys/arg-rules.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { type ArgPart, formKeysOf, isKeySet } from "./parts.ts";
import { checkFlag } from "./flag-rules.ts";
import { checkFolder, checkForeignVariable, checkTilde } from "../reporting/literal-paths.ts";
import type { Report } from "../reporting/report.ts";

/** Position of an argument's value on the command line. */
export interface ValuePosition {
  /** True if constant words contain the value. */
  readonly isInWords: boolean;
  /** The facts about the tool. */
  readonly facts: DashFacts;
}

/** Checks how a tool passes an argument. */
export function checkPassing({ value: arg, path }: ArgPart, position: ValuePosition, report: Report): void {
  const name = arg.name ?? "";
  if (arg.type === "boolean" && isKeySet(arg, "repeat")) report.atKey("repeat-with-boolean", [...path, "repeat"]);
  checkFlag(arg, path, report);
  if (arg.cwd === true) checkFolder("default", arg.default, [...path, "default"], report);
  if (arg.stdin === true && isKeySet(arg, "flag")) report.atKey("flag-with-stdin", [...path, "flag"], { name, flag: arg.flag ?? "" });
  const conflict = findConflict(arg);
  if (conflict !== undefined) {
    report.atKey("conflicting-places", [...path, conflict.key], { name, ...conflict });
    return;
  }
  const reason = isKeySet(arg, "allow_leading_dash") ? findNeedless(arg, position) : undefined;
  if (reason !== undefined) report.atKey("needless-leading-dash", [...path, "allow_leading_dash"], { reason });
  if (arg.positional !== true) return;
  if (isKeySet(arg, "flag")) report.atKey("positional-with-flag", [...path, "flag"], { name });
  if (arg.type === "boolean" && !isMapping(arg.enum)) report.atKey("boolean-positional", [...path, "positional"], { name });
}

/** Returns the reason why no value of the argument is checked for a leading dash. Returns undefined if values are checked. */
function findNeedless(arg: Partial<ParsedArg>, { isInWords, facts }: ValuePosition): string | undefined {
  const { type = "string" } = arg;
  if (type === "boolean") return "a boolean has no dash";
  if (isKeySet(arg, "enum")) return "values of an `enum` may start with a dash";
  if (isKeySet(arg, "file")) return "the path of the file does not start with a dash";
  if (isInWords) return undefined;
  const keys = formKeysOf(arg);
  if (followsDashDash(keys, facts)) return "the value follows `--`";
  if (!isDashGuarded(keys, facts)) return "no checked word starts with the value";
  return (type === "integer" || type === "number") && placeOf(keys) === "option"
    ? "the number after a flag may start with a dash"
    : undefined;
}

/** Keys that have an effect on a global argument, and `repeat`, which has its own diagnostic. */
const GLOBAL_KEYS: ReadonlySet<string> = new Set(keysWith(({ isForGlobal }) => isForGlobal));

/** Checks a global argument, which is always a flag with its default as the value (vectors argv.global.*). */
export function checkGlobalPassing({ value: arg, parsed, raw, path }: ArgPart, report: Report): void {
  const name = arg.name ?? "";
  checkFlag(arg, path, report);
  if (isKeySet(arg, "repeat")) report.atKey("global-arg-repeat", [...path, "repeat"]);
  for (const [key, value] of Object.entries(arg)) {
    if (!GLOBAL_KEYS.has(key) && value !== undefined && value !== false) report.atKey("global-arg-key", [...path, key], { key });
  }
  checkTilde("default", arg.default, [...path, "default"], report);
  checkForeignVariable("default", arg.default, [...path, "default"], report);
  const hasDefault = raw["default"] !== undefined && raw["default"] !== null;
  if (!hasDefault && parsed !== undefined) report.atValue("global-arg-without-default", [...path, "name"], { name });
}

/** Finds a key that conflicts with `stdin` or `cwd`, because it would pass the value a second time. */
function findConflict(arg: Partial<ParsedArg>): { readonly place: string; readonly key: keyof ParsedArg } | undefined {
  for (const [place, { excludesPlaces }] of ARG_KEY_RULES) {
    const key = isKeySet(arg, place) ? excludesPlaces.find((other) => isKeySet(arg, other)) : undefined;
    if (key !== undefined) return { place, key };
  }
  return undefined;
}
