/** Explains calls as a server on this machine would prepare them. */
import { thisMachine } from "../executor/this-machine.ts";
import { findEscape } from "../policy/within.ts";
import type { Tool } from "../tool/tool.ts";
import type { CallExplanation } from "./call-explanation.ts";
import type { ExplainOptions } from "./explain-on.ts";
import { explainCallOn } from "./explain-on.ts";

/** Explains the call on this machine, from its working directory. Rejects as `explainCallOn` does. */
export async function explainCall(tool: Tool, given: Readonly<Record<string, unknown>>, options: ExplainOptions): Promise<CallExplanation> {
  return await explainCallOn({ ...thisMachine(), findEscape }, { tool, given }, options);
}
