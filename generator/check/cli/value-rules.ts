/** Checks how an argument's value becomes words: combinations of keys, and keys that do not fit the type. */
import { flagOf, isUnsafeVariable } from "@climax-gen/runtime/compiler";
import type { YamlPath } from "../../load/locate.ts";
import { isMapping } from "../../load/values.ts";
import { ARG_KEY_RULES, keysWith } from "../keys/arg-rules.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { type ArgPart, isKeySet } from "./parts.ts";
import type { Report } from "../reporting/report.ts";
import { checkTemplates } from "./template-rules.ts";

type ArgKey = keyof ParsedArg;

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
