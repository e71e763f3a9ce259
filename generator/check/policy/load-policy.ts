/** Loads a policy and the policies that it includes. */
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { InputFile } from "../../load/decode.ts";
import { loadDocument } from "../../load/document.ts";
import type { CheckedPolicy } from "../files/checked-file.ts";
import { locate, WHOLE_FILE } from "../files/locations.ts";
import { checkPolicy } from "./check-policy.ts";

/** Result of reading the files of `--policy`. */
export interface LoadedPolicyFiles {
  /** The policy, then those that it includes, each once. Empty if any of them has an error. */
  readonly files: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads and checks a policy file by itself, and the files that it includes. Never rejects for the contents of files.
 * @param tools names of the server's tools, for advice
 */
export async function loadPolicyFiles(file: InputFile, tools: ReadonlySet<string> = new Set()): Promise<LoadedPolicyFiles> {
  const files: CheckedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  await load(file, { files, diagnostics, tools, seen: new Set(), stack: [] });
  return { files: hasError(diagnostics) ? [] : files, diagnostics };
}

interface Loading {
  readonly files: CheckedPolicy[];
  readonly diagnostics: Diagnostic[];
  readonly tools: ReadonlySet<string>;
  readonly seen: Set<string>;
  /** The identities of the files that include the current one. */
  readonly stack: readonly string[];
}

async function load(file: InputFile, loading: Loading): Promise<void> {
  const { files, diagnostics, tools, seen, stack } = loading;
  const identity = identityOf(file);
  if (seen.has(identity)) return;
  seen.add(identity);
  const loaded = loadDocument(file);
  diagnostics.push(...loaded.diagnostics);
  if (loaded.document === undefined) return;
  const { policy, diagnostics: said } = await checkPolicy(loaded.document, tools);
  diagnostics.push(...said);
  if (policy === undefined) return;
  diagnostics.push(...checkDefault(policy, files[0]));
  files.push(policy);
  const within = { ...loading, stack: [...stack, identity] };
  for (const [index, path] of policy.include.entries()) await include({ file, policy, index, path }, within);
}

interface Inclusion {
  readonly file: InputFile;
  readonly policy: CheckedPolicy;
  readonly index: number;
  readonly path: string;
}

async function include({ file, policy, index, path }: Inclusion, loading: Loading): Promise<void> {
  const location = locate(policy, WHOLE_FILE, ["include", index]) ?? { source: policy.document.source, span: { start: 0, end: 0 } };
  if (path.startsWith("/")) return void loading.diagnostics.push(diagnose("include-absolute", location, { path }));
  const included = file.readIncluded?.(path);
  if (included === undefined || "code" in included)
    return void loading.diagnostics.push(diagnose("include-unreadable", location, { path, reason: included?.message ?? "" }));
  if (loading.stack.includes(identityOf(included))) return void loading.diagnostics.push(diagnose("include-cycle", location, { path }));
  await load(included, loading);
}

function identityOf({ path, identity = path }: InputFile): string {
  return identity;
}

/** A `default` of an included file would have no effect, so it must be the default of the including file. */
function checkDefault(policy: CheckedPolicy, including: CheckedPolicy | undefined): readonly Diagnostic[] {
  const location = locate(policy, WHOLE_FILE, ["default"]);
  if (including === undefined || location === undefined || policy.spec.default === including.spec.default) return [];
  const { default: own = "disabled" } = policy.spec;
  const path = including.document.source.path;
  return [diagnose("include-default", location, { own, path, other: including.spec.default ?? "disabled" })];
}
