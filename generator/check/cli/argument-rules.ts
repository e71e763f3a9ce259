/** Checks the keys of one argument together: its type, and how its value is passed and becomes words. */
import type { DashFacts } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { flagOf, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { followsDashDash, isDashGuarded } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { isUnsafeVariable } from "@climax-gen/runtime/internal/tool/unsafe-variables";
import { isMapping } from "../../load/values.ts";
import type { ArgKey } from "../keys/arg-rules.ts";
import { ARG_KEY_RULES, keysWith, type ParsedArg } from "../keys/arg-schema.ts";
import type { ArgPart } from "./parts.ts";
import { formKeysOf, isKeySet } from "./parts.ts";
import { checkFlag } from "./flag-rules.ts";
import { checkFolder, checkForeignVariable, checkTilde } from "../reporting/literal-paths.ts";
import type { Report } from "../reporting/report.ts";
import type { YamlPath } from "../../load/locate.ts";
import { checkTemplates } from "./words-rules.ts";

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

/** Keys that conflict with an enum that maps values to words. `file` conflicts with every enum. */
const UNMAPPED = keysWith(({ isForMapped }) => !isForMapped);

/** Checks the keys of an argument together. */
export function checkValueKeys({ value: arg, parsed, raw, path }: ArgPart, report: Report): void {
  // An unknown key may be a misspelled `type`.
  const type = parsed?.type;
  const misfits = new Set<ArgKey>();
  for (const [key, { types }] of ARG_KEY_RULES) {
    if (type === undefined || types === "all" || !isKeySet(arg, key) || types.includes(type)) continue;
    // `min` and `max` without a type are reported once.
    if (key === "max" && misfits.has("min") && raw["type"] === undefined) continue;
    report.atKey("key-for-type", [...path, key], { key, type, types });
    misfits.add(key);
  }
  // A key that does not fit the type is not also reported as a conflict.
  const isSet = (key: ArgKey): boolean => isKeySet(arg, key) && !misfits.has(key);
  for (const [key, { excludes }] of ARG_KEY_RULES) {
    const other = isSet(key) ? excludes.find(isSet) : undefined;
    if (other !== undefined) report.atKey("conflicting-keys", [...path, other], { key: other, other: key });
  }
  checkMapping(arg, path, isSet, report);
  checkLists(arg, path, report);
  if (isSet("negatable")) checkNegation(arg, path, report);
  checkTemplates(arg, path, report);
  const { min, max } = arg;
  const isEmpty = (least: number, most: number): boolean => (type === "integer" ? Math.ceil(least) > Math.floor(most) : least > most);
  if (min !== undefined && max !== undefined && isEmpty(min, max)) report.atValue("limits-reversed", [...path, "max"], { min, max });
  if (typeof arg.env === "string") checkVariable(arg.env, [...path, "env"], report);
  const suffix = typeof arg.file === "object" ? arg.file.suffix : undefined;
  if (suffix === undefined) return;
  if (!/^[\w.-]{1,32}$/.test(suffix)) report.atValue("file-suffix", [...path, "file", "suffix"], { suffix });
  else if (/^\w+$/.test(suffix)) report.atValue("suffix-without-dot", [...path, "file", "suffix"], { suffix });
}

/** Checks the value of a global argument, which is one text. */
export function checkGlobalValue({ value: arg, path }: ArgPart, report: Report): void {
  if (arg.type === "map") report.atValue("global-arg-map", [...path, "type"]);
  else checkTemplates(arg, path, report);
}

/** Reports a key that conflicts with an enum that maps values to words. */
function checkMapping(arg: ArgPart["value"], path: YamlPath, isSet: (key: ArgKey) => boolean, report: Report): void {
  if (!isMapping(arg.enum)) return;
  const other = UNMAPPED.find(isSet);
  if (other !== undefined) report.atKey("conflicting-keys", [...path, other], { key: other, other: "enum" });
}

function checkLists(arg: ArgPart["value"], path: YamlPath, report: Report): void {
  if (arg.type === "map" && arg.repeat === true)
    report.atKey("key-for-type", [...path, "repeat"], { key: "repeat", type: "map", types: ["string"] });
  if (arg.repeat !== "once") return;
  if (isMapping(arg.enum)) report.atKey("conflicting-keys", [...path, "repeat"], { key: "repeat: once", other: "enum" });
  if (arg.positional === true) report.atKey("conflicting-keys", [...path, "positional"], { key: "positional", other: "repeat: once" });
  if (arg.join !== undefined) report.atKey("conflicting-keys", [...path, "join"], { key: "join", other: "repeat: once" });
  const isMap = arg.type === "map";
  if (arg.flag?.endsWith("=")) report.atValue("flag-for-list", [...path, "flag"], { flag: arg.flag, isMap });
  else if (!arg.flag && arg.value !== undefined) report.atKey("flag-for-list", [...path, "repeat"], { isMap });
}

/** Reports a flag without a negation, and one whose negation would be `--no-no-x`. */
function checkNegation(arg: ArgPart["value"], path: YamlPath, report: Report): void {
  if (arg.name === undefined) return;
  const flag = flagOf({ name: arg.name, ...(typeof arg.flag === "string" && { flag: arg.flag }) });
  if (!/^--[^=]+$/.test(flag)) report.atValue("negation-flag", [...path, "flag"], { flag });
  else if (flag.startsWith("--no-")) report.atKey("double-negation", [...path, "negatable"], { flag, name: arg.name });
}

function checkVariable(name: string, path: YamlPath, report: Report): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) report.atValue("variable-name", path, { name });
  else if (isUnsafeVariable(name)) report.atValue("unsafe-variable", path, { name });
}
