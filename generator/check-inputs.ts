/** The first two stages over all inputs: what every command that reads configs begins with. */
import type { CheckedFile, CheckedPolicy } from "./check/files/checked-file.ts";
import { diagnose } from "./diagnostics/diagnose.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasError } from "./diagnostics/diagnostic.ts";
import type { InputFile } from "./load/decode.ts";
import type { LoadedDocument } from "./load/document.ts";

export interface CheckOptions {
  /** The files of `--policy`. Defaults to none. */
  readonly policies?: readonly InputFile[];
  /** Set if some inputs could not be read; each policy is then checked alone. Defaults to false. */
  readonly isPartial?: boolean;
  /** Called with a description of each step. */
  readonly onProgress?: (text: string) => void;
}

export interface CheckedInputs {
  /** The configs and Directive definitions without an error, in input order. */
  readonly configs: readonly CheckedFile[];
  /** The policies without an error, in the order given. */
  readonly policies: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks every file, individually and together. Loads `yaml` and `zod` here, so that `--help` does not wait for them. */
export async function checkInputs(files: readonly InputFile[], options: CheckOptions = {}): Promise<CheckedInputs> {
  const { policies: policyFiles = [], isPartial = false, onProgress = () => {} } = options;
  const [{ loadDocument }, { checkConfig }, { checkTogether }, { checkSelects }] = await Promise.all([
    import("./load/document.ts"),
    import("./check/check-config.ts"),
    import("./check/check-together.ts"),
    import("./check/check-selects.ts"),
  ]);
  const configs: CheckedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  let skipped: string | undefined;
  for (const [place, file] of files.entries()) {
    onProgress(`checking ${place + 1} of ${files.length} files`);
    const loaded = loadDocument(file);
    if (file.isFromFolder && isPolicy(loaded.document)) {
      skipped ??= file.path;
      continue;
    }
    diagnostics.push(...loaded.diagnostics);
    if (loaded.document === undefined) continue;
    const checked = checkConfig(loaded.document);
    loaded.document.release();
    diagnostics.push(...checked.diagnostics);
    const selects = checked.file === undefined ? [] : await checkSelects(checked.file);
    diagnostics.push(...selects);
    if (checked.file !== undefined && selects.length === 0) configs.push(checked.file);
  }
  if (skipped !== undefined && configs.length === 0 && diagnostics.length === 0) {
    diagnostics.push(diagnose("only-policies", { path: skipped }));
  }
  diagnostics.push(...checkTogether(configs));
  const known = isPartial || hasError(diagnostics) ? undefined : configs;
  const policies: CheckedPolicy[] = [];
  for (const file of policyFiles) {
    const { policy, diagnostics: said } = await checkPolicyFile(file, known);
    diagnostics.push(...said);
    if (policy !== undefined) policies.push(policy);
  }
  if (policies.length > 1) {
    const { checkPoliciesTogether } = await import("./check/policy/policies-together.ts");
    diagnostics.push(...checkPoliciesTogether(policies, known));
  }
  return { configs, policies, diagnostics };
}

function isPolicy(document: LoadedDocument | undefined): boolean {
  return document?.value["kind"] === "policy";
}

export interface CheckedPolicyFile {
  /** Omitted if there is an error. */
  readonly policy?: CheckedPolicy;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks a policy: alone, and against configs where they are given. */
export async function checkPolicyFile(file: InputFile, configs?: readonly CheckedFile[]): Promise<CheckedPolicyFile> {
  const [{ loadDocument }, { checkPolicy }, { checkPolicyAgainst }] = await Promise.all([
    import("./load/document.ts"),
    import("./check/policy/check-policy.ts"),
    import("./check/policy/policy-against.ts"),
  ]);
  const { document, diagnostics } = loadDocument(file);
  if (document === undefined) return { diagnostics };
  const checked = await checkPolicy(document);
  const against = checked.policy && configs ? await checkPolicyAgainst(checked.policy, configs) : [];
  const said = [...diagnostics, ...checked.diagnostics, ...against];
  const isUsable = checked.policy !== undefined && !hasError(said);
  return { ...(isUsable && { policy: checked.policy }), diagnostics: said };
}
