/** Converts findings to diagnostics, with the line of the documentation as evidence. */
import type { CliFile } from "../check/files/checked-file.ts";
import { locateClosest } from "../check/files/locations.ts";
import type { Diagnostic, SourceLocation, SourceText } from "../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import type { OptionFacts, Page } from "../import/description.ts";
import { toPlainLines } from "../import/read/lines/plain-lines.ts";
import type { Finding } from "./compare.ts";
import { locateCommandWord } from "../check/files/locate-command.ts";

/** The config and the evidence that a diagnostic refers to. */
export interface FindingContext {
  readonly file: CliFile;
  /** Program and subcommand. */
  readonly command: string;
  readonly pages: readonly Page[];
}

/** Returns the diagnostic of a finding. Undefined if the documentation only has additional values. */
export function diagnoseFinding(finding: Finding, { file, command, pages }: FindingContext): Diagnostic | undefined {
  const { flag, form } = finding.use;
  const at = (key: string): SourceLocation => locateUse(file, finding, key);
  const details = { flag, command };
  const quoted = (diagnostic: Diagnostic): Diagnostic =>
    "option" in finding && finding.option !== undefined ? quoteLine(diagnostic, finding.option, pages) : diagnostic;
  switch (finding.kind) {
    case "unknown":
      return diagnose("verify-unknown-flag", at("flag"), { ...details, near: finding.near });
    case "refused":
      return diagnose("verify-refused-flag", at("flag"), { ...details, near: finding.near });
    case "takes_value":
      return quoted(
        diagnose("verify-takes-value", at(finding.use.isWord === true ? "enum" : "type"), {
          ...details,
          isWord: finding.use.isWord === true,
        }),
      );
    case "takes_none": {
      const code = finding.isConfirmed ? "verify-takes-none" : "verify-perhaps-none";
      return quoted(diagnose(code, at("flag"), { ...details, isGlued: form === "glued" }));
    }
    case "unglued":
      return quoted(diagnose("verify-unglued", at("flag"), { ...details, isOptional: finding.isOptional }));
    case "unjoined":
      return quoted(diagnose("verify-unjoined", at("flag"), details));
    case "values_gone":
      return quoted(diagnose("verify-values", at("enum"), { ...details, values: finding.values }));
    case "deprecated":
      return quoted(diagnose("verify-deprecated", at("flag"), details));
    case "values_new":
      return undefined;
  }
}

/** Returns the location of the key of the argument, or of the flag in constant words. */
function locateUse(file: CliFile, { tool, use: { arg = "", origin, flag } }: Finding, key: string): SourceLocation {
  if (origin === undefined) return locateClosest(file, { kind: "arg", tool, arg }, [key]);
  if (origin === "global_arg") return locateClosest(file, { kind: "global_arg", arg }, [key]);
  if (origin === "file_command") return locateCommandWord(file, { key: "command" }, flag);
  if (typeof origin === "string") return locateCommandWord(file, { key: origin, tool }, flag);
  return locateClosest(file, { kind: "item", tool, item: origin.item }, ["words", origin.word]);
}

/** Adds the line of the page that defines the option. */
function quoteLine(diagnostic: Diagnostic, { source, values }: OptionFacts, pages: readonly Page[]): Diagnostic {
  const fact = diagnostic.code === "verify-values" && values !== undefined ? values : source;
  const page = pages.find(({ from, label }) => from === fact.from && label === fact.page);
  const location = page && locateLine(page, fact.line);
  return location === undefined ? diagnostic : withRelated(diagnostic, "the documentation says", location);
}

function locateLine(page: Page, line: number): SourceLocation {
  const lines = toPlainLines(page.text);
  const source: SourceText = { path: page.label, text: lines.join("\n") };
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const text = lines[line - 1] ?? "";
  return { source, span: { start: start + text.length - text.trimStart().length, end: start + text.length } };
}
