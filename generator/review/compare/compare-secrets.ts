/** Compares the secret variables of two versions: of a policy, of a CLI, or of a tool. */
import { isDeepStrictEqual } from "node:util";
import type { SecretSources } from "@climax-gen/runtime/internal/tool/secret-source";
import { describeSecrets } from "../../describe/describe-secrets.ts";
import type { Finding } from "../change.ts";
import { findEffects, listValues } from "./finding.ts";

/** Returns the changes of the secrets. Another source counts as widening, because it can hold a stronger secret. */
export function compareSecrets(
  old: SecretSources,
  now: SecretSources,
  shared: Pick<Finding, "subject" | "isPolicy" | "keys">,
): readonly Finding[] {
  const given = Object.entries(now);
  const added = given.filter(([name]) => !Object.hasOwn(old, name));
  const changed = given.filter(([name, source]) => Object.hasOwn(old, name) && !isDeepStrictEqual(old[name], source));
  const removed = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  const describe = (some: typeof given): string => `commands get ${describeSecrets(Object.fromEntries(some))}`;
  return findEffects({ ...shared, old, new: now }, [
    ["secrets-loosened", added.length > 0 && describe(added)],
    ["secrets-changed", changed.length > 0 && describe(changed)],
    ["secrets-tightened", removed.length > 0 && `commands no longer get ${listValues(removed)}`],
  ]);
}
