/** Converts zod's issues to diagnostics. The issue has the expected type; the document has the value and its location. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type * as z from "zod";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeFound, describeValue, isMapping } from "../../load/values.ts";
import { suggestAmountValue } from "./entry-advice.ts";
import { describeExpected, readNumber, shorten, suggestFix, type Expected, type NamedList } from "./fixes.ts";
import { accepts, factsOf, type KeyFacts } from "../keys/key-facts.ts";
import type { Format, TypeFault } from "./format.ts";
import type { KeysContext } from "./check-keys.ts";
import { readPath, type Report } from "./report.ts";

/** The mapping that was parsed, and its schema. */
export interface IssueContext extends KeysContext {
  readonly schema: z.ZodObject;
  /** Keys that are not reported as missing, because an unknown key is probably one of them. */
  readonly proposed: ReadonlySet<string>;
  /** Keys whose values are the lines below them, which are not indented. */
  readonly unindented: ReadonlySet<string>;
}

/**
 * Reports an issue. Its path is relative to `context.path`, the path of the parsed part. Throws on an issue that our schemas cannot have.
 */
export function reportIssue(issue: z.core.$ZodIssue, context: IssueContext): void {
  const { path: base, report, schema } = context;
  const facts = factsOf(schema, String(issue.path[0]));
  const path: YamlPath = [...base, ...issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)))];
  switch (issue.code) {
    case "invalid_type":
      return reportType({ expected: toExpected(issue.expected), path, facts }, context);
    case "invalid_value":
      return reportChoice(issue.values.map(String), { path, facts }, context);
    case "too_small":
    case "too_big":
      return reportRange({ path, facts }, report);
    case "invalid_union": {
      const inner = issue.errors.find((issues) => issues.length > 0 && issues.every((one) => one.path.length > 0));
      if (inner === undefined) return reportUnion({ path, facts }, context);
      return inner.forEach((one) => reportIssue({ ...one, path: [...issue.path, ...one.path] }, context));
    }
    case "invalid_format":
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      throw new Error(`no schema has a check that fails with ${issue.code}`);
  }
}

function toExpected(expected: string): Expected {
  switch (expected) {
    case "string":
      return "text";
    case "number":
    case "boolean":
      return expected;
    case "int":
      return "integer";
    case "array":
      return "list";
    case "object":
    case "record":
    // A missing key of any type: `reportType` reports only that it is missing.
    case "nonoptional":
      return "mapping";
    default:
      throw new Error(`no schema has values of the type ${expected}`);
  }
}

/** A value with an error, and the facts about its key. */
interface Fault {
  readonly path: YamlPath;
  readonly facts: KeyFacts;
}

/** Lists whose items have names. */
const NAMED_LISTS: readonly NamedList[] = ["tools", "args", "global_args"];

function reportType(fault: TypeFault, context: IssueContext): void {
  const { path: base, format, report, schema, proposed, unindented } = context;
  const { expected, path, facts } = fault;
  const value = readPath(report.document.value, path);
  const last = path.at(-1);
  if (value === undefined) return proposed.has(String(last)) ? undefined : reportMissing(fault, format, report);
  // NaN, an infinity, or a fraction where a whole number belongs: the type is right.
  if (typeof value === "number" && (expected === "number" || expected === "integer")) return reportRange({ path, facts }, report);
  const reportAt = (at: YamlPath, what: string, fix: string | undefined): void =>
    report.atValue("wrong-type", at, { what, expected: describeExpected(expected), found: describeValue(value), fix });
  const isKey = path.length === base.length + 1;
  const fixLines = isKey && unindented.has(String(last)) ? "indent the lines below it" : suggestWithoutMark(fault, value, report);
  if (fixLines !== undefined && typeof last === "string") return reportAt(path, `\`${last}\``, fixLines);
  if (format.reportType?.(fault, report)) return;
  const what = describeSubject(path);
  const number = suggestAmountValue(isKey ? facts.unit : undefined, value) ?? readNumber(expected, value);
  if (number !== undefined) {
    const isInRange = accepts(schema, String(path[base.length]), isKey ? number : [number]);
    if (!isInRange && facts.outOfRange !== undefined) return reportRange({ path, facts }, report);
    return reportAt(path, what, `write \`${number}\``);
  }
  const listOfLists = suggestListOfLists(path, expected, report);
  if (listOfLists === undefined) return reportAt(path, what, suggestType(fault, value, context));
  // The items of a flat list have one fault, which is that of the list.
  if (last === 0) reportAt(path.slice(0, -1), what, listOfLists);
}

/** Returns the name of a value in messages: its key, or the items of the list that it belongs to. */
function describeSubject(path: YamlPath): string {
  const key = `\`${String(path.findLast((segment) => typeof segment === "string"))}\``;
  if (typeof path.at(-1) !== "number") return key;
  return typeof path.at(-2) === "number" ? `each item of the lists of ${key}` : `each of ${key}`;
}

/** Returns the help for a value of the wrong type. Undefined if the value does not show what its author meant. */
function suggestType(
  { expected, path, facts }: TypeFault,
  value: unknown,
  { path: base, report, schema }: IssueContext,
): string | undefined {
  const last = path.at(-1);
  const isKey = path.length === base.length + 1;
  if (value === null && isKey && !accepts(schema, String(last), undefined)) return `write ${facts.whenMissing ?? "one"}`;
  // Few lists take any scalar as their item, and lists of strings take no mapping.
  const isItem = value !== "" && accepts(schema, String(last), [value]);
  const isItemFault = typeof value === "object" && (value === null || !accepts(schema, String(last), ["a"]));
  const isUnfit = expected === "list" && isKey && !isItem && !isItemFault;
  const namedList = NAMED_LISTS.find((list) => list === last);
  return isUnfit ? undefined : suggestFix(expected, value, report.writtenAt(path), namedList);
}

/** Returns the help for a list or mapping that a `|` or `>` makes a text. */
function suggestWithoutMark({ expected, path }: TypeFault, value: unknown, report: Report): string | undefined {
  if (typeof value !== "string" || (expected !== "list" && expected !== "mapping")) return undefined;
  const [mark] = /^[|>][-+0-9]*(?=\s)/.exec(report.writtenAt(path)) ?? [];
  return mark === undefined ? undefined : `remove the \`${mark}\`, which makes the lines below it a text`;
}

/** Returns the help for an item of a list whose items must be lists. The author probably meant the whole list as one item. */
function suggestListOfLists(path: YamlPath, expected: Expected, report: Report): string | undefined {
  if (expected !== "list" || typeof path.at(-1) !== "number") return undefined;
  const list = readPath(report.document.value, path.slice(0, -1));
  const isFlat = Array.isArray(list) && list.length > 1 && list.every((item) => typeof item === "string");
  return isFlat ? `write \`[[${shorten(list.join(", "))}]]\`` : undefined;
}

/** Reports a value that has none of the types that its key accepts. */
function reportUnion({ path, facts }: Fault, context: IssueContext): void {
  const { report } = context;
  const { expected } = facts;
  if (expected === undefined) throw new Error(`the key ${path.join(".")} accepts several types and has no \`expected\``);
  const value = readPath(report.document.value, path);
  if (expected.startsWith("text, ") && !isMapping(value)) return reportType({ expected: "text", path, facts }, context);
  const what = `\`${String(path.at(-1))}\``;
  const takesTexts = expected === "text or a list of texts";
  if (takesTexts && Array.isArray(value) && value.length > 0) return reportItems(value, path, report);
  const fix = value === null || takesTexts ? suggestFix("text", value, report.writtenAt(path)) : undefined;
  report.atValue("wrong-type", path, { what, expected, found: describeFound(value), fix });
}

/** Reports each item of a list that is not text. */
function reportItems(items: readonly unknown[], path: YamlPath, report: Report): void {
  for (const [index, item] of items.entries()) {
    if (typeof item === "string") continue;
    const at = [...path, index];
    const fix = suggestFix("text", item, report.writtenAt(at));
    const what = `each of \`${String(path.at(-1))}\``;
    report.atValue("wrong-type", at, { what, expected: "text", found: describeValue(item), fix });
  }
}

function reportMissing({ path, facts }: Fault, format: Format, report: Report): void {
  const owner = path.slice(0, -1);
  const key = String(path.at(-1));
  const details = { owner: format.describeOwner(report.document.value, owner), key, addition: facts.whenMissing ?? "one" };
  report.atMissing("missing-key", path, details);
}

/** Reports a value outside the range of its schema, or a number that is not finite. */
function reportRange({ path, facts }: Fault, report: Report): void {
  const key = String(path.findLast((segment) => typeof segment === "string"));
  if (facts.outOfRange === undefined) throw new Error(`the key ${key} has a range and no \`outOfRange\``);
  const value = readPath(report.document.value, path);
  const found = value === "" ? "empty" : describeValue(value);
  facts.outOfRange((code, ...details) => report.atValue(code, path, ...details), {
    key,
    found,
    isInexact: Number(value) > Number.MAX_SAFE_INTEGER,
  });
}

function reportChoice(allowed: readonly string[], { path, facts }: Fault, { format, report, proposed }: IssueContext): void {
  const value = readPath(report.document.value, path);
  // The value can be an item of a list.
  const key = String(path.findLast((segment) => typeof segment === "string"));
  if (value === undefined) return proposed.has(key) ? undefined : reportMissing({ path, facts }, format, report);
  const word = typeof value === "string" ? value.toLowerCase() : "";
  const meant = facts.words?.get(word);
  const describe = (choice: string): string => format.describeChoice?.(choice, path, report) ?? quote(choice);
  const near = meant === undefined ? nearNames(word, allowed, 2).map(describe) : [allowed.includes(meant) ? describe(meant) : meant];
  report.atValue("unknown-value", path, {
    key,
    found: describeFound(value),
    allowed: allowed.map(quote),
    near,
  });
}
