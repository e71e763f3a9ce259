/** Loads a policy and the policies that it includes. */
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { InputFile } from "../../load/decode.ts";
import { loadDocument } from "../../load/document.ts";
import type { CheckedPolicy } from "../files/checked-file.ts";
import { locate, WHOLE_FILE } from "../files/locations.ts";
import { type IncludeWalk, identityOf, readIncludes } from "../reporting/includes.ts";
import { createReport } from "../reporting/report.ts";
import { checkPolicy } from "./check-policy.ts";

/** Result of reading the files of `--policy`. */
export interface LoadedPolicyFiles {
  /** The policy, then those that it includes, each once. Empty if any of them has an error. */
  readonly files: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of all included files, also of those with an error. */
  readonly included: readonly string[];
}

/**
 * Loads and checks a policy file by itself, and the files that it includes. Never rejects for the contents of files.
 * @param tools names of the server's tools, for advice
 */
export async function loadPolicyFiles(file: InputFile, tools: ReadonlySet<string> = new Set()): Promise<LoadedPolicyFiles> {
  const loading: Loading = { files: [], diagnostics: [], tools, seen: new Set(), paths: [] };
  await load(file, [], loading);
  const { files, diagnostics, paths } = loading;
  return { files: hasError(diagnostics) ? [] : files, diagnostics, included: paths };
}

interface Loading extends IncludeWalk {
  readonly files: CheckedPolicy[];
  readonly diagnostics: Diagnostic[];
  readonly tools: ReadonlySet<string>;
}

/** @param ancestors identities of the files that include this one */
async function load(file: InputFile, ancestors: readonly string[], loading: Loading): Promise<void> {
  const { files, diagnostics, tools, seen } = loading;
  seen.add(identityOf(file));
  const loaded = loadDocument(file);
  diagnostics.push(...loaded.diagnostics);
  if (loaded.document === undefined) return;
  const { policy, diagnostics: found } = await checkPolicy(loaded.document, tools);
  diagnostics.push(...found);
  if (policy === undefined) return;
  diagnostics.push(...checkDefault(policy, files[0]));
  files.push(policy);
  const report = createReport(policy.document);
  for (const included of readIncludes({ report, file, ancestors }, loading)) {
    await load(included.file, [...ancestors, identityOf(file)], loading);
  }
  diagnostics.push(...report.diagnostics);
}

/** A `default` of an included file would have no effect, so it must be the default of the including file. */
function checkDefault(policy: CheckedPolicy, including: CheckedPolicy | undefined): readonly Diagnostic[] {
  const location = locate(policy, WHOLE_FILE, ["default"]);
  if (including === undefined || location === undefined || policy.spec.default === including.spec.default) return [];
  const { default: own = "disabled" } = policy.spec;
  const path = including.document.source.path;
  return [diagnose("include-default", location, { own, path, other: including.spec.default ?? "disabled" })];
}
