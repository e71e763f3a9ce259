/** Names the parts of a CLI config in messages, and suggests remedies for its unknown keys and wrong types. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { joinWords, quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlValue } from "../../load/values.ts";
import { findConstraintAdvice, suggestList, suggestTextEnum, suggestToolPolicy, suggestVariables, suggestWords } from "./config-advice.ts";
import { argSchema } from "../keys/arg-schema.ts";
import { configSchema } from "../keys/config-schema.ts";
import { conditionalSchema, outputSchema } from "../keys/result-schema.ts";
import { defaultsSchema, resolverSchema, toolSchema } from "../keys/tool-schema.ts";
import { policySchema } from "../keys/policy-schema.ts";
import { directiveSchema, directiveToolSchema } from "../keys/directive-schema.ts";
import { describeExpected, shorten, suggestProperties } from "../reporting/fixes.ts";
import { suggestForSchemaWord, suggestForToolWord } from "../reporting/schema-words.ts";
import { toFlow } from "../../load/flow-text.ts";
import { describeMove, fieldsOf } from "../keys/key-facts.ts";
import type { Format, KeyAdvice, KeyContext, TypeFault } from "../reporting/format.ts";
import { readPath, type Report } from "../reporting/report.ts";

const mappings = [configSchema, toolSchema, argSchema, resolverSchema];
/** Mappings of a tool whose keys authors write in the tool itself: `select: items`. */
const mappingsOfResults = [outputSchema, conditionalSchema];
const mappingsOfDefinitions = [directiveSchema, directiveToolSchema];

/** Keys of a config that describe its `command`, not the `program` of a tool. */
const VERSION_KEYS: ReadonlySet<string> = new Set(["program_version", "version_command"]);

function suggestMove(key: string, { root, path, value }: KeyContext): string | undefined {
  if (key === "cwd" && typeof value === "string") return `write \`working_dir: ${toFlow(value)}\` at the top level of the file`;
  if (VERSION_KEYS.has(key) && readPath(root, [...path, "program"]) !== undefined)
    return "move it to the top level of another config, which has this `program` as its `command`";
  if (path.at(-2) === "examples") return "move it to the `args` of the example";
  if (path.length === 0 && fieldsOf(defaultsSchema).has(key)) return "move it to `defaults`, which applies to all tools, or to a tool";
  const advice = describeMove(key, mappings) ?? findConstraintAdvice(key, { root, path, value });
  if (advice !== undefined) return advice;
  if (key === "confirm" || key === "require_approval") return suggestToolPolicy({ confirm: value !== false }, root, path);
  if (key === "enabled") {
    return value === false ? suggestToolPolicy({ enabled: false }, root, path) : "remove it: a tool is enabled unless a policy disables it";
  }
  const isOfTool = path.length === 2 && path[0] === "tools";
  if ((path.length === 0 || isOfTool) && fieldsOf(policySchema).has(key)) return "move it to a policy, which is a separate file";
  const result = isOfTool ? describeMove(key, mappingsOfResults) : undefined;
  if (result !== undefined) return result;
  const isOfDefinitions = mappingsOfDefinitions.some((mapping) => fieldsOf(mapping).has(key));
  // A Directive definition without `kind: directive` is also checked as a config.
  return isOfDefinitions ? "move it to a Directive definition, which is a separate file" : undefined;
}

/** Translates argparse's number of values. Undefined for a fixed number, which no key expresses. */
function suggestForCount(value: YamlValue): string | undefined {
  if (value === "*" || value === "+") return "write `repeat: true`";
  return value === "?" ? "remove it: an argument is optional unless it has `required: true`" : undefined;
}

/** Risks that tools of other formats, such as the annotations of MCP, state as a boolean. */
const RISKS: ReadonlyMap<string, string> = new Map([
  ["read_only", "read"],
  ["readonly", "read"],
  ["readOnly", "read"],
  ["readOnlyHint", "read"],
  ["destructive", "destructive"],
  ["destructiveHint", "destructive"],
  ["dangerous", "destructive"],
]);

/** Facts that the annotations of MCP state, besides the risk. */
const FACTS: ReadonlyMap<string, string> = new Map([
  ["openWorldHint", "network"],
  ["idempotentHint", "idempotent"],
]);

/** Translates the facts in the annotations of MCP to keys of a tool. */
function findFacts(key: string, value: YamlValue): readonly string[] {
  if (key !== "annotations" || !isMapping(value)) return [];
  return Array.from(FACTS).flatMap(([hint, fact]) => (typeof value[hint] === "boolean" ? [`${fact}: ${String(value[hint])}`] : []));
}

function findRisk(key: string, value: YamlValue): string | undefined {
  if (key !== "annotations" || !isMapping(value)) return value === true ? RISKS.get(key) : undefined;
  const hint = Object.keys(value).find((name) => value[name] === true && RISKS.has(name));
  return RISKS.get(hint ?? "");
}

/** Returns advice for keys of other formats, such as a boolean risk of tools, and for the keys of `args` items without a name. */
function findAdvice(key: string, { root, path, value }: KeyContext): KeyAdvice | undefined {
  const isOfArg = path.at(-2) === "args" || path.at(-2) === "global_args";
  if (isOfArg && key === "use") return { hint: suggestForUse(path, readPath(root, path) ?? null), unneeded: "name" };
  if (path.length === 0 && key === "default" && typeof value === "string") return { hint: "move it to a policy, which is a separate file" };
  const item = readPath(root, path) ?? null;
  const isOfWords = path.at(-2) === "args" && isMapping(item) && "words" in item && !("name" in item);
  if (isOfWords) return { hint: "remove it: an item with `words` has no other key" };
  const [near] = path.at(-2) === "args" && isMapping(item) && !("name" in item) ? nearNames(key, ["words", "use"], 1) : [];
  if (near !== undefined) return { hint: `did you mean ${quote(near)}?`, unneeded: "name" };
  const risk = path.at(-2) === "tools" ? findRisk(key, value) : undefined;
  const facts = path.at(-2) === "tools" ? findFacts(key, value) : [];
  const keys = [...(risk === undefined ? [] : [`risk: ${risk}`]), ...facts];
  if (keys.length > 0)
    return {
      hint: `write ${joinWords(
        keys.map((one) => `\`${one}\``),
        "and",
      )}`,
    };
  const hint = isOfArg
    ? suggestForArg(key, value)
    : path.at(-2) === "tools"
      ? (suggestForToolWord(key, value) ?? suggestForSchema(value))
      : undefined;
  return hint === undefined ? undefined : { hint };
}

/** Returns advice for `use` outside the items that insert a group: in an argument, in a group, and in the global arguments. */
function suggestForUse(path: YamlPath, item: YamlValue): string {
  const name = isMapping(item) && typeof item["use"] === "string" ? shorten(item["use"]) : "NAME";
  const entry = `\`- use: ${name}\``;
  if (isMapping(item) && "name" in item) return `move it to an item of its own in \`args\` of a tool: ${entry}`;
  const tools = path.at(-2) === "args" ? "each tool that uses the group" : "each tool that needs its arguments";
  return `remove the item, and add ${entry} to \`args\` of ${tools}: a group cannot be inserted here`;
}

/** Translates the JSON Schema of the arguments in tools of MCP and of models: `inputSchema`, `input_schema` and `parameters`. */
function suggestForSchema(value: YamlValue): string | undefined {
  const properties = isMapping(value) ? (value["properties"] ?? null) : null;
  const [name] = isMapping(properties) ? Object.keys(properties) : [];
  return name === undefined ? undefined : suggestProperties(name);
}

/** Translates keys of arguments in other formats. */
function suggestForArg(key: string, value: YamlValue): string | undefined {
  switch (key) {
    case "nargs":
      return suggestForCount(value);
    case "optional":
      return value === false ? "write `required: true`" : "remove it: an argument is optional unless it has `required: true`";
    case "items": {
      const type = isMapping(value) ? value["type"] : undefined;
      return typeof type === "string" ? `write \`type: ${toFlow(type)}, repeat: true\`` : undefined;
    }
    case "words":
      return "move it to a separate item, before or after the argument";
    default:
      return suggestForSchemaWord(key, value) ?? suggestFlag(key, value);
  }
}

/** Suggests a flag for the keys of options without their dashes. */
function suggestFlag(key: string, value: YamlValue): string | undefined {
  const isOption = ["short", "long", "option", "switch"].includes(key);
  if (!isOption || typeof value !== "string" || !/^[A-Za-z][\w-]*$/.test(value)) return undefined;
  return `write \`flag: ${value.length === 1 ? "-" : "--"}${value}\``;
}

function reportType(fault: TypeFault, report: Report): boolean {
  const { path, expected } = fault;
  if (expected !== "text") return reportCollection(fault, report);
  return reportText(path, readPath(report.document.value, path) ?? null, report);
}

/** Suggests a type, and the removal of the argument's enum, which only text can have. */
function describeChoice(word: string, path: YamlPath, report: Report): string | undefined {
  const arg = readPath(report.document.value, path.slice(0, -1)) ?? null;
  if (path.at(-1) !== "type" || word === "string" || !isMapping(arg) || !isList(arg["enum"])) return undefined;
  const isNumeric = arg["enum"].every((member) => typeof member === "number");
  if (isNumeric && word !== "boolean") return undefined;
  const entries = suggestTextEnum(word, arg);
  return entries === undefined ? `${quote(word)} without the \`enum\`` : `\`${entries}\``;
}

/** Reports text instead of a list or mapping, and a list instead of a mapping of variables, with a replacement. */
function reportCollection({ path, expected, facts }: TypeFault, report: Report): boolean {
  const key = path.at(-1);
  if (typeof key !== "string") return false;
  const value = readPath(report.document.value, path) ?? null;
  const fix = suggestCollection({ path, expected, facts }, value);
  if (fix === undefined) return false;
  report.atValue("wrong-type", path, { what: `\`${key}\``, expected: describeExpected(expected), found: describeValue(value), fix });
  return true;
}

function suggestCollection({ path, expected, facts }: TypeFault, value: YamlValue): string | undefined {
  const key = path.at(-1);
  if (key === "success_exit_codes" && isMapping(value)) return "move it to `exit_codes`, where a text is the meaning of a success";
  if (key === "exit_codes" && isList(value)) return `write \`success_exit_codes: ${toFlow(value)}\``;
  if (key === "keys" && typeof value === "string") return `write \`${toFlow({ pattern: value })}\``;
  const fix = expected === "list" ? suggestList(facts, value) : key === "env" ? suggestVariables(value) : undefined;
  return fix === undefined ? undefined : `write \`${toFlow(fix)}\``;
}

/** Reports a value that must be text, if the remedy is other than quotes around it. */
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
  const fix = isList(value)
    ? suggestWords(key, value)
    : key === "flag" && isMapping(value)
      ? "write `positional: true` instead of the flag, or the flag without the placeholder"
      : undefined;
  if (fix !== undefined) report.atValue("wrong-type", path, { what: `\`${key}\``, expected: "text", found: describeValue(value), fix });
  return fix !== undefined;
}

/** Returns a phrase such as `the config` or `the argument "n" of the tool "git_log"`. Parts without a name are numbered from 1. */
function describeOwner(root: YamlValue, path: YamlPath): string {
  const [list, index, innerList, innerIndex, innerKey] = path;
  if (list === "defaults" || list === "command") return `\`${list}\``;
  if (typeof index !== "number") return "the config";
  if (list === "global_args") return describePart(root, "global argument", ["global_args", index]);
  const tool = describePart(root, "tool", ["tools", index]);
  if (innerList === "resolve" && typeof innerIndex === "string") return `the resolver ${quote(innerIndex)} of ${tool}`;
  if (innerList === "output") return `the output of ${tool}`;
  if (innerList === "exit_codes") return `exit code ${String(innerIndex)} of ${tool}`;
  if (innerList === "examples") return `an example of ${tool}`;
  if (innerList !== "args" || typeof innerIndex !== "number") return tool;
  const arg = `${describePart(root, "argument", ["tools", index, "args", innerIndex])} of ${tool}`;
  return innerKey === undefined ? arg : `\`${innerKey}\` of ${arg}`;
}

function describePart(root: YamlValue, noun: string, path: YamlPath): string {
  const name = readPath(root, [...path, "name"]);
  return typeof name === "string" ? `the ${noun} ${quote(name)}` : `${noun} number ${Number(path.at(-1)) + 1}`;
}

/** The words and suggestions of messages about configs. */
export const configFormat: Format = { describeOwner, suggestMove, findAdvice, describeChoice, reportType };
