/**
 * What a generated server reads a policy with that is given when it is started: the same stages that read one when a server is
 * generated. Bundled into a file of its own, `policy-loader.cjs`, which is loaded only for `--policy`.
 */
import type { AnyPolicySpec, LoadedPolicy, PolicyLoader } from "@climax-gen/runtime/compiler";
import { checkPolicy } from "../check/policy/check-policy.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { readInputs } from "../host/inputs.ts";
import { loadDocument } from "../load/document.ts";

/**
 * Reads and checks a policy file. Errors refuse it. Warnings are let pass: what they are about takes nothing away from the policy
 * that was baked in, and standard error is where a client looks for a server that does not start.
 */
export const loadPolicy: PolicyLoader = async (path): Promise<LoadedPolicy> => {
  const { policy, diagnostics } = await readLaunchPolicy(path);
  return policy === undefined ? { kind: "refused", text: formatDiagnostics(diagnostics) } : { kind: "loaded", policy };
};

/** Everything that is wrong with a policy file, and the policy where a server can be started with it. */
export async function readLaunchPolicy(path: string): Promise<ReadLaunchPolicy> {
  const {
    policies: [file],
    diagnostics: unread,
  } = readInputs([], [path]);
  if (file === undefined) return { diagnostics: unread };
  const { document, diagnostics: broken } = loadDocument(file);
  const checked = document === undefined ? { diagnostics: [] } : await checkPolicy(document);
  const diagnostics = [...broken, ...checked.diagnostics];
  return checked.policy === undefined || hasError(diagnostics) ? { diagnostics } : { policy: checked.policy.spec, diagnostics };
}

export interface ReadLaunchPolicy {
  /** Absent where there is an error. */
  readonly policy?: AnyPolicySpec;
  readonly diagnostics: readonly Diagnostic[];
}
