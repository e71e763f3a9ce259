/**
 * What a generated server reads a policy with that is given when it is started: the same stages that read one when a server is
 * generated. Bundled into a file of its own, `policy-loader.cjs`, which is loaded only for `--policy`.
 */
import type { LoadedPolicy, PolicyLoader } from "@climax-gen/runtime";
import { checkPolicy } from "./check/check-policy.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasError } from "./diagnostics/diagnostic.ts";
import { formatDiagnostics } from "./diagnostics/format.ts";
import { readInputs } from "./host-inputs.ts";
import { loadDocument } from "./load/document.ts";

/**
 * Reads and checks a policy file. Errors refuse it. Warnings are let pass: what they are about takes nothing away from the policy
 * that was baked in, and standard error is where a client looks for a server that does not start.
 */
export const loadPolicy: PolicyLoader = async (path) => {
  const { policy: file, diagnostics: unread } = readInputs([], path);
  if (file === undefined) return refuse(unread);
  const { document, diagnostics } = loadDocument(file);
  const checked = document === undefined ? { diagnostics: [] } : await checkPolicy(document);
  const said = [...diagnostics, ...checked.diagnostics];
  return checked.policy === undefined || hasError(said) ? refuse(said) : { kind: "loaded", policy: checked.policy.spec };
};

function refuse(diagnostics: readonly Diagnostic[]): LoadedPolicy {
  return { kind: "refused", text: formatDiagnostics(diagnostics) };
}
