/** Describes the facts that a tool states about its effects. */
import type { ToolFields } from "@climax-gen/runtime/internal/tool/tool-spec";

/** Phrases of each fact, for `true` and `false`. Lists of facts have this order. */
const PHRASES = {
  network: ["uses the network", "no network"],
  runs_code: ["runs code", "runs no code"],
  idempotent: ["repeatable", "not repeatable"],
} as const satisfies { readonly [Key in keyof ToolFields]?: readonly [string, string] };

/** A key of a tool that states an effect. */
export type FactKey = keyof typeof PHRASES;

/** The keys that state an effect. */
export const FACT_KEYS = Object.keys(PHRASES) as readonly FactKey[];

/** Returns a phrase for each fact that the tool states, such as `uses the network`. */
export function describeFacts(tool: Pick<ToolFields, FactKey>): readonly string[] {
  return FACT_KEYS.flatMap((key) => (tool[key] === undefined ? [] : [PHRASES[key][tool[key] ? 0 : 1]]));
}
