/** Checks the JMESPath expressions of a config. Loads the library with the first expression. */
import { findSelectProblem } from "@climax-gen/runtime/compiler";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { CliFile } from "./files/checked-file.ts";
import { addressOf, locateClosest } from "./files/locations.ts";

/** Returns one diagnostic per invalid expression. Tools that share a default share its expression. */
export async function checkSelects(file: CliFile): Promise<readonly Diagnostic[]> {
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
