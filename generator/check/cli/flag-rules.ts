/** Checks how the flag of an argument is written. */
import { flagOf } from "@climax-gen/runtime/compiler";
import { quote } from "../../text/wording.ts";
import type { ParsedArg } from "../keys/config-schema.ts";
import { checkDashes } from "./dash-rules.ts";
import type { ArgPart } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** A placeholder for the value, at the end of a flag or of each of its spellings. */
const HOLE = /\s*(?:\{\{[^{}]*\}\}|\$?\{[^{}]*\}|<[^<>]+>|\$[A-Za-z_]\w*|\$\d|%[sd]|\[=?(?!-)[^[\]]+\])(?:\.\.\.)?(?=$|,|\s*\|)/g;

/** The name of a value as manuals print it: `--max-count N`, `--output=FILE`. */
const METAVARIABLE = /^(-[^\s=]+)(?:(=)|\s+)(?:[A-Z][A-Z_-]*|n|num|number|file|path|value|string)$/;

/** Two spellings of one option, as manuals print them: `-n, --max-count`, `-n|--max-count`. */
const SPELLINGS = /^(-[^\s,|/=]+)(?:,?\s+or\s+|\s*\|\s*|\s*\/\s*|\s*,\s+)(-[^\s,|/]+)$/;

/** Reports a flag that no program can read. */
export function checkFlag({ flag, type, name = "" }: Partial<ParsedArg>, path: ArgPart["path"], report: Report): void {
  const at = [...path, "flag"];
  checkDashes([flag ?? ""], at, report);
  if (flag === "") return report.atValue("empty-flag", at, { flag: flagOf({ name }) });
  if (typeof flag !== "string") return;
  const bare = stripBrackets(flag);
  const filled = type === "boolean" ? bare : bare.replaceAll(HOLE, "");
  const meant = readSpelling(filled);
  if (meant === "") return report.atValue("placeholder", at, { text: flag, fix: "write `positional: true` instead of the flag" });
  if (meant !== flag) {
    if (filled === bare) return report.atValue("flag-notation", at, { flag, meant });
    return report.atValue("placeholder", at, { text: flag, fix: `write \`flag: ${meant}\`: the value follows it` });
  }
  const [, option, equals = ""] = type === "boolean" ? [] : (METAVARIABLE.exec(flag) ?? []);
  if (option !== undefined) {
    const fix = `write ${quote(option + equals)} if the value follows it`;
    return report.addHazard("possible-placeholder", { path: at, location: report.locateValue(at) }, { text: flag, fix });
  }
  if (/\s/.test(flag)) report.atValue("flag-with-space", at, { flag });
}

function stripBrackets(flag: string): string {
  return /^\[(-[^[\]]+)\]$/.exec(flag)?.[1] ?? flag;
}

/** Returns the long spelling if a flag lists two. */
function readSpelling(flag: string): string {
  const [, first, second] = SPELLINGS.exec(flag) ?? [];
  if (first === undefined || second === undefined) return flag;
  return first.startsWith("--") && !second.startsWith("--") ? first : second;
}
