/** Checks the meanings of exit codes. */
import { describeValue, isMapping } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import type { ToolPart } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** Reports codes that no program has, meanings of a wrong type, and errors that `success_exit_codes` makes a success. */
export function checkExitCodes({ path, raw, value }: ToolPart, report: Report): void {
  const meanings = raw["exit_codes"] ?? null;
  if (!isMapping(meanings)) return;
  for (const [code, meaning] of Object.entries(meanings)) {
    const at = [...path, "exit_codes", code];
    if (!/^(?:0|[1-9]\d{0,2})$/.test(code) || Number(code) > 255) {
      report.atKey("exit-code-range", at, { found: quote(code) });
      continue;
    }
    const keys = isMapping(meaning) ? Object.keys(meaning).filter((key) => !key.startsWith("x-")) : [];
    const error = isMapping(meaning) && keys.length === 1 ? meaning["error"] : undefined;
    const text = isMapping(meaning) ? error : meaning;
    if (typeof text !== "string" || text.trim() === "")
      report.atValue("exit-code-meaning", at, { code, found: meaning === "" ? "empty text" : describeValue(meaning) });
    else if (error !== undefined && value.success_exit_codes?.includes(Number(code)) === true) {
      report.atValue("exit-code-contradiction", at, { code, text });
    }
  }
}
