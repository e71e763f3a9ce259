/** Compares the secret variables of two versions: of a policy, of a CLI, or of a tool. */
import { isDeepStrictEqual } from "node:util";
import type { SecretSources } from "@climax-gen/runtime/internal/tool/secret-source";
import { describeSecrets } from "../../describe/describe-policy.ts";
import type { Finding } from "../change.ts";
import { findEffects, listValues } from "./finding.ts";

/** Returns the changes of the secrets. Another source counts as widening: nobody can say which source holds the stronger secret. */
export function compareSecrets(old: SecretSources, now: SecretSources, shared: Pick<Finding, "subject" | "isPolicy" | "keys">): readonly Finding[] {
  const given = Object.entries(now).filter(([name, source]) => !isDeepStrictEqual(old[name], source));
  const removed = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  const added = `commands get ${describeSecrets(Object.fromEntries(given))}`;
  return findEffects({ ...shared, old, new: now }, [
    ["secrets-loosened", given.length > 0 && added],
    ["secrets-tightened", removed.length > 0 && `commands no longer get ${listValues(removed)}`],
  ]);
}
