/** Detects values that YAML 1.1, which CLImax uses, reads differently from YAML 1.2. */
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "../reporting/report.ts";

/** Reports an unquoted value that YAML 1.1, which CLImax uses, reads differently from YAML 1.2. */
export function checkAmbiguity(value: unknown, path: YamlPath, report: Report): void {
  const elsewhere = typeof value === "string" ? readAsYaml11(value) : undefined;
  if (elsewhere === undefined && !(typeof value === "number" && Number.isInteger(value))) return;
  const written = report.writtenAt(path);
  if (elsewhere !== undefined && written === value) {
    report.atValue("ambiguous-scalar", path, { text: written, here: "text", elsewhere });
  }
  if (typeof value === "number" && /^[-+]?0[0-7]+$/.test(written)) {
    const octal = Number.parseInt(written.replace("+", ""), 8);
    if (octal !== value)
      report.atValue("ambiguous-scalar", path, { text: written, here: `the number ${value}`, elsewhere: `the number ${octal}` });
  }
}

function readAsYaml11(text: string): string | undefined {
  if (/^(yes|Yes|YES|on|On|ON)$/.test(text)) return "true";
  if (/^(no|No|NO|off|Off|OFF)$/.test(text)) return "false";
  if (/^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/.test(text)) return "a number in base 60";
  if (/^[-+]?(0b[01_]+|[1-9][0-9]*_[0-9_]*)$/.test(text)) return "a number";
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? "a date" : undefined;
}
