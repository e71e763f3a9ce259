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
  /** The diagnostics of reading the inputs. If one is an error, each policy is checked alone. Defaults to none. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Called with a description of each step. */
  readonly onProgress?: (text: string) => void;
  /**
   * True to keep the syntax trees of the files without an error. Otherwise, a file is parsed again for the first location in it, and its tree
   * takes no memory until then. Defaults to false.
   */
  readonly keepsTrees?: boolean;
}

/** Result of `checkInputs`: the inputs without an error, and the diagnostics of all inputs, after those of reading them. */
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

/** Loads and checks every file, individually and together. */
export async function checkInputs(files: readonly InputFile[], options: CheckOptions = {}): Promise<CheckedInputs> {
  const { policies: policyFiles = [], diagnostics: unread = [], onProgress = () => {}, keepsTrees = false } = options;
  const read = await checkConfigFiles(files, { onProgress, keepsTrees });
  const isComplete = !hasError([...unread, ...read.diagnostics]);
  const { policies, ...checked } = await checkPolicyFiles(policyFiles, isComplete ? read.configs : undefined);
  const diagnostics = [...read.diagnostics, ...checked.diagnostics];
  const included = [...new Set([...read.included, ...checked.included])];
  const shown = hasError(diagnostics) ? { configs: read.configs, problems: [] } : await readExamples(read.configs, policies);
  return { configs: shown.configs, policies, diagnostics: [...unread, ...withoutRepeats([...diagnostics, ...shown.problems])], included };
}

type CheckedConfigs = Omit<CheckedInputs, "policies">;

/** Checks the configs and Directive definitions. Loads `yaml` and `zod` here, so that `--help` does not wait for them. */
async function checkConfigFiles(
  files: readonly InputFile[],
  { onProgress, keepsTrees }: Required<Pick<CheckOptions, "onProgress" | "keepsTrees">>,
): Promise<CheckedConfigs> {
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
    if (!keepsTrees) loaded.document.release();
    const { file: valid } = checked;
    const uncompiled = valid === undefined ? [] : await checkCompiled(valid);
    diagnostics.push(...checked.diagnostics, ...uncompiled);
    if (valid !== undefined && !hasError(uncompiled)) configs.push(valid);
  }
  if (skipped !== undefined && configs.length === 0 && diagnostics.length === 0) {
    diagnostics.push(diagnose("only-policies", { path: skipped.path }, { found: skipped.found }));
  }
  return { configs, diagnostics: [...diagnostics, ...checkAcrossFiles(configs)], included };
}

interface ShownConfigs {
  /** The configs without the examples that a policy forbids. */
  readonly configs: readonly CheckedFile[];
  readonly problems: readonly Diagnostic[];
}

/** Checks the examples, and removes those that a policy forbids. */
async function readExamples(configs: readonly CheckedFile[], policies: readonly CheckedPolicy[]): Promise<ShownConfigs> {
  if (!configs.some(hasExamples)) return { configs, problems: [] };
  const { checkExamples, hideForbiddenExamples } = await import("./examples/check-examples.ts");
  const problems = await checkExamples(configs);
  return { configs: hasError(problems) ? configs : await hideForbiddenExamples(configs, policies), problems };
}

function hasExamples(file: CheckedFile): boolean {
  return file.kind === "cli" && file.tools.some(({ examples }) => examples !== undefined);
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

/** Result of `checkPolicyFiles`. */
export interface CheckedPolicies {
  /** Paths of the files that the policies include. */
  readonly included: readonly string[];
  /** The expanded policies of the files and of the files that they include, except for files with an error. */
  readonly policies: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the policies: each alone, and if checked configs are given, against them. Then checks the policies together. */
export async function checkPolicyFiles(files: readonly InputFile[], configs: readonly CheckedFile[] | undefined): Promise<CheckedPolicies> {
  const checked: CheckedPolicies[] = [];
  for (const file of files) checked.push(await checkPolicyFile(file, configs));
  const policies = checked.flatMap((one) => one.policies);
  const diagnostics = checked.flatMap((one) => one.diagnostics);
  const included = checked.flatMap((one) => one.included);
  if (policies.length === 0) return { policies, diagnostics, included };
  const { checkPoliciesTogether } = await import("./check/policy/policies-together.ts");
  return { policies, diagnostics: [...diagnostics, ...checkPoliciesTogether(policies, configs)], included };
}

/** Loads and checks a policy: alone, and against configs if they are given. */
async function checkPolicyFile(file: InputFile, configs: readonly CheckedFile[] | undefined): Promise<CheckedPolicies> {
  const [{ loadPolicyFiles }, { checkPolicyAgainst, checkEnabled }, { expandFiles }] = await Promise.all([
    import("./check/policy/load-policy.ts"),
    import("./check/policy/policy-against.ts"),
    import("./check/policy/policies-together.ts"),
  ]);
  const toolNames = new Set(configs?.flatMap(({ tools }) => tools.map(({ name }) => name)));
  const { files, diagnostics: own, included } = await loadPolicyFiles(file, toolNames);
  const policies = expandFiles(files, await toExpectedRisks(files, configs ?? []));
  const diagnostics = [...own];
  for (const policy of configs ? files : []) diagnostics.push(...(await checkPolicyAgainst(policy, configs ?? [])));
  if (configs && !hasError(diagnostics)) diagnostics.push(...checkEnabled(files, policies, configs));
  return { policies: hasError(diagnostics) ? [] : policies, diagnostics, included };
}

/**
 * Returns the configs with the risks by which `approval` selects tools. They are those of the tools without a policy, because the policies
 * are not expanded yet: a constraint that makes a tool harmless does not remove its confirmation.
 */
async function toExpectedRisks(files: readonly CheckedPolicy[], configs: readonly CheckedFile[]): Promise<readonly CheckedFile[]> {
  const selectsByRisk = files.some(({ spec }) => ["write", "destructive"].includes(spec.approval?.global ?? "none"));
  if (!selectsByRisk) return configs;
  const { assumeRisks } = await import("./hazards/find-hazards.ts");
  return assumeRisks({ configs, policies: [] });
}
