/**
 * Loads a policy that is passed to a generated server at startup, with the same stages as during generation. Bundled separately as
 * `policy-loader.cjs`, which is loaded only for `--policy`.
 */
import type { AnyPolicySpec, LoadedPolicy, PolicyLoader } from "@climax-gen/runtime/compiler";
import { checkPolicy } from "../check/policy/check-policy.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { readInputs } from "../host/inputs.ts";
import { loadDocument } from "../load/document.ts";

/**
 * Reads and checks a policy file. Errors reject it. Warnings are ignored: they do not weaken the embedded policy, and clients read standard
 * error to explain a server that does not start.
 */
export const loadPolicy: PolicyLoader = async (path): Promise<LoadedPolicy> => {
  const { policy, diagnostics } = await readLaunchPolicy(path);
  return policy === undefined ? { kind: "refused", text: formatDiagnostics(diagnostics) } : { kind: "loaded", policy };
};

/** Returns the diagnostics of a policy file, and the policy if a server can start with it. */
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
  /** Omitted if there is an error. */
  readonly policy?: AnyPolicySpec;
  readonly diagnostics: readonly Diagnostic[];
}
