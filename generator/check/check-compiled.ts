/** Checks patterns, JMESPath expressions, and the config's own values with the engines that the server uses. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { checkSelects } from "./check-selects.ts";
import { checkLimits } from "./cli/limit-rules.ts";
import { checkCompiledPatterns } from "./directive/compiled-patterns.ts";
import type { CheckedFile } from "./files/checked-file.ts";

/** Returns the errors of a file without other errors. Each engine is loaded when it is needed. Never rejects. */
export async function checkCompiled(file: CheckedFile): Promise<readonly Diagnostic[]> {
  switch (file.kind) {
    case "cli":
      return [...(await checkLimits(file)), ...(await checkSelects(file))];
    case "directive":
      return await checkCompiledPatterns(file);
  }
}
