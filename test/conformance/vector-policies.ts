/** Reads the policies of the vectors. Another file of vectors is about their errors and locations. */
import { parse } from "yaml";
import type { AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";
import type { Policy } from "../../runtime/policy/policy.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";

/** Returns the policy of a YAML text, with unchecked values. Throws if the text is not YAML. */
export function readPolicySpec(text: string): AnyPolicySpec {
  // Maps, because an object would lose `__proto__`. Null counts as absent.
  return toData(parse(text, { mapAsMap: true })) as AnyPolicySpec;
}

/** Returns the policies of a vector: one or none. */
export function readPolicies(text: string | null): readonly Policy[] {
  return text === null ? [] : [toPolicy(readPolicySpec(text))];
}

function toData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toData);
  if (!(value instanceof Map)) return value;
  const entries = [...value].filter(([, held]) => held !== null && held !== undefined);
  return Object.fromEntries(entries.map(([key, held]) => [String(key), toData(held)]));
}
