/** From zod's issues to diagnostics: zod says what the schema wanted, the document says what is written and where. */
import { nearNames } from "@climax-gen/runtime/compiler";
import type * as z from "zod";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeFound, describeValue } from "../../load/values.ts";
import { suggestAmount } from "./amounts.ts";
import { describeExpected, suggestFix, type Expected } from "./fixes.ts";
import type { Format } from "./format.ts";
import type { KeysPlace } from "./check-keys.ts";
import { readPath, type Report } from "./report.ts";

/** The mapping that was parsed, and which of its keys it cannot do without. */
export interface IssuePlace extends KeysPlace {
  readonly isRequired: (key: string) => boolean;
}

/** `place.path` is that of the part that was parsed; the issue's path starts there. Throws on an issue that no schema of ours can have. */
export function reportIssue(issue: z.core.$ZodIssue, place: IssuePlace): void {
  const { path: base, format, report } = place;
  const path: YamlPath = [...base, ...issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)))];
  switch (issue.code) {
    case "invalid_type":
      return reportType(toExpected(issue.expected), path, place);
    case "invalid_value":
      return reportChoice(issue.values.map(String), path, format, report);
    case "too_small":
    case "too_big":
      return format.reportRange(path, report);
    case "invalid_format":
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_union":
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
    // A key of any type that is missing: `reportType` only says that.
    case "nonoptional":
      return "mapping";
    default:
      throw new Error(`no schema has values of the type ${expected}`);
  }
}

function reportType(expected: Expected, path: YamlPath, { path: base, format, report, isRequired }: IssuePlace): void {
  const value = readPath(report.document.value, path);
  const last = path.at(-1);
  if (value === undefined) return reportMissing(path, format, report);
  // NaN, an infinity, or a fraction where a whole number belongs: the type is right.
  if (typeof value === "number" && (expected === "number" || expected === "integer")) return format.reportRange(path, report);
  if (format.reportType(path, expected, report)) return;
  const isNeeded = value === null && path.length === base.length + 1 && isRequired(String(last));
  const fix = isNeeded
    ? `write ${additionOf(String(last), format)}`
    : (suggestAmount(String(last), value) ?? suggestFix(expected, value, report.writtenAt(path)));
  const what = typeof last === "number" ? `each of \`${String(path.at(-2))}\`` : `\`${String(last)}\``;
  report.atValue("wrong-type", path, {
    what,
    expected: describeExpected(expected),
    found: describeValue(value),
    ...(fix !== undefined && { fix }),
  });
}

function reportMissing(path: YamlPath, format: Format, report: Report): void {
  const owner = path.slice(0, -1);
  const key = String(path.at(-1));
  const details = { owner: format.describeOwner(report.document.value, owner), key, addition: additionOf(key, format) };
  report.atMissing("missing-key", path, details);
}

/** What to write for a key that has to be there. */
function additionOf(key: string, format: Format): string {
  return format.additions.get(key) ?? "one";
}

function reportChoice(allowed: readonly string[], path: YamlPath, format: Format, report: Report): void {
  const value = readPath(report.document.value, path);
  const key = String(path.at(-1));
  const word = typeof value === "string" ? value.toLowerCase() : "";
  const meant = format.findMeant(key, word);
  const near =
    meant.length > 0 ? meant.map((choice) => (allowed.includes(choice) ? quote(choice) : choice)) : nearNames(word, allowed, 2).map(quote);
  report.atValue("unknown-value", path, {
    key,
    found: describeFound(value),
    allowed: allowed.map(quote),
    near,
  });
}
