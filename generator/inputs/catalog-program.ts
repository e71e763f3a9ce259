/** Reads a program of the catalog for a project. */
import { join } from "node:path";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { checkEntry, listEntryTools } from "../catalog/check-entry.ts";
import { describeEntryAccess, describeInclusion, describeOrigin } from "../catalog/describe-entry.ts";
import { planFiles } from "../catalog/project-files.ts";
import type { CliFile } from "../check/files/checked-file.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findEntry, listPrograms } from "../host/catalog-folder.ts";
import { readIfThere } from "../host/file-system.ts";
import { POLICY } from "../init/starter-files.ts";
import { loadDocument } from "../load/document.ts";

/** A program of the catalog, with its tools and the files that a project gets. */
export interface CatalogProgram {
  readonly program: string;
  readonly entry: CatalogEntry;
  readonly tools: CliFile["tools"];
  readonly files: ReadonlyMap<string, string>;
  /** Path of the program's policy in the project. */
  readonly policy: string;
}

/** Reads a program of the catalog. Returns a diagnostic if the catalog does not have it. */
export async function readProgram(program: string): Promise<CatalogProgram | Diagnostic> {
  const entry = findEntry(program);
  if (entry === undefined) {
    const near = nearNames(program, listPrograms(), 3);
    return diagnose("unknown-catalog-program", { path: "catalog" }, { name: program, near });
  }
  const tools = listEntryTools(await checkEntry(entry));
  return { program, entry, tools, ...planFiles(entry, program, tools) };
}

/** Says where the configs of programs come from, and what agents can do with them. `kept`: paths that existed. */
export function describePrograms(project: string, programs: readonly CatalogProgram[], kept: readonly string[]): readonly string[] {
  const existing = kept.includes(POLICY) ? readIfThere(join(project, POLICY)) : undefined;
  const document = existing && loadDocument({ path: POLICY, bytes: existing }).document;
  const lines = programs.flatMap(({ program, entry, tools, files }) => {
    const copies = [...files.keys()].filter((path) => kept.includes(path));
    return [
      describeOrigin(entry, program, tools),
      ...(copies.length === 0
        ? []
        : [`not changed: ${copies.join(", ")}`, `help: \`climax-gen add ${program} --diff\` compares them with the catalog`]),
      ...(existing === undefined ? describeEntryAccess(entry, tools) : []),
    ];
  });
  return [...lines, ...(existing === undefined ? [] : describeInclusion(programs, document))];
}
