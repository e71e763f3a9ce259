/** `climax-gen package <out> --format …`: packages a generated project for distribution. */
import { basename, dirname, join, relative, resolve } from "node:path";
import { isFixedVariable } from "@climax-gen/runtime/internal/guard/guard-environment";
import { readGuardCode } from "../bundled/guard-code.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { readTemplates } from "../host/own-package.ts";
import { writeOutput } from "../host/write-output.ts";
import { toShownPath } from "../text/shown-path.ts";
import { readDist, readManifest } from "../host/project.ts";
import type { PackageRequest } from "../package/make-package.ts";
import { holdsFormat, makePackage, nextSteps, packageTemplates } from "../package/make-package.ts";
import type { PackageFlags, UsageProblem } from "../package/package-options.ts";
import { readPackageOptions } from "../package/package-options.ts";
import { startsOnStandardInput } from "../package/package-format.ts";
import { describeNeed, placePrograms, toProject } from "../package/project.ts";
import type { FileContent } from "../write/manifest.ts";
import { findCallerSecret } from "../install/caller-secrets.ts";
import { MANIFEST_NAME } from "../write/manifest.ts";
import { isUpToDate, listPlan, summarizePlan } from "../write/plan-summary.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { refuseUsage } from "../terminal/usage-problem.ts";
import { escapeUnprintable } from "../text/wording.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen package`. */
export interface PackageCommandFlags extends PackageFlags {
  /** Defaults to the project's directory followed by the format. */
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Result of a run. */
type PackageOutcome =
  | { readonly kind: "written"; readonly plan: WritePlan; readonly request: PackageRequest }
  | { readonly kind: "failed"; readonly diagnostics: readonly Diagnostic[] }
  | (UsageProblem & { readonly kind: "bad-usage" });

/** Runs the command. Returns the exit status: 0, 1 if nothing was written, 2 for an invalid option. */
export async function runPackage(projectFolder: string, flags: PackageCommandFlags, terminal: Terminal): Promise<number> {
  const output = flags.output ?? `${nameFolder(projectFolder)}-${flags.format}`;
  const declared = await readDeclared(flags, terminal);
  if (typeof declared === "number") return declared;
  const outcome = await writePackage(projectFolder, output, { flags, ...(declared && { declared }) });
  switch (outcome.kind) {
    case "bad-usage":
      return refuseUsage(outcome, terminal);
    case "failed":
      if (flags.json) {
        terminal.out(formatJson({ ok: false, output, diagnostics: toJson(outcome.diagnostics) }));
        return 1;
      }
      terminal.err(formatDiagnostics(outcome.diagnostics, terminal.colors));
      terminal.err(`nothing was written (${summarizeDiagnostics(outcome.diagnostics)})\n`);
      return 1;
    case "written":
      terminal.err(describeWritten(outcome, output));
      if (flags.json) terminal.out(formatJson({ ok: true, output, diagnostics: [], ...listFiles(outcome) }));
      return 0;
  }
}

/** Returns a path that ends with the name of the directory, also for paths such as `.` and `..`. */
function nameFolder(folder: string): string {
  const path = toShownPath(folder);
  const full = resolve(path);
  return /(^|\/)\.{1,2}$/.test(path) ? toShownPath(join(relative("", dirname(full)), basename(full))) : path;
}

/** Returns the index of the tools of `--declared`, by file name, or the exit status if the configs have an error. */
async function readDeclared(
  flags: PackageCommandFlags,
  terminal: Terminal,
): Promise<ReadonlyMap<string, FileContent> | number | undefined> {
  if (flags.declared === undefined) return undefined;
  const [{ readModel }, { bundleIndex }] = await Promise.all([import("../inputs/read-model.ts"), import("../bundled/bundle.ts")]);
  const read = await readModel(flags.declared, flags, terminal);
  return typeof read === "number" ? read : bundleIndex(read.model);
}

interface PackageInputs {
  readonly flags: PackageCommandFlags;
  readonly declared?: ReadonlyMap<string, FileContent>;
}

async function writePackage(projectFolder: string, output: string, { flags, declared }: PackageInputs): Promise<PackageOutcome> {
  const dist = readDist(projectFolder);
  if (dist.kind === "refused") return { kind: "failed", diagnostics: dist.diagnostics };
  const project = toProject(dist.server, dist.files);
  const read = readPackageOptions(flags, project);
  if (read.kind === "refused") return { ...read, kind: "bad-usage" };
  if (wouldOverwriteOutput(projectFolder, output, flags))
    return { kind: "failed", diagnostics: [diagnose("output-other-kind", { path: output })] };

  const secret = startsOnStandardInput(flags) ? findCallerSecret(dist.server.policies, dist.server.clis) : undefined;
  if (secret !== undefined) {
    const { format } = flags;
    return { kind: "failed", diagnostics: [diagnose("format-needs-http", { path: toShownPath(projectFolder) }, { secret, format })] };
  }

  const guard = flags.format === "guard" ? { guardCode: await readGuardCode() } : {};
  const request = {
    project,
    options: read.options,
    flags,
    templates: readTemplates(packageTemplates),
    ...guard,
    ...(declared && { declared }),
  };
  const files = makePackage(request);
  const written = await writeOutput(output, files, { force: flags.force ?? false });
  return written.kind === "failed" ? written : { ...written, request };
}

/** Reports whether the output directory is the project, or a package of another format. `--force` does not allow overwriting them. */
function wouldOverwriteOutput(projectFolder: string, output: string, { format }: PackageFlags): boolean {
  if (resolve(projectFolder) === resolve(output)) return true;
  const written = readManifest(join(output, MANIFEST_NAME));
  return written !== undefined && written.size > 0 && !holdsFormat(written.keys(), format);
}

function describeWritten({ plan, request }: Extract<PackageOutcome, { kind: "written" }>, output: string): string {
  const { needs: programs, tools } = request.project;
  const shown = escapeUnprintable(output);
  const summary = isUpToDate(plan) ? `${shown} is up to date, nothing to write` : `${shown}: ${summarizePlan(plan)}`;
  const empty =
    tools.length === 0
      ? ["warning: the server has no enabled tool", "help: enable tools in the policy, and generate the server again"]
      : [];
  const needs = programs.length === 0 ? [] : [`the tools run: ${programs.map((names) => describeNeed(names)).join(", ")}`];
  const left = placePrograms(programs).relative.map(
    (names) => `${describeNeed(names)} is not in the package: the server runs it from below the directory that it is started in`,
  );
  // Clients ask the users of a bundle for the directory.
  const reads = request.project.readsFiles && request.flags.format !== "mcpb";
  const folder = reads ? ["the tools read files below the directory that the server is started in, or below that of --root DIR"] : [];
  const notes = request.flags.format === "guard" ? noteFixedVariables(request.project.inherits) : [];
  const steps = nextSteps(request, output).map((step) => `next: ${escapeUnprintable(step)}`);
  return [summary, ...empty, ...needs, ...left, ...folder, ...notes, ...steps].map((line) => `${line}\n`).join("");
}

/** Names the variables that a server inherits and a guard does not. A guard has its own `PATH` and `HOME`. */
function noteFixedVariables(inherits: readonly string[]): readonly string[] {
  const names = new Set(inherits.filter((name) => isFixedVariable(name) && name !== "PATH" && name !== "HOME"));
  if (names.size === 0) return [];
  return [
    `note: the guard does not take these variables from its caller, who would choose code or configuration with them: ${[...names].join(", ")}`,
    "help: set them in `env` of the config",
  ];
}

function listFiles({ plan, request }: Extract<PackageOutcome, { kind: "written" }>): object {
  return {
    programs: request.project.programs,
    files: listPlan(plan),
  };
}
