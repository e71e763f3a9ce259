/** Checks patterns, JMESPath expressions, and the config's own values with the engines that the server uses. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { checkLimits } from "./cli/limit-rules.ts";
import { checkCompiledPatterns } from "./directive/compiled-patterns.ts";
import type { CheckedFile, CliFile } from "./files/checked-file.ts";
import { findSelectProblem } from "@climax-gen/runtime/compiler";
import { diagnose } from "../diagnostics/diagnose.ts";
import { addressOf, locateClosest } from "./files/locations.ts";

/** Returns the errors of a file without other errors. Each engine is loaded when it is needed. Never rejects. */
export async function checkCompiled(file: CheckedFile): Promise<readonly Diagnostic[]> {
  switch (file.kind) {
    case "cli":
      return [...(await checkLimits(file)), ...(await checkSelects(file))];
    case "directive":
      return await checkCompiledPatterns(file);
  }
}

/** Returns one diagnostic per invalid expression. Tools that share a default share its expression. */
async function checkSelects(file: CliFile): Promise<readonly Diagnostic[]> {
  const diagnostics = new Map<string, Diagnostic>();
  for (const { name, output } of file.tools) {
    const select = output?.select;
    const problem = select === undefined ? undefined : await findSelectProblem(select);
    if (select === undefined || problem === undefined) continue;
    const withoutDot = select.replace(/^\s*\.(?=.)/, "");
    const isMeant = withoutDot !== select && (await findSelectProblem(withoutDot)) === undefined;
    const location = locateClosest(file, addressOf(name), ["output", "select"]);
    diagnostics.set(
      `${location.source.path}:${location.span.start}`,
      diagnose("output-select", location, { problem, ...(isMeant && { meant: withoutDot }) }),
    );
  }
  return [...diagnostics.values()];
}
