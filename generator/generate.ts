/** Runs all stages, from input files to the files of a generated project. Loads each stage when it is needed. */
import { byKey } from "@climax-gen/runtime/internal/text/code-unit-order";
import { checkInputs } from "./check-inputs.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasError } from "./diagnostics/diagnostic.ts";
import type { Templates } from "./emit/fill-template.ts";
import type { Declarations } from "./emit/runtime-imports.ts";
import type { InputFile } from "./load/decode.ts";
import type { ServerModel } from "./resolve/model.ts";
import type { ServerSettings } from "./resolve/resolve-model.ts";
import type { FileContent } from "./write/manifest.ts";

/** Options of `generate`. */
export interface GenerateSettings extends ServerSettings {
  /** The policies to embed. Defaults to none, which allows everything. */
  readonly policies?: readonly InputFile[];
  readonly templates: Templates;
  /** The runtime's declarations for the project. Defaults to none: the code imports `@climax-gen/runtime`. */
  readonly declarations?: Declarations;
  /** Creates the files of `dist/`. Defaults to none; existing files are kept (`--no-bundle`, `--check`). */
  readonly bundle?: (model: ServerModel) => Promise<ReadonlyMap<string, FileContent>>;
  /** Called with a description of each step. */
  readonly onProgress?: (text: string) => void;
}

/** Result of `generate`: the files of the project, or the errors. */
export interface Generated {
  /** Content by path relative to the output directory, with `/`, sorted by path. Empty if there is an error. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly diagnostics: readonly Diagnostic[];
  /** Notes, which do not count as problems of the inputs. Empty if there is an error. */
  readonly notes: readonly Diagnostic[];
  /** Paths of the files that the inputs include. */
  readonly included: readonly string[];
  /** Numbers of tools. Omitted if there is an error. */
  readonly tools?: ToolCounts;
}

/** Numbers of tools. */
export interface ToolCounts {
  /** Number of tools that the policies enable. */
  readonly enabled: number;
  /** Number of tools of the configs. */
  readonly all: number;
  /** The mode that `--discovery auto` has chosen, and the size of the classic list. Omitted without this option. */
  readonly auto?: { readonly classic: boolean; readonly tokens: number };
}

/**
 * Generates the project of the given inputs, or returns the errors. The same inputs and options give the same bytes if `bundle` returns the
 * same bytes. `dist/` has its own manifest, so that the committed manifest does not depend on the version of the runtime.
 */
export async function generate(inputs: readonly InputFile[], options: GenerateSettings): Promise<Generated> {
  const { onProgress = () => {}, bundle, policies: policyFiles = [], templates, declarations, ...settings } = options;
  const { configs, policies, included, diagnostics: found } = await checkInputs(inputs, { onProgress, policies: policyFiles });
  if (hasError(found)) return { files: new Map(), diagnostics: found, notes: [], included };

  onProgress("checking for hazards");
  const { assumeRisks, findHazards } = await import("./hazards/find-hazards.ts");
  const diagnostics = [...found, ...(await findHazards({ configs, policies }))];
  const { findNotes } = await import("./check/notes/find-notes.ts");
  const notes = findNotes({ configs, policies });
  onProgress("generating");
  const [{ resolveModel }, { emitProject }] = await Promise.all([import("./resolve/resolve-model.ts"), import("./emit/emit-project.ts")]);
  const model = resolveModel(assumeRisks({ configs, policies }), { ...settings, policies: policies.map(({ spec }) => spec) });
  const sources = await withManifest(await emitProject(model, templates, declarations));
  const enabled = model.clis.reduce((sum, cli) => sum + cli.tools.length, 0);
  const { classic, listTokens: tokens } = model;
  const tools: ToolCounts = { enabled, all: enabled + model.disabled.length, ...(tokens !== undefined && { auto: { classic, tokens } }) };
  if (bundle === undefined) return { files: sources, diagnostics, notes, included, tools };

  onProgress("bundling");
  const dist = await withManifest(await withSources(await bundle(model), sources));
  return {
    files: new Map([...sources, ...Array.from(dist, ([path, content]) => [`dist/${path}`, content] as const)].toSorted(byKey)),
    diagnostics,
    notes,
    included,
    tools,
  };
}

/** Adds a copy of the sources' manifest to `dist/`. The copy reveals that `dist/` was generated with other sources. */
async function withSources(
  dist: ReadonlyMap<string, FileContent>,
  sources: ReadonlyMap<string, FileContent>,
): Promise<ReadonlyMap<string, FileContent>> {
  const [{ SOURCES_COPY }, { MANIFEST_NAME }] = await Promise.all([
    import("@climax-gen/runtime/internal/launch/stale-dist"),
    import("./write/manifest.ts"),
  ]);
  return new Map([...dist, [SOURCES_COPY, sources.get(MANIFEST_NAME) ?? ""]]);
}

async function withManifest(files: ReadonlyMap<string, FileContent>): Promise<ReadonlyMap<string, FileContent>> {
  const { formatManifest, MANIFEST_NAME } = await import("./write/manifest.ts");
  return new Map([...files, [MANIFEST_NAME, formatManifest(files)] as const].toSorted(byKey));
}
