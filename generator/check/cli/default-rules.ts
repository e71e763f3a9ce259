/** Checks that defaults and enums have the argument's type and agree with each other. */
import type { ArgType } from "@climax-gen/runtime/compiler";
import { nearNames } from "@climax-gen/runtime/compiler";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue } from "../../load/values.ts";
import type { ParsedArg } from "../keys/config-schema.ts";
import { describeExpected, suggestFix, type Expected } from "../reporting/fixes.ts";
import { suggestTextEnum } from "./config-advice.ts";
import type { ArgPart } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** Maximum number of enum members that a message lists. */
const shownMembers = 5;

/** Checks a default. A global argument's default of any type may be text that names a variable: `$DEBUG` (vectors argv.global.*). */
export function checkDefault({ value: arg, path }: ArgPart, isGlobal: boolean, report: Report): void {
  const { name = "", type, repeat, default: value } = arg;
  if (value === undefined || value === null || type === undefined || repeat === undefined) return;
  const at = [...path, "default"];
  if (Array.isArray(value) !== repeat) {
    reportShape(value, repeat, at, report);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkItem(arg, item, { path: [...at, index], isGlobal, report }));
  } else {
    checkItem(arg, value, { path: at, isGlobal, report });
  }
  if (arg.required === true && !isGlobal) report.atKey("required-with-default", at, { name });
  if (arg.secret === true && !(isGlobal && namesVariable(value))) {
    const fix = isGlobal ? "use an environment variable such as `$TOKEN`" : "remove the default, so that callers pass the value";
    report.atKey("secret-with-default", at, { name, fix });
  }
}

/** Reports duplicate members, and an enum on a type that does not support it. */
export function checkEnum({ value: arg, raw, path }: ArgPart, report: Report): void {
  const at = [...path, "enum"];
  const written = raw["enum"] ?? null;
  if (arg.type !== undefined && arg.type !== "string" && Array.isArray(written) && written.length > 0) {
    const entries = suggestTextEnum(arg.type, raw);
    const fix = entries === undefined ? "remove the enum" : `write \`${entries}\`, or remove the enum`;
    return report.atKey("enum-on-other-type", at, { type: arg.type, fix });
  }
  const seen = new Set<string>();
  arg.enum?.forEach((member, index) => {
    if (seen.has(member)) report.atValue("duplicate-enum-value", [...at, index], { value: member });
    seen.add(member);
    checkAmbiguity(member, [...at, index], report);
  });
}

/** Suggests the keys of a text argument with the same values. */
function suggestTextEnum(type: ArgType, members: readonly YamlValue[], value: YamlValue): string {
  const isShort = members.length <= 2 * shownMembers && members.every((member) => member !== null && typeof member !== "object");
  if (type === "boolean" || !isShort) return "remove the enum";
  const fallback = Array.isArray(value)
    ? (value as readonly YamlValue[]).map(String)
    : typeof value === "object"
      ? undefined
      : String(value);
  const keys = { type: "string", enum: members.map(String), ...(fallback !== undefined && { default: fallback }) };
  return `write \`${escapeUnprintable(toFlow(keys).slice(2, -2))}\`, or remove the enum`;
}

/** Reports an unquoted value that YAML 1.1, which CLImax uses, reads differently from YAML 1.2. */
export function checkAmbiguity(value: unknown, path: YamlPath, report: Report): void {
  const elsewhere = typeof value === "string" ? readAsYaml11(value) : undefined;
  if (elsewhere === undefined && !(typeof value === "number" && Number.isInteger(value))) return;
  const written = report.writtenAt(path);
  if (elsewhere !== undefined && written === value) {
    report.atValue("ambiguous-scalar", path, { text: written, here: "text", elsewhere });
  }
  if (typeof value === "number" && /^[-+]?0[0-7]+$/.test(written)) {
    const octal = Number.parseInt(written.replace("+", ""), 8);
    if (octal !== value)
      report.atValue("ambiguous-scalar", path, { text: written, here: `the number ${value}`, elsewhere: `the number ${octal}` });
  }
}

function readAsYaml11(text: string): string | undefined {
  if (/^(yes|Yes|YES|on|On|ON)$/.test(text)) return "true";
  if (/^(no|No|NO|off|Off|OFF)$/.test(text)) return "false";
  if (/^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/.test(text)) return "a number in base 60";
  if (/^[-+]?(0b[01_]+|[1-9][0-9]*_[0-9_]*)$/.test(text)) return "a number";
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? "a date" : undefined;
}

function reportShape(value: unknown, repeat: boolean, path: YamlPath, report: Report): void {
  const expected = repeat ? "a list because of `repeat: true`" : "one value";
  const fix = repeat ? suggestFix("list", value, report.writtenAt(path)) : "write one value, or set `repeat: true`";
  report.atValue("default-type", path, { expected, found: describeValue(value), ...(fix !== undefined && { fix }) });
}

interface ItemPlace {
  readonly path: YamlPath;
  readonly isGlobal: boolean;
  readonly report: Report;
}

function checkItem(arg: Partial<ParsedArg>, item: unknown, { path, isGlobal, report }: ItemPlace): void {
  const { type = "string" } = arg;
  if (!isOfType(type, item) && !(isGlobal && namesVariable(item))) {
    const expected = toExpected(type);
    const fix = suggestForType(type, item, report.writtenAt(path));
    report.atValue("default-type", path, {
      expected: describeExpected(expected),
      found: describeValue(item),
      ...(fix !== undefined && { fix }),
    });
    return;
  }
  checkAmbiguity(item, path, report);
  if (type !== "string" || typeof item !== "string" || !arg.enum || arg.enum.includes(item)) return;
  const near = nearNames(item, arg.enum, 2);
  const rest = arg.enum.length > shownMembers ? arg.enum.length - shownMembers : 0;
  const allowed = near.length > 0 ? near : arg.enum.slice(0, shownMembers);
  report.atValue("default-not-in-enum", path, { value: item, allowed, others: near.length > 0 ? 0 : rest });
}

/** Reports whether a value has the argument's type. Integers must be exact. */
export function isOfType(type: ArgType, value: unknown): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
  }
}

function toExpected(type: ArgType): Expected {
  return type === "string" ? "text" : type;
}

function suggestForType(type: ArgType, value: unknown, written: string): string | undefined {
  if (type !== "integer" || typeof value !== "number") return suggestFix(toExpected(type), value, written);
  return Number.isInteger(value) ? "write `type: string`, because numbers of this size are not exact" : "round it, or write `type: number`";
}

function namesVariable(value: unknown): boolean {
  return typeof value === "string" && value.includes("$");
}
