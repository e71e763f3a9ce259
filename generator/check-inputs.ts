/** Runs the first two stages, load and check, over all inputs. Every command that reads configs starts with them. */
import type { CheckedFile, CheckedPolicy } from "./check/files/checked-file.ts";
import { diagnose } from "./diagnostics/diagnose.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasError } from "./diagnostics/diagnostic.ts";
import type { InputFile } from "./load/decode.ts";

/** Options of `checkInputs`. */
export interface CheckOptions {
  /** The files of `--policy`. Defaults to none. */
  readonly policies?: readonly InputFile[];
  /** Set if some inputs could not be read; each policy is then checked alone. Defaults to false. */
  readonly isPartial?: boolean;
  /** Called with a description of each step. */
  readonly onProgress?: (text: string) => void;
}

/** Result of `checkInputs`: the inputs without an error, and the diagnostics of all inputs. */
export interface CheckedInputs {
  /** The configs and Directive definitions without an error, in input order. */
  readonly configs: readonly CheckedFile[];
  /** The policies without an error, in the order given. */
  readonly policies: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of the files that the inputs include. */
  readonly included: readonly string[];
}

/** Kinds of files that are skipped if they are found in a directory of configs. */
const OTHER_KINDS: ReadonlyMap<unknown, "policies" | "fragments"> = new Map([
  ["policy", "policies"],
  ["fragment", "fragments"],
]);

/** Loads and checks every file, individually and together. Loads `yaml` and `zod` here, so that `--help` does not wait for them. */
export async function checkInputs(files: readonly InputFile[], options: CheckOptions = {}): Promise<CheckedInputs> {
  const { policies: policyFiles = [], isPartial = false, onProgress = () => {} } = options;
  const [{ loadDocument }, { checkConfig }, { checkCompiled }, { checkAcrossFiles }] = await Promise.all([
    import("./load/document.ts"),
    import("./check/check-config.ts"),
    import("./check/check-compiled.ts"),
    import("./check/check-across-files.ts"),
  ]);
  const configs: CheckedFile[] = [];
  const included: string[] = [];
  const diagnostics: Diagnostic[] = [];
  let skipped: { readonly path: string; readonly found: "policies" | "fragments" } | undefined;
  for (const [place, file] of files.entries()) {
    onProgress(`checking ${place + 1} of ${files.length} files`);
    const loaded = loadDocument(file);
    const found = file.isFromFolder ? OTHER_KINDS.get(loaded.document?.value["kind"]) : undefined;
    if (found !== undefined) {
      skipped ??= { path: file.path, found };
      continue;
    }
    diagnostics.push(...loaded.diagnostics);
    if (loaded.document === undefined) continue;
    const checked = checkConfig(loaded.document, file);
    included.push(...(checked.included ?? []));
    loaded.document.release();
    const { file: valid } = checked;
    const uncompiled = valid === undefined ? [] : await checkCompiled(valid);
    diagnostics.push(...checked.diagnostics, ...uncompiled);
    if (valid !== undefined && !hasError(uncompiled)) configs.push(valid);
  }
  if (skipped !== undefined && configs.length === 0 && diagnostics.length === 0) {
    diagnostics.push(diagnose("only-policies", { path: skipped.path }, { found: skipped.found }));
  }
  diagnostics.push(...checkAcrossFiles(configs));
  const known = isPartial || hasError(diagnostics) ? undefined : configs;
  const policies: CheckedPolicy[] = [];
  for (const file of policyFiles) {
    const checked = await checkPolicyFile(file, known);
    diagnostics.push(...checked.diagnostics);
    policies.push(...checked.policies);
    included.push(...checked.included);
  }
  if (policies.length > 0) {
    const { checkPoliciesTogether } = await import("./check/policy/policies-together.ts");
    diagnostics.push(...checkPoliciesTogether(policies, known));
  }
  const shown = hasError(diagnostics) || !configs.some(hasExamples) ? configs : await readExamples(configs, { policies, diagnostics });
  return { configs: shown, policies, diagnostics: withoutRepeats(diagnostics), included: [...new Set(included)] };
}

function hasExamples(file: CheckedFile): boolean {
  return file.kind === "cli" && file.tools.some(({ examples }) => examples !== undefined);
}

/** Checks the examples. Returns the configs without the examples that a policy forbids. */
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

interface CheckedPolicyFile {
  /** Paths of the files that the policy includes. */
  readonly included: readonly string[];
  /** The expanded policies of the file and of the files that it includes. Empty if there is an error. */
  readonly policies: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks a policy: alone, and against configs if they are given. */
async function checkPolicyFile(file: InputFile, configs?: readonly CheckedFile[]): Promise<CheckedPolicyFile> {
  const [{ loadPolicyFiles }, { checkPolicyAgainst, checkEnabled }, { expandFiles }] = await Promise.all([
    import("./check/policy/load-policy.ts"),
    import("./check/policy/policy-against.ts"),
    import("./check/policy/expand-files.ts"),
  ]);
  const {
    files,
    diagnostics: own,
    included,
  } = await loadPolicyFiles(file, new Set(configs?.flatMap(({ tools }) => tools.map(({ name }) => name))));
  const policies = expandFiles(files, configs ?? []);
  const diagnostics = [...own];
  for (const policy of configs ? files : []) diagnostics.push(...(await checkPolicyAgainst(policy, configs ?? [])));
  if (configs && !hasError(diagnostics)) diagnostics.push(...checkEnabled(files, policies, configs));
  return { policies: hasError(diagnostics) ? [] : policies, diagnostics, included };
}
