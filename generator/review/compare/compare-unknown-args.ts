/** Compares the treatment of unknown arguments. */
import type { UnknownArgs } from "@climax-gen/runtime/compiler";
import type { Finding } from "../change.ts";

/** Compares `unknown_args` of a CLI, or of the policies of a server. */
export function compareUnknownArgs(
  old: UnknownArgs | undefined,
  now: UnknownArgs | undefined,
  part: Pick<Finding, "subject" | "isPolicy">,
): readonly Finding[] {
  if (old === now) return [];
  const [code, effect] =
    now === undefined ? (["unknown-arguments-ignored", "ignored"] as const) : (["unknown-arguments-refused", "rejected"] as const);
  return [{ ...part, code, keys: ["unknown_args"], message: `unknown arguments are ${effect}`, old, new: now }];
}
