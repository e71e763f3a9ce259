/** `climax-gen package <out> --format …`: a generated project in the form in which others install, start or find it. */
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { applyPlan, readTemplates } from "../host/output-folder.ts";
import { readExistingTree } from "../host/output-tree.ts";
import { toShownPath } from "../host/inputs.ts";
import { readDist, readManifest } from "../host/project.ts";
import type { PackageRequest } from "../package/make-package.ts";
import { holdsFormat, makePackage, nextSteps, packageTemplates } from "../package/make-package.ts";
import type { PackageFlags } from "../package/package-options.ts";
import { readPackageOptions } from "../package/package-options.ts";
import { readProject } from "../package/project.ts";
import { MANIFEST_NAME } from "../write/manifest.ts";
import { isUpToDate, listPlan, summarizePlan } from "../write/plan-summary.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { planWrites } from "../write/plan-writes.ts";
import { reportConflicts } from "../write/report-plan.ts";
import type { Terminal } from "./terminal.ts";

export interface PackageCommandFlags extends PackageFlags {
  /** Default: the project's folder with the format behind its name. */
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** What a run came to. */
type Outcome =
  | { readonly kind: "written"; readonly plan: WritePlan; readonly request: PackageRequest }
  | { readonly kind: "failed"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "bad-usage"; readonly problem: string };

/** Runs the command; returns the exit status: 0, 1 where nothing was written, 2 where a flag is wrong. */
export function runPackage(projectFolder: string, flags: PackageCommandFlags, terminal: Terminal): number {
  const output = flags.output ?? `${nameFolder(projectFolder)}-${flags.format}`;
  const outcome = writePackage(projectFolder, output, flags);
  switch (outcome.kind) {
    case "bad-usage":
      terminal.err(`error: ${outcome.problem}\n`);
      return 2;
    case "failed":
      terminal.err(formatDiagnostics(outcome.diagnostics, terminal.colors));
      terminal.err(`nothing was written (${summarizeDiagnostics(outcome.diagnostics)})\n`);
      if (flags.json) terminal.out(toReport({ ok: false, output, diagnostics: toJson(outcome.diagnostics) }));
      return 1;
    case "written":
      terminal.err(describeWritten(outcome, output));
      if (flags.json) terminal.out(toReport({ ok: true, output, diagnostics: [], ...listFiles(outcome) }));
      return 0;
  }
}

/** A path that ends in the folder's own name, which `.` and `..` do not. */
function nameFolder(folder: string): string {
  const path = toShownPath(folder);
  const full = resolve(path);
  return /(^|\/)\.{1,2}$/.test(path) ? toShownPath(join(relative("", dirname(full)), basename(full))) : path;
}

function writePackage(projectFolder: string, output: string, flags: PackageCommandFlags): Outcome {
  const dist = readDist(projectFolder);
  if (dist.kind === "refused") return { kind: "failed", diagnostics: dist.diagnostics };
  const project = readProject(dist.files);
  if (project === undefined) return { kind: "failed", diagnostics: [diagnose("project-too-old", { path: projectFolder })] };
  const read = readPackageOptions(flags, project);
  if (read.kind === "refused") return { kind: "bad-usage", problem: read.problem };
  if (isOccupied(projectFolder, output, flags)) return { kind: "failed", diagnostics: [diagnose("output-other-kind", { path: output })] };

  const request = { project, options: read.options, flags, templates: readTemplates(packageTemplates) };
  const files = makePackage(request);
  const plan = planWrites(readExistingTree(output, files), files, { force: flags.force ?? false });
  const conflicts = reportConflicts(plan, output);
  if (conflicts.length > 0) return { kind: "failed", diagnostics: conflicts };
  const failure = applyPlan(output, plan);
  return failure === undefined ? { kind: "written", plan, request } : { kind: "failed", diagnostics: [failure] };
}

/** Whether writing would remove what another command wrote: the project itself, or a package of another format. Never forced. */
function isOccupied(projectFolder: string, output: string, { format }: PackageFlags): boolean {
  if (resolve(projectFolder) === resolve(output)) return true;
  const written = readManifest(join(output, MANIFEST_NAME));
  return written !== undefined && written.size > 0 && !holdsFormat(written.keys(), format);
}

function describeWritten({ plan, request }: Extract<Outcome, { kind: "written" }>, output: string): string {
  const { programs } = request.project;
  const summary = isUpToDate(plan) ? `${output} is up to date, nothing to write` : `${output}: ${summarizePlan(plan)}`;
  const needs = programs.length === 0 ? [] : [`the tools run: ${programs.join(", ")}`];
  const left = request.project.relativePrograms.map(
    (program) => `${program} does not travel: the package lacks it, and the server looks for it below the folder that it is started in`,
  );
  // Of a bundle, clients ask their users for it.
  const reads = request.project.readsFiles && request.flags.format !== "mcpb";
  const folder = reads ? ["the tools read files below the folder that the server is started in, or below that of --root DIR"] : [];
  const steps = nextSteps(request, output).map((step) => `next: ${step}`);
  return [summary, ...needs, ...left, ...folder, ...steps].map((line) => `${line}\n`).join("");
}

function listFiles({ plan, request }: Extract<Outcome, { kind: "written" }>): object {
  return {
    programs: request.project.programs,
    files: listPlan(plan),
  };
}

function toReport(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
