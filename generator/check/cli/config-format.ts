/** How messages speak of a CLI config. */
import { escapeUnprintable, quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { findConstraintAdvice, suggestList, suggestToolPolicy, suggestVariables, suggestWords } from "./config-advice.ts";
import { argSchema, configSchema, maxTimeout, toolSchema } from "../keys/config-schema.ts";
import { directiveSchema, directiveToolSchema } from "../keys/directive-schema.ts";
import { describeExpected, suggestFix, type Expected } from "../reporting/fixes.ts";
import { toFlow } from "../reporting/flow-text.ts";
import type { Format, KeyPlace } from "../reporting/format.ts";
import { describeOwner } from "./owners.ts";
import { readPath, type Report } from "../reporting/report.ts";

const configKeys: ReadonlySet<string> = new Set(Object.keys(configSchema.shape));
const toolKeys: ReadonlySet<string> = new Set(Object.keys(toolSchema.shape));
const argKeys: ReadonlySet<string> = new Set(Object.keys(argSchema.shape));

const directiveKeys: ReadonlySet<string> = new Set([directiveSchema, directiveToolSchema].flatMap(({ shape }) => Object.keys(shape)));

function findPlaceOf(key: string, { root, path, value }: KeyPlace): string | undefined {
  if (key === "cwd" && typeof value === "string") return `write \`working_dir: ${toFlow(value)}\` at the top level of the file`;
  if (configKeys.has(key)) return "move it to the top level of the file";
  if (toolKeys.has(key)) return "move it to a tool";
  if (argKeys.has(key)) return "move it to an argument of a tool";
  const constraint = findConstraintAdvice(key, { root, path, value });
  if (constraint !== undefined) return constraint;
  if (key === "confirm") return suggestToolPolicy({ confirm: true }, root, path);
  return directiveKeys.has(key) ? "move it to a Directive definition, or add `kind: directive` to this file" : undefined;
}

/** Options without their dashes, by the keys that hold them in other formats. */
function findAdvice(key: string, { path, value }: KeyPlace): string | undefined {
  const isOption = ["short", "long", "option", "switch"].includes(key) && (path.at(-2) === "args" || path.at(-2) === "global_args");
  if (!isOption || typeof value !== "string" || !/^[A-Za-z][\w-]*$/.test(value)) return undefined;
  return `write \`flag: ${value.length === 1 ? "-" : "--"}${value}\``;
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
    case undefined:
    default:
      throw new Error(`the schema of a config has no range for ${String(key)}`);
  }
}

function reportType(path: YamlPath, expected: Expected, report: Report): boolean {
  const value = readPath(report.document.value, path);
  const found = describeValue(value);
  const written = report.writtenAt(path);
  switch (path.at(-2)) {
    case "enum":
      // An argument of another type has no enum: `checkEnum` reports it as a whole.
      if (!isOtherType(readPath(report.document.value, path.slice(0, -2))))
        report.atValue("enum-not-text", path, { found, fix: suggestMember(value, written) });
      return true;
    case "env": {
      const fix = suggestFix(expected, value, written);
      report.atValue("env-value", path, { name: String(path.at(-1)), found, ...(fix !== undefined && { fix }) });
      return true;
    }
    default:
      if (expected === "text") return reportText(path, value ?? null, report);
      return reportCollection(path, expected, report);
  }
}

/** Reports whether the argument has a known type other than string. */
function isOtherType(arg: YamlValue | undefined): boolean {
  const { type } = isMapping(arg ?? null) ? (arg as YamlMapping) : {};
  return type === "integer" || type === "number" || type === "boolean";
}

/** Says which list or mapping to write instead of text, and of a list of variables. */
function reportCollection(path: YamlPath, expected: Expected, report: Report): boolean {
  const key = String(path.at(-1));
  const value = readPath(report.document.value, path) ?? null;
  const fix = expected === "list" ? suggestList(key, value) : key === "env" ? suggestVariables(value) : undefined;
  if (fix === undefined) return false;
  report.atValue("wrong-type", path, {
    what: `\`${key}\``,
    expected: describeExpected(expected),
    found: describeValue(value),
    fix: `write \`${escapeUnprintable(toFlow(fix))}\``,
  });
  return true;
}

/** Says what text to write where it is not the written value in quotes. */
function reportText(path: YamlPath, value: YamlValue, report: Report): boolean {
  const key = String(path.at(-1));
  if (key === "name" && path.length > 1 && typeof value === "number" && Number.isInteger(value)) {
    const what = path.at(-3) === "tools" ? "a tool" : "an argument";
    report.atValue("unsafe-name", path, {
      what,
      name: report.writtenAt(path),
      reason: "a name must be text",
      fix: "put a letter before the digits",
    });
    return true;
  }
  const fix = Array.isArray(value) ? suggestWords(key, value as readonly YamlValue[]) : undefined;
  if (fix !== undefined) report.atValue("wrong-type", path, { what: `\`${key}\``, expected: "text", found: describeValue(value), fix });
  return fix !== undefined;
}

function suggestMember(value: unknown, written: string): string {
  return typeof value === "object" && (value !== null || written === "") ? "remove it" : `enclose it in quotes: ${quote(written)}`;
}

const additions: ReadonlyMap<string, string> = new Map([
  ["command", "the program that all of its tools run, for example `command: git`"],
  ["tools", "a list, for example `tools: [{ name: git_log, description: Show the newest commits, command: log }]`"],
  ["description", "a description, by which models choose the tool"],
]);

/** What people write who come from argparse, OpenAPI, Fig, GitHub Actions or a shell, and our words for it. */
const foreignKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["arguments", ["args"]],
  ["parameters", ["args"]],
  ["params", ["args"]],
  ["inputs", ["args"]],
  ["options", ["args", "enum"]],
  ["global_arguments", ["global_args"]],
  ["global_options", ["global_args"]],
  ["desc", ["description"]],
  ["help", ["description"]],
  ["summary", ["description"]],
  ["doc", ["description"]],
  ["cmd", ["command"]],
  ["binary", ["command"]],
  ["executable", ["command"]],
  ["program", ["command"]],
  ["run", ["command"]],
  ["subcommand", ["command"]],
  ["commands", ["tools"]],
  ["subcommands", ["tools"]],
  ["environment", ["env"]],
  ["cwd", ["working_dir"]],
  ["workdir", ["working_dir"]],
  ["working_directory", ["working_dir"]],
  ["label", ["tags", "title"]],
  ["labels", ["tags"]],
  ["choices", ["enum"]],
  ["values", ["enum"]],
  ["allowed", ["enum"]],
  ["option", ["flag"]],
  ["switch", ["flag"]],
  ["short", ["flag"]],
  ["long", ["flag"]],
  ["multiple", ["repeat"]],
  ["variadic", ["repeat"]],
  ["repeated", ["repeat"]],
  ["mandatory", ["required"]],
  ["sensitive", ["secret"]],
  ["exit_codes", ["success_exit_codes"]],
  ["timeout_seconds", ["timeout"]],
  ["id", ["name"]],
]);

const list = "the type of one value with `repeat: true`";

/** Words of other languages and formats for a `type`, in lower case. */
const foreignTypes: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["path", "string"],
  ["file", "string"],
  ["enum", "string"],
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["flag", "boolean"],
  ["switch", "boolean"],
  ["array", list],
  ["list", list],
]);

/** And for a `risk`. */
const foreignRisks: ReadonlyMap<string, string> = new Map([
  ["readonly", "read"],
  ["read-only", "read"],
  ["safe", "read"],
  ["none", "read"],
  ["modify", "write"],
  ["danger", "destructive"],
  ["dangerous", "destructive"],
  ["delete", "destructive"],
]);

function findMeant(key: string, value: string): readonly string[] {
  const meant = key === "type" ? foreignTypes.get(value) : key === "risk" ? foreignRisks.get(value) : undefined;
  return meant === undefined ? [] : [meant];
}

export const configFormat: Format = { describeOwner, foreignKeys, additions, findPlaceOf, findAdvice, findMeant, reportRange, reportType };
