/** Checks the meanings of exit codes, and converts them to the form that later stages read. */
import type { ConditionalMeaning, ErrorPatterns, ExitMeaning } from "@climax-gen/runtime/internal/tool/tool-spec";
import { toFlow } from "../../load/flow-text.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping, YamlValue } from "../../load/values.ts";
import { describeFound, describeValue, isMapping } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import { omitAbsent } from "../files/omit-absent.ts";
import { conditionalSchema, patternsSchema } from "../keys/result-schema.ts";
import { checkKeys } from "../reporting/check-keys.ts";
import type { Report } from "../reporting/report.ts";
import { configFormat } from "./config-format.ts";
import type { CommandToolPart } from "./parts.ts";
import { isOtherThanJson } from "./result-rules.ts";

/** One exit code of a tool, and the location of its meaning. */
interface PlacedCode {
  readonly code: string;
  readonly at: YamlPath;
  readonly tool: CommandToolPart;
  readonly report: Report;
}

/**
 * Reports codes that no program has, meanings of a wrong type, and errors that `success_exit_codes` makes a success. Expressions and
 * patterns are checked later (`check/check-compiled.ts`).
 */
export function checkExitCodes(tool: CommandToolPart, report: Report): void {
  const meanings = tool.raw["exit_codes"] ?? null;
  if (!isMapping(meanings)) return;
  for (const [code, meaning] of Object.entries(meanings)) {
    const at = [...tool.path, "exit_codes", code];
    if (!/^(?:0|[1-9]\d{0,2})$/.test(code) || Number(code) > 255) report.atKey("exit-code-range", at, { found: quote(code) });
    else if (isMapping(meaning) && meaning["error_if"] !== undefined) checkConditional(meaning, { code, at, tool, report });
    else checkMeaning(meaning, { code, at, tool, report });
  }
}

function checkMeaning(meaning: YamlValue, { code, at, tool, report }: PlacedCode): void {
  const keys = isMapping(meaning) ? Object.keys(meaning).filter((key) => !key.startsWith("x-")) : [];
  const error = isMapping(meaning) && keys.length === 1 ? meaning["error"] : undefined;
  const text = isMapping(meaning) ? error : meaning;
  if (typeof text !== "string" || text.trim() === "")
    report.atValue("exit-code-meaning", at, { code, found: meaning === "" ? "empty text" : describeValue(meaning) });
  else if (error !== undefined && isListed(code, tool)) report.atValue("exit-code-contradiction", at, { code, text });
}

function isListed(code: string, { value }: CommandToolPart): boolean {
  return value.success_exit_codes?.includes(Number(code)) === true;
}

function checkConditional(meaning: YamlMapping, placed: PlacedCode): void {
  const { code, at, tool, report } = placed;
  checkKeys(meaning, conditionalSchema, { path: at, format: configFormat, report });
  for (const key of ["text", "error"]) {
    const text = meaning[key];
    if (text !== undefined && (typeof text !== "string" || text.trim() === ""))
      report.atValue("wrong-type", [...at, key], {
        what: `\`${key}\``,
        expected: "text",
        found: text === "" ? "empty text" : describeValue(text),
      });
  }
  checkCondition(meaning["error_if"] ?? null, placed);
  if (isListed(code, tool)) report.atValue("exit-code-contradiction", at, { code });
}

function checkCondition(condition: YamlValue, { at, tool, report }: PlacedCode): void {
  const path = [...at, "error_if"];
  if (isMapping(condition)) {
    checkKeys(condition, patternsSchema, { path, format: configFormat, report });
    const wrong = ["stdout", "stderr"].filter((key) => condition[key] !== undefined && !isText(condition[key]));
    for (const key of wrong)
      report.atValue("wrong-type", [...path, key], {
        what: `\`${key}\``,
        expected: "a regular expression",
        found: describeFound(condition[key] ?? null),
      });
    if (condition["stdout"] === undefined && condition["stderr"] === undefined)
      report.atValue("exit-code-condition", path, { found: "a mapping" });
  } else if (!isText(condition)) report.atValue("exit-code-condition", path, { found: describeFound(condition) });
  else if (isOtherThanJson(tool.raw["output"])) report.atValue("exit-code-expression", path, { fix: toFlow({ stdout: condition }) });
}

function isText(value: YamlValue | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Converts the checked meaning of an exit code. Leaves out `x-` keys. */
export function toMeaning(written: unknown): ExitMeaning {
  // Safe cast: `checkExitCodes` has verified the meaning.
  const meaning = written as ExitMeaning;
  if (typeof meaning === "string") return meaning;
  if (!("error_if" in meaning)) return { error: meaning.error };
  const { error_if: condition, text, error } = meaning;
  const patterns =
    typeof condition === "string" ? condition : omitAbsent<ErrorPatterns>({ stdout: condition.stdout, stderr: condition.stderr });
  return omitAbsent<ConditionalMeaning>({ error_if: patterns, text, error });
}
