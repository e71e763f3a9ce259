/** Runs the first two stages, load and check, over all inputs. Every command that reads configs starts with them. */
import type { CheckedFile, CheckedPolicy, DirectiveFile } from "./check/files/checked-file.ts";
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
  /** Paths of the files that the inputs include. */
  readonly included: readonly string[];
}

/** Loads and checks every file, individually and together. Loads `yaml` and `zod` here, so that `--help` does not wait for them. */
export async function checkInputs(files: readonly InputFile[], options: CheckOptions = {}): Promise<CheckedInputs> {
  const { policies: policyFiles = [], isPartial = false, onProgress = () => {} } = options;
  const [{ loadDocument }, { checkConfig }, { checkAcrossFiles }] = await Promise.all([
    import("./load/document.ts"),
    import("./check/check-config.ts"),
    import("./check/check-across-files.ts"),
  ]);
  const configs: CheckedFile[] = [];
  const included: string[] = [];
  const diagnostics: Diagnostic[] = [];
  let skipped: string | undefined;
  for (const [place, file] of files.entries()) {
    onProgress(`checking ${place + 1} of ${files.length} files`);
    const loaded = loadDocument(file);
    if (file.isFromFolder && isPolicy(loaded.document)) {
      skipped ??= file.path;
      continue;
    }
    if (file.isFromFolder && loaded.document?.value["kind"] === "fragment") continue;
    diagnostics.push(...loaded.diagnostics);
    if (loaded.document === undefined) continue;
    const checked = checkConfig(loaded.document, file);
    included.push(...(checked.included ?? []));
    loaded.document.release();
    const uncompiled = checked.file?.kind === "directive" ? await checkPatterns(checked.file) : [];
    diagnostics.push(...checked.diagnostics, ...uncompiled);
    if (checked.file !== undefined && !hasError(uncompiled)) configs.push(checked.file);
  }
  if (skipped !== undefined && configs.length === 0 && diagnostics.length === 0) {
    diagnostics.push(diagnose("only-policies", { path: skipped }));
  }
  diagnostics.push(...checkAcrossFiles(configs));
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
  const shown = hasError(diagnostics) || !configs.some(hasExamples) ? configs : await readExamples(configs, { policies, diagnostics });
  return { configs: shown, policies, diagnostics: withoutRepeats(diagnostics), included: [...new Set(included)] };
}

function hasExamples(file: CheckedFile): boolean {
  return file.kind === "cli" && file.tools.some(({ examples }) => examples !== undefined);
}

/** Checks the examples, and returns the configs without those that a policy forbids. */
async function readExamples(
  configs: readonly CheckedFile[],
  { policies, diagnostics }: { readonly policies: readonly CheckedPolicy[]; readonly diagnostics: Diagnostic[] },
): Promise<readonly CheckedFile[]> {
  const { checkExamples, hideForbiddenExamples } = await import("./examples/check-examples.ts");
  const problems = await checkExamples(configs);
  diagnostics.push(...problems);
  return hasError(problems) ? configs : await hideForbiddenExamples(configs, policies);
}

/** Removes the repeated diagnostics of a file that several configs include. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, path, span, message }) => {
    const identity = JSON.stringify([code, path, span, message]);
    const isNew = !seen.has(identity);
    seen.add(identity);
    return isNew;
  });
}

async function checkPatterns(file: DirectiveFile): Promise<readonly Diagnostic[]> {
  const { checkCompiledPatterns } = await import("./check/directive/compiled-patterns.ts");
  return await checkCompiledPatterns(file);
}

function isPolicy(document: LoadedDocument | undefined): boolean {
  return document?.value["kind"] === "policy";
}

export interface CheckedPolicyFile {
  /** Omitted if there is an error. */
  readonly policy?: CheckedPolicy;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks a policy: alone, and against the configs if they are given. */
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
