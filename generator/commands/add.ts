/** `climax-gen add`: copies reviewed configs and policies from the catalog into a project, or compares the copies with it. */
import { join } from "node:path";
import { mainPolicy } from "../catalog/project-files.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { kindOf, readTextIfThere } from "../host/file-system.ts";
import { createNewFiles } from "../host/new-files.ts";
import { POLICY, schemaFiles } from "../init/starter-files.ts";
import type { CatalogProgram } from "../inputs/catalog-program.ts";
import { describePrograms, readProgram } from "../inputs/catalog-program.ts";
import { diffLines } from "../text/line-diff.ts";
import { formatHunks } from "../text/print-diff.ts";
import { printFailure } from "../terminal/print-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options of `climax-gen add`. */
export interface AddFlags {
  /** Directory of the project. */
  readonly project: string;
  /** Whether to print how the copies differ from the catalog, and write nothing. Defaults to false. */
  readonly diff?: boolean;
}

/** Number of unchanged lines around each change of `--diff`. */
const CONTEXT = 3;

/** Runs the command. Returns the exit status: 1 if a program is unknown, the directory is not a project, or a file cannot be written. */
export async function runAdd(names: readonly string[], { project, diff = false }: AddFlags, terminal: Terminal): Promise<number> {
  const read = await Promise.all([...new Set(names)].map(readProgram));
  const unknown = read.flatMap((program) => ("code" in program ? [program] : []));
  const programs = read.flatMap((program) => ("code" in program ? [] : [program]));
  const [first] = programs;
  const isProject = kindOf(join(project, "configs")) === "folder";
  const problems = [
    ...unknown,
    ...(isProject || first === undefined ? [] : [diagnose("no-project", { path: project }, { program: first.program })]),
  ];
  if (problems.length > 0) return printFailure(problems, terminal);
  return diff ? printDifferences(project, programs, terminal) : copyPrograms(project, programs, terminal);
}

/** Creates the missing files, and says what agents can do. */
function copyPrograms(project: string, programs: readonly CatalogProgram[], terminal: Terminal): number {
  const entries = programs.map(({ entry }) => entry);
  const files = new Map([
    ...programs.flatMap((program) => [...program.files]),
    [
      POLICY,
      mainPolicy(
        programs.map(({ policy }) => policy),
        entries,
      ),
    ] as const,
    ...schemaFiles(entries.some(({ fragments }) => fragments.length > 0)),
  ]);
  const { created, kept, failure } = createNewFiles(project, files);
  for (const path of created) terminal.out(`created ${path}\n`);
  for (const path of kept) if (!path.startsWith("schemas/")) terminal.out(`kept    ${path}\n`);
  if (failure !== undefined) return printFailure([failure], terminal);
  terminal.err(`${describePrograms(project, programs, kept).join("\n")}\n`);
  return 0;
}

/** Prints how the copies differ from the catalog. */
function printDifferences(project: string, programs: readonly CatalogProgram[], terminal: Terminal): number {
  for (const [path, text] of programs.flatMap(({ files }) => [...files])) {
    const copy = readTextIfThere(join(project, path));
    if (copy === undefined) terminal.out(`${path} does not exist\n`);
    else if (copy === text) terminal.out(`${path} is equal to the catalog\n`);
    else {
      const lines = formatHunks(diffLines(copy, text), CONTEXT, terminal.outColors);
      terminal.out([`--- ${path}`, "+++ the catalog", ...lines].map((line) => `${line}\n`).join(""));
    }
  }
  return 0;
}
