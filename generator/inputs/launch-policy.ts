/**
 * Loads a policy that is passed to a generated server at startup, with the same stages as during generation. Bundled separately as
 * `policy-loader.cjs`, which is loaded only for `--policy`.
 */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { LoadedPolicy, PolicyLoader } from "@climax-gen/runtime/internal/server/setup";
import { loadPolicyFiles } from "../check/policy/load-policy.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { readInputs } from "../host/inputs.ts";

/**
 * Reads and checks a policy file. Errors reject it. Warnings are not printed: they do not weaken the embedded policy, and clients show
 * standard error as the reason why a server did not start.
 */
export const loadPolicy: PolicyLoader = async (path): Promise<LoadedPolicy> => {
  const { files, diagnostics } = await readLaunchPolicy(path);
  return files.length === 0 ? { kind: "refused", text: formatDiagnostics(diagnostics) } : { kind: "loaded", files };
};

/** Returns the diagnostics of a policy file, and the policy if a server can start with it. */
export async function readLaunchPolicy(path: string): Promise<ReadLaunchPolicy> {
  const {
    policies: [file],
    diagnostics: unread,
  } = readInputs([], [path]);
  if (file === undefined) return { files: [], diagnostics: unread };
  const { files, diagnostics } = await loadPolicyFiles(file);
  return { files: files.map(({ spec }) => spec), diagnostics };
}

/** A policy file of `--policy` at startup, and its diagnostics. */
export interface ReadLaunchPolicy {
  /** The policy, then the policies that it includes. Empty if there is an error. */
  readonly files: readonly AnyPolicySpec[];
  readonly diagnostics: readonly Diagnostic[];
}
