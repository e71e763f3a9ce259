/** Reads and checks the enum of an argument: a list of values, or a mapping of values to words. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgType } from "@climax-gen/runtime/internal/tool/tool-spec";
import { flagOf } from "@climax-gen/runtime/internal/argument/form";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlValue } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import { checkAmbiguity } from "./text-rules.ts";
import { argSchema, argTypes } from "../keys/arg-schema.ts";
import { factsOf } from "../keys/key-facts.ts";
import { toFlow } from "../../load/flow-text.ts";
import { suggestList, suggestTextEnum } from "./config-advice.ts";
import type { ArgPart } from "./parts.ts";
import { suggestFix } from "../reporting/fixes.ts";
import { checkSpaces } from "./text-rules.ts";
import type { Report } from "../reporting/report.ts";

/** Returns the keys `enum` and `enum_words` of an argument without errors. */
export function readEnum(written: YamlValue, type: ArgType): Pick<ToolArg, "enum" | "enum_words"> {
  if (isList(written)) return { enum: written as readonly (string | number)[] };
  if (!isMapping(written)) return {};
  const entries = Object.entries(written).map(([value, words]) => [value, toWords(words)] as const);
  const members = entries.map(([value]) => (type === "string" ? value : Number(value)));
  return { ...(type !== "boolean" && { enum: members }), enum_words: Object.fromEntries(entries) };
}

function toWords(words: YamlValue): readonly string[] {
  return (isList(words) ? words : [words]).map(String);
}

/**
 * Guesses the type of an argument whose type is invalid. Undefined for a word of another format, whose replacement is not always a type.
 */
function findMeantType(written: YamlValue): ArgType | undefined {
  const word = typeof written === "string" ? written.toLowerCase() : "";
  const isKnown = factsOf(argSchema, "type").words?.has(word) === true || nearNames(word, argTypes, 1).length > 0;
  return isKnown ? undefined : "string";
}

/**
 * Reports an enum that does not fit the argument's type, duplicate members, and values without words.
 * @param isPartOfWord whether the words of the values are written inside constant words, where an empty one is no argument of its own
 */
export function checkEnum({ value: arg, raw, path }: ArgPart, report: Report, isPartOfWord = false): void {
  const written = raw["enum"] ?? null;
  const type = arg.type ?? findMeantType(raw["type"] ?? null);
  if (written === null || type === undefined) return;
  const at = [...path, "enum"];
  if (type === "map") return report.atKey("key-for-type", at, { key: "enum", type, types: ["string"] });
  if (isList(written)) {
    if (type === "boolean") return report.atKey("enum-on-other-type", at, { type, fix: suggestBoolean(arg) });
    if (written.length === 0) return report.atValue("empty-enum", at);
    checkMembers(written, type, { path, raw }, report);
  } else if (isMapping(written)) {
    if (Object.keys(written).length === 0) return report.atValue("empty-enum", at);
    for (const [value, words] of Object.entries(written)) checkMapped(value, words, { arg, at, isPartOfWord }, report);
  } else {
    const expected = "a list of values, or a mapping of values to words";
    const list = suggestList(factsOf(argSchema, "enum"), written);
    const fix = list === undefined ? undefined : `write \`${toFlow(list)}\``;
    report.atValue("wrong-type", at, { what: "`enum`", expected, found: describeValue(written), fix });
  }
}

function checkMembers(members: readonly YamlValue[], type: ArgType, { path, raw }: Pick<ArgPart, "path" | "raw">, report: Report): void {
  const seen = new Set<string>();
  const at = [...path, "enum"];
  if (type === "string" && raw["type"] === undefined && members.every((member) => typeof member === "number")) {
    const numeric = members.every(Number.isSafeInteger) ? "integer" : "number";
    report.atValue("enum-not-text", [...at, 0], {
      found: describeValue(members[0] ?? null),
      fix: `write \`type: ${numeric}\`, or enclose the values in quotes`,
    });
    return;
  }
  for (const [index, member] of members.entries()) {
    const valuePath = [...at, index];
    if (type === "string") {
      if (typeof member !== "string") {
        const fix = suggestMember(member, report.writtenAt(valuePath));
        report.atValue("enum-not-text", valuePath, { found: describeValue(member), fix });
        continue;
      }
      checkAmbiguity(member, valuePath, report);
    } else if (!isNumberOf(type, member)) {
      report.atValue("enum-on-other-type", valuePath, { type, found: describeValue(member), fix: suggestNumbers(members, type, raw) });
      return;
    }
    // Other members have been reported.
    const value = typeof member === "object" ? "" : String(member);
    if (seen.has(value)) report.atValue("duplicate-enum-value", valuePath, { value });
    seen.add(value);
  }
}

function suggestBoolean({ name = "x", flag }: ArgPart["value"]): string {
  const long = flagOf({ name, ...(typeof flag === "string" && { flag }) });
  const words = long.startsWith("--") ? `{ true: ${long}, false: ${long.replace("--", "--no-")} }` : `{ true: ${long}, false: … }`;
  return `remove the enum, or map the values to words: \`enum: ${words}\``;
}

/** Suggests numbers for numbers in quotes, and otherwise another type. */
function suggestNumbers(members: readonly YamlValue[], type: ArgType, raw: ArgPart["raw"]): string {
  const numbers = members.filter((member) => typeof member !== "string" || member.trim() !== "").map(Number);
  const isNumeric = numbers.length === members.length && members.every((member) => ["string", "number"].includes(typeof member));
  if (isNumeric && numbers.every((number) => isNumberOf(type, number))) return `write \`enum: ${toFlow(numbers)}\``;
  // A larger integer has lost digits.
  const isExact = numbers.every((number) => Number.isSafeInteger(number) || !Number.isInteger(number));
  if (isNumeric && !isExact) return "write `type: string` and the values in quotes, because integers beyond 2^53 are not exact";
  if (isNumeric && numbers.every((number) => isNumberOf("number", number))) return `write \`type: number, enum: ${toFlow(numbers)}\``;
  const entries = suggestTextEnum(type, raw);
  return entries === undefined ? "write only numbers" : `write \`${entries}\``;
}

function isNumberOf(type: ArgType, member: YamlValue): boolean {
  return type === "integer" ? Number.isSafeInteger(member) : typeof member === "number" && Number.isFinite(member);
}

function suggestMember(member: YamlValue, written: string): string {
  return (written === "" ? undefined : suggestFix("text", member ?? written, written)) ?? "remove it";
}

interface MappedEnum {
  readonly arg: ArgPart["value"];
  readonly at: YamlPath;
  readonly isPartOfWord: boolean;
}

function checkMapped(value: string, words: YamlValue, { arg, at, isPartOfWord }: MappedEnum, report: Report): void {
  const valuePath = [...at, value];
  checkMappedKey(value, arg.type ?? "string", valuePath, report);
  checkMappedWords({ value, words, flag: arg.flag, isPartOfWord }, valuePath, report);
}

function checkMappedKey(value: string, type: ArgType, path: YamlPath, report: Report): void {
  const isFitting =
    type === "string" ? value !== "" && value !== "__proto__" : type === "boolean" ? /^(true|false)$/.test(value) : isNumeral(value, type);
  if (isFitting) return;
  const allowed =
    type === "boolean" ? "use only `true` and `false`" : type === "string" ? "choose another value" : `write ${type}s, or \`type: string\``;
  report.atKey("enum-key", path, { value, type, allowed });
}

interface MappedWords {
  readonly value: string;
  readonly words: YamlValue;
  readonly flag: string | null | undefined;
  readonly isPartOfWord: boolean;
}

function checkMappedWords({ value, words, flag, isPartOfWord }: MappedWords, path: YamlPath, report: Report): void {
  const list = isList(words) ? words : [words];
  for (const [index, word] of list.entries()) {
    if (typeof word === "string") continue;
    const at = isList(words) ? [...path, index] : path;
    report.atValue("enum-word", at, { found: describeValue(word), fix: suggestWord(word, report.writtenAt(at)) });
  }
  if (typeof flag === "string" && flag !== "") {
    if (list.length !== 1) report.atValue("enum-flag-words", path, { value, count: list.length });
    return;
  }
  if (words === "" && !isPartOfWord) report.atValue("empty-enum-word", path, { value });
  const texts = list.map((word) => (typeof word === "string" ? word : ""));
  checkSpaces(texts, path, { isList: isList(words), report });
}

function suggestWord(word: YamlValue, written: string): string {
  if (word === null) return "write `[]` to pass no argument";
  return typeof word === "object" ? "write a text, or a list of texts" : `enclose it in quotes: ${quote(written)}`;
}

function isNumeral(text: string, type: ArgType): boolean {
  return isNumberOf(type, Number(text)) && String(Number(text)) === text;
}
