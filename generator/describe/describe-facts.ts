/** Describes the facts that a tool states about its effects. */
import type { ToolFields } from "@climax-gen/runtime/internal/tool/tool-spec";

/** The facts of a tool. */
export type ToolFacts = Pick<ToolFields, "network" | "idempotent" | "runs_code">;

/** Phrases of each fact, for `true` and `false`. */
const PHRASES = [
  ["network", "uses the network", "no network"],
  ["runs_code", "runs code", "runs no code"],
  ["idempotent", "repeatable", "not repeatable"],
] as const satisfies readonly (readonly [keyof ToolFacts, string, string])[];

/** Returns a phrase for each fact that the tool states, such as `uses the network`. */
export function describeFacts(tool: ToolFacts): readonly string[] {
  return PHRASES.flatMap(([key, whenTrue, whenFalse]) => (tool[key] === undefined ? [] : [tool[key] ? whenTrue : whenFalse]));
}
