/**
 * Type-checks a generated project in memory, together with TypeScript files that use it. Reads those files and their imports from disk.
 * Uses the TypeScript of ts-morph, so that none has to be installed.
 */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Diagnostic as TypeScriptDiagnostic, Project, ts } from "ts-morph";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toShownPath } from "../text/shown-path.ts";
import { findRuntimePackage } from "./own-package.ts";

/** The files to type-check. */
export interface TypeCheckInput {
  /** Directory of the generated project. It need not exist. */
  readonly output: string;
  /** Content by path below the directory. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Declarations of the runtime by file name, which provide the types of `#runtime`. */
  readonly declarations: ReadonlyMap<string, string>;
  /** Globs of further files to check, relative to the working directory. */
  readonly globs: readonly string[];
}

const TYPESCRIPT_FILE = /\.[cm]?tsx?$/;

/** Returns the type errors of the generated sources and of the files that match the globs, with locations, and globs without a match. */
export async function typeCheck({ output, files, declarations, globs }: TypeCheckInput): Promise<readonly Diagnostic[]> {
  const { Project: Checker, ts: typescript } = await import("ts-morph");
  const folder = resolve(output);
  const project = new Checker({ compilerOptions: compilerOptions(typescript, `${folder}/runtime`), skipAddingFilesFromTsConfig: true });
  for (const [name, text] of declarations) project.createSourceFile(`${folder}/runtime/${name}`, text, { overwrite: true });
  for (const [path, text] of files) {
    if (path.startsWith("src/") && typeof text === "string") project.createSourceFile(`${folder}/${path}`, text, { overwrite: true });
  }
  const faults = globs.flatMap((glob) => addMatches(project, glob));
  const checked = project.getSourceFiles().filter((file) => !file.isDeclarationFile());
  return [...faults, ...checked.flatMap((file) => file.getPreEmitDiagnostics().map((found) => toDiagnostic(found, output)))];
}

/** Maximum size of a file of a glob, in bytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Adds the TypeScript files that match a glob. Returns a diagnostic if no file matches, and for each that is too large or not a regular file,
 * such as a link to a device. The paths are listed before the generated files are looked up, because their directories need not exist.
 */
function addMatches(project: Project, glob: string): readonly Diagnostic[] {
  const isNamed = glob.includes("node_modules");
  const paths = project.getFileSystem().globSync(isNamed ? [glob] : [glob, "!**/node_modules/**"]);
  const matching = paths.filter((path) => TYPESCRIPT_FILE.test(path));
  if (matching.length === 0) return [diagnose("typecheck-no-files", { path: glob })];
  return matching.flatMap((path): readonly Diagnostic[] => {
    const problem = findFileProblem(path);
    if (problem !== undefined) return [diagnose("typecheck-file", { path: toShownPath(relative(process.cwd(), path)) }, { problem })];
    project.addSourceFileAtPathIfExists(path);
    return [];
  });
}

function findFileProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "it is a link to a missing file";
  if (!stats.isFile()) return "it is not a regular file";
  return stats.size > MAX_FILE_BYTES ? `it has more than ${MAX_FILE_BYTES / 1024 / 1024} MiB` : undefined;
}

/**
 * The checks of the generated `tsconfig.json` that concern types. Modules are resolved as bundlers do, so that no package.json is needed.
 */
function compilerOptions(typescript: typeof ts, runtime: string): ts.CompilerOptions {
  // The complete declarations of the runtime package: a program that embeds a server imports more than generated code does.
  const sources = [
    ["#runtime", runtime],
    ["@climax-gen/runtime", findRuntimePackage()],
  ];
  const targets = sources.flatMap(([name, from]) => [
    [name, [`${from}/index.d.ts`]],
    [`${name}/*`, [`${from}/*.d.ts`]],
  ]);
  return {
    target: typescript.ScriptTarget.ES2023,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    jsx: typescript.JsxEmit.Preserve,
    types: ["*"],
    paths: Object.fromEntries(targets) as Record<string, string[]>,
    noEmit: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  };
}

function toDiagnostic(found: TypeScriptDiagnostic, output: string): Diagnostic {
  const file = found.getSourceFile();
  const details = { message: flatten(found.getMessageText()), code: found.getCode() };
  if (file === undefined) return diagnose("type-error", { path: output }, details);
  const path = toShownPath(relative(process.cwd(), file.getFilePath()));
  const start = found.getStart() ?? 0;
  return diagnose(
    "type-error",
    { source: { path, text: file.getFullText() }, span: { start, end: start + (found.getLength() ?? 1) } },
    details,
  );
}

/** Returns the message and the reasons below it, on one line. */
function flatten(message: ReturnType<TypeScriptDiagnostic["getMessageText"]>): string {
  if (typeof message === "string") return message;
  const next = message.getNext() ?? [];
  return [message.getMessageText(), ...(Array.isArray(next) ? next : [next]).map(flatten)].join(" ");
}
