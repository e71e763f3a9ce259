/** Emits the generated project: everything that is committed, apart from its manifest. */
import { byKey } from "@climax-gen/runtime/internal/text/code-unit-order";
import type { ServerModel } from "../resolve/model.ts";
import { cliFile } from "./cli-file.ts";
import { directiveFile } from "./directive-file.ts";
import { policyFile } from "./policy-file.ts";
import { printSourceFile } from "./print.ts";
import type { Templates } from "./fill-template.ts";
import { projectFiles } from "./project-files.ts";
import type { Declarations } from "./runtime-imports.ts";
import { carriedFiles, importCarriedRuntime } from "./runtime-imports.ts";
import type { ModuleFile } from "./source-file.ts";
import { clientFile, mainFile, toolIndexFile } from "./server-files.ts";

/**
 * Returns text with LF by path below the output directory, sorted by path. The same model gives the same bytes on every machine.
 * @param declarations declarations of the runtime to copy into the project. Defaults to none: the code imports `@climax-gen/runtime`
 */
export async function emitProject(
  model: ServerModel,
  templates: Templates,
  declarations?: Declarations,
): Promise<ReadonlyMap<string, string>> {
  const modules = await Promise.all(model.clis.map((cli) => (cli.kind === "directive" ? directiveFile(cli) : cliFile(cli))));
  const adapt = declarations === undefined ? (file: ModuleFile) => file : importCarriedRuntime;
  const sources = Array.from(sourceFiles(model, modules), (file) => [file.path, printSourceFile(adapt(file))] as const);
  const files = [...projectFiles(model, templates, declarations), ...carriedFiles(declarations), ...sources];
  return new Map(files.toSorted(byKey));
}

function* sourceFiles(model: ServerModel, modules: readonly ModuleFile[]): Iterable<ModuleFile> {
  yield* modules;
  yield clientFile(model);
  yield mainFile(model);
  if (model.policies.length > 0) yield policyFile(model.policies);
  yield toolIndexFile(model);
}
