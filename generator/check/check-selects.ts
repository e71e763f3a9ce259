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
    const problem = output?.select === undefined ? undefined : await findSelectProblem(output.select);
    if (problem === undefined) continue;
    const location = locateClosest(file, addressOf(name), ["output", "select"]);
    diagnostics.set(`${location.source.path}:${location.span.start}`, diagnose("output-select", location, { problem }));
  }
  return [...diagnostics.values()];
}
