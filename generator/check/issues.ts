/** From zod's issues to diagnostics: zod says what the schema wanted, the document says what is written and where. */
import { nearNames } from "@climax-gen/runtime";
import type { z } from "zod";
import { quote } from "../diagnostics/wording.ts";
import type { YamlPath } from "../load/locate.ts";
import { describeValue } from "../load/values.ts";
import { maxTimeout } from "./config-schema.ts";
import { describeExpected, suggestFix, type Expected } from "./fixes.ts";
import { describeOwner } from "./owners.ts";
import { readPath, type Report } from "./report.ts";

/** `base` is the path of the part that was parsed; the issue's path starts there. Throws on an issue that the schema cannot have. */
export function reportIssue(issue: z.core.$ZodIssue, base: YamlPath, report: Report): void {
  const path: YamlPath = [...base, ...issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)))];
  switch (issue.code) {
    case "invalid_type":
      return reportType(toExpected(issue.expected), path, report);
    case "invalid_value":
      return reportChoice(issue.values.map(String), path, report);
    case "too_small":
    case "too_big":
      return reportRange(path, report);
    case "invalid_format":
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      throw new Error(`the schema of a config has no check that fails with ${issue.code}`);
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
      return "mapping";
    default:
      throw new Error(`the schema of a config has no values of the type ${expected}`);
  }
}

function reportType(expected: Expected, path: YamlPath, report: Report): void {
  const value = readPath(report.document.value, path);
  const last = path.at(-1);
  const parent = path.at(-2);
  if (value === undefined) return reportMissing(path, report);
  // NaN, an infinity, or a fraction where a whole number belongs: the type is right.
  if (typeof value === "number" && (expected === "number" || expected === "integer")) return reportRange(path, report);
  const found = describeValue(value);
  const written = report.writtenAt(path);
  const fix = suggestFix(expected, value, written);
  if (parent === "enum") return report.atValue("enum-not-text", path, { found, fix: suggestMember(value, written) });
  if (parent === "env") return report.atValue("env-value", path, { name: String(last), found, ...(fix !== undefined && { fix }) });
  const what = typeof last === "number" ? `each of \`${String(parent)}\`` : `\`${String(last)}\``;
  report.atValue("wrong-type", path, { what, expected: describeExpected(expected), found, ...(fix !== undefined && { fix }) });
}

function suggestMember(value: unknown, written: string): string {
  return typeof value === "object" && (value !== null || written === "") ? "remove it" : `put quotes around it: ${quote(written)}`;
}

function reportMissing(path: YamlPath, report: Report): void {
  const owner = path.slice(0, -1);
  const details = { owner: describeOwner(report.document.value, owner), key: String(path.at(-1)) };
  report.atMissing("missing-key", path, details);
}

/** A value outside a range of the schema; which range it is follows from the key. */
function reportRange(path: YamlPath, report: Report): void {
  const key = path.findLast((segment) => typeof segment === "string");
  switch (key) {
    case "timeout":
      return report.atValue("timeout-range", path, { limit: maxTimeout });
    case "success_exit_codes":
      return report.atValue("exit-code-range", path, { found: describeValue(readPath(report.document.value, path)) });
    case "enum":
      return report.atValue("empty-enum", path);
    case "command":
      return report.atValue("empty-command", path);
    default:
      throw new Error(`the schema of a config has no range for ${String(key)}`);
  }
}

function reportChoice(allowed: readonly string[], path: YamlPath, report: Report): void {
  const value = readPath(report.document.value, path);
  const key = String(path.at(-1));
  const word = typeof value === "string" ? value.toLowerCase() : "";
  const foreign = foreignValues.get(word)?.filter((meant) => allowed.includes(meant) || key === "type") ?? [];
  const near =
    foreign.length > 0 ? foreign.map((meant) => (allowed.includes(meant) ? quote(meant) : meant)) : nearNames(word, allowed, 2).map(quote);
  report.atValue("unknown-value", path, {
    key,
    found: typeof value === "string" ? quote(value) : describeValue(value),
    allowed: allowed.map(quote),
    near,
  });
}

/** Words of other languages and formats for a `type` or a `risk`, in lower case. */
const foreignValues: ReadonlyMap<string, readonly string[]> = new Map([
  ["str", ["string"]],
  ["text", ["string"]],
  ["path", ["string"]],
  ["file", ["string"]],
  ["enum", ["string"]],
  ["int", ["integer"]],
  ["long", ["integer"]],
  ["float", ["number"]],
  ["double", ["number"]],
  ["decimal", ["number"]],
  ["bool", ["boolean"]],
  ["flag", ["boolean"]],
  ["switch", ["boolean"]],
  ["array", ["the type of one value with `repeat: true`"]],
  ["list", ["the type of one value with `repeat: true`"]],
  ["readonly", ["read"]],
  ["read-only", ["read"]],
  ["safe", ["read"]],
  ["none", ["read"]],
  ["modify", ["write"]],
  ["danger", ["destructive"]],
  ["dangerous", ["destructive"]],
  ["delete", ["destructive"]],
]);
