/** Checks that defaults have the argument's type and agree with each other. */
import type { ArgType } from "@climax-gen/runtime/internal/tool/tool-spec";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { toFlow } from "../../load/flow-text.ts";
import { isList, describeValue, isMapping, type YamlValue } from "../../load/values.ts";
import { checkAmbiguity } from "./text-rules.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { describeExpected, suggestFix, type Expected } from "../reporting/fixes.ts";
import { type ArgPart, isKeySet, wordsOf } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** Maximum number of enum members that a message lists. */
const shownMembers = 5;

/** Checks a default. A global argument's default of any type may be text that names a variable: `$DEBUG` (vectors argv.global.*). */
export function checkDefault({ value: arg, parsed, raw, path }: ArgPart, isGlobal: boolean, report: Report): void {
  const { name = "", default: value } = arg;
  // An unknown key may be a misspelled `type`.
  const type = parsed?.type;
  if (value === undefined || value === null || type === undefined || arg.repeat === undefined) return;
  const lacksType = raw["type"] === undefined && (isKeySet(arg, "min") || isKeySet(arg, "max"));
  // `min` and `max` without a type are already reported.
  if (lacksType && typeof value === "number" && !isGlobal) return;
  const at = [...path, "default"];
  // A global argument has one value. Keys that make it a list are reported separately.
  const listKey = type === "map" || isGlobal ? undefined : listKeyOf(arg);
  const members = memberTexts(raw["enum"] ?? null);
  if (type === "map") {
    checkMapDefault(value, at, report);
  } else if (Array.isArray(value) !== (listKey !== undefined)) {
    reportShape(value, { listKey, joinedBy: arg.join, isGlobal, path: at }, report);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkItem(arg, item, { path: [...at, index], isGlobal, members, report }));
  } else if (value !== true || wordsOf(arg)?.kind !== "optional") {
    checkItem(arg, value, { path: at, isGlobal, members, report });
  }
  if (arg.required === true && !isGlobal) report.atKey("required-with-default", at, { name });
  // An empty text reveals nothing: `ssh-keygen -N ""` sets no passphrase.
  if (arg.secret === true && value !== "" && !(isGlobal && namesVariable(value))) {
    const fix = isGlobal ? "use an environment variable such as `$TOKEN`" : "remove the default, so that callers pass the value";
    report.atKey("secret-with-default", at, { name, fix });
  }
}

/** Returns the allowed values as strings. Empty without an enum. */
function memberTexts(written: YamlValue): readonly string[] {
  if (isList(written)) return written.filter((member) => typeof member !== "object").map(String);
  return isMapping(written) ? Object.keys(written) : [];
}

function checkMapDefault(value: unknown, path: YamlPath, report: Report): void {
  if (!isMapping(value)) {
    report.atValue("default-type", path, { expected: "a mapping of keys to texts", found: describeValue(value) });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "string") continue;
    const at = [...path, key];
    const fix = suggestFix("text", item, report.writtenAt(at));
    const details = { expected: `text for the key "${key}"`, found: describeValue(item), fix };
    report.atValue("default-type", at, details);
  }
}

/** Returns the key that makes the value a list, in its YAML form. Undefined for one value. */
function listKeyOf(arg: ArgPart["value"]): string | undefined {
  if (isKeySet(arg, "repeat")) return `repeat: ${arg.repeat}`;
  return isKeySet(arg, "join") ? "join" : undefined;
}

interface DefaultShape {
  /** The key that makes the value a list. Undefined for one value. */
  readonly listKey: string | undefined;
  /** The text between joined items. Undefined without `join`. */
  readonly joinedBy: string | undefined;
  readonly isGlobal: boolean;
  readonly path: YamlPath;
}

function reportShape(value: unknown, { listKey, joinedBy, isGlobal, path }: DefaultShape, report: Report): void {
  const expected = listKey === undefined ? "one value" : `a list because of \`${listKey}\``;
  const single = isGlobal ? "write one value" : "write one value, or set `repeat: true`";
  const fix =
    listKey === undefined
      ? single
      : typeof value === "string" && joinedBy
        ? `write \`${toFlow(value.split(joinedBy))}\``
        : suggestFix("list", value, report.writtenAt(path));
  report.atValue("default-type", path, { expected, found: describeValue(value), fix });
}

interface ItemContext {
  readonly path: YamlPath;
  readonly isGlobal: boolean;
  /** Allowed values. Empty if any value is allowed. */
  readonly members: readonly string[];
  readonly report: Report;
}

function checkItem(arg: Partial<ParsedArg>, item: unknown, { path, isGlobal, members, report }: ItemContext): void {
  const { type = "string" } = arg;
  if (!isOfType(type, item) && !(isGlobal && namesVariable(item))) {
    const expected = toExpected(type);
    const fix = suggestForType(type, item, report.writtenAt(path));
    report.atValue("default-type", path, {
      expected: describeExpected(expected),
      found: describeValue(item),
      fix,
    });
    return;
  }
  checkAmbiguity(item, path, report);
  if (type === "boolean" || members.length === 0 || members.includes(String(item))) return;
  const near = nearNames(String(item), members, 2);
  const rest = members.length > shownMembers ? members.length - shownMembers : 0;
  const allowed = near.length > 0 ? near : members.slice(0, shownMembers);
  report.atValue("default-not-in-enum", path, { value: String(item), allowed, others: near.length > 0 ? 0 : rest });
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
    case "map":
      return isMapping(value);
  }
}

function toExpected(type: ArgType): Expected {
  if (type === "map") return "mapping";
  return type === "string" ? "text" : type;
}

function suggestForType(type: ArgType, value: unknown, written: string): string | undefined {
  if (type !== "integer" || typeof value !== "number") return suggestFix(toExpected(type), value, written);
  return Number.isInteger(value) ? "write `type: string`, because numbers of this size are not exact" : "round it, or write `type: number`";
}

function namesVariable(value: unknown): boolean {
  return typeof value === "string" && value.includes("$");
}
