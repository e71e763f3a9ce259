/** `climax-gen import`: drafts a config from the documentation of a program. */
import { delayOptimization, limitHeapGrowth } from "@climax-gen/runtime/internal/launch/v8-settings";
import { checkInputs } from "../check-inputs.ts";
import { locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { createDraft, replaceConfig } from "../host/draft-file.ts";
import { readInput } from "../host/inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { nameOfProgram, programOf } from "../check/files/tool-program.ts";
import type { CliDescription } from "../import/description.ts";
import type { Draft } from "../import/draft/draft.ts";
import { summarizeImport } from "../import/draft/import-summary.ts";
import { mergeConfig } from "../import/merge/merge-config.ts";
import type { Documentation } from "../inputs/documentation.ts";
import { readProgram, readSavedDocumentation } from "../inputs/documentation.ts";
import { draftSafely, type SafeDraftOptions } from "../inputs/safe-draft.ts";
import { countDisabled } from "../init/draft-policy.ts";
import { draftPath, SCHEMA_COMMENT } from "../init/starter-files.ts";
import { diffLines } from "../text/line-diff.ts";
import { formatHunks } from "../text/print-diff.ts";
import { count, escapeUnprintable } from "../text/wording.ts";
import { printFailure } from "../terminal/print-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options of `climax-gen import`. */
export interface ImportFlags {
  /** Path of the draft. Defaults to standard output. */
  readonly output?: string;
  /** Options per tool that become arguments. */
  readonly maxArgs: number;
  /** True to describe the other options in comments, not only to name them. */
  readonly comments?: boolean;
  /** File to read instead of the program. */
  readonly from?: string;
  /** Config to complete. */
  readonly merge?: string;
  readonly dryRun?: boolean;
  readonly sandbox: boolean;
}

/** Runs the command. Returns the exit status: 1 if nothing could be drafted. */
export async function runImport(words: readonly string[], flags: ImportFlags, terminal: Terminal): Promise<number> {
  if (flags.from === undefined) saveMemory();
  const [program = "", ...path] = words;
  const options = { isConfined: flags.sandbox, onProgress: terminal.progress.show };
  const read =
    flags.from === undefined ? await readProgram({ program, path }, options) : readSavedDocumentation({ program, path }, flags.from);
  terminal.progress.clear();
  if ("code" in read) return printFailure([read], terminal);
  const { description, header } = read;
  if (flags.merge !== undefined)
    return await mergeDraft(description, { ...flags, merge: flags.merge, isWhole: path.length === 0 }, terminal);
  const label = flags.output ?? `${description.program}.yaml`;
  const style: Pick<SafeDraftOptions, "comments"> = { comments: flags.comments === true ? "sentences" : "names" };
  const { draft, decisions } = await draftSafely(description, { ...style, command: program, maxArgs: flags.maxArgs, header, path: label });
  const reason = flags.output === undefined ? undefined : createDraft(flags.output, draft.text);
  if (reason !== undefined) return printFailure([diagnose("import-output", { path: label }, { reason })], terminal);
  if (flags.output === undefined) terminal.out(draft.text);
  report({ read, draft, decisions }, terminal);
  return hasError(decisions) ? 1 : 0;
}

/**
 * Makes V8 save memory and optimize less in a run of a few seconds. A saved page takes less time: the build drafts one for the code cache, which
 * V8 would reject after a change of its flags.
 */
function saveMemory(): void {
  limitHeapGrowth();
  delayOptimization();
}

/** A draft for a new project. */
export interface ProjectDraft {
  /** Name of the program, without directories. */
  readonly program: string;
  readonly text: string;
  readonly tools: Draft["tools"];
  /** Prints the decisions that the user must make. `isPolicyNew`: the policy is that of `draftPolicy`. */
  readonly report: (isPolicyNew: boolean) => void;
}

/** The options of `import` that `init` has, too. */
export type DraftFlags = Pick<ImportFlags, "maxArgs" | "sandbox">;

/** Drafts the config of a program for a new project. */
export async function draftForProject(program: string, flags: DraftFlags, terminal: Terminal): Promise<ProjectDraft | Diagnostic> {
  const read = await readProgram({ program, path: [] }, { isConfined: flags.sandbox, onProgress: terminal.progress.show });
  terminal.progress.clear();
  if ("code" in read) return read;
  const { description, header } = read;
  const path = draftPath(description.program);
  const options = { command: program, maxArgs: flags.maxArgs, header, path, firstLine: SCHEMA_COMMENT };
  const { draft, decisions, hazardTools } = await draftSafely(description, options);
  const disabled = countDisabled(draft.tools, hazardTools);
  return {
    program: description.program,
    text: draft.text,
    tools: draft.tools,
    report: (isPolicyNew) => report({ read, draft, decisions, ...(isPolicyNew && { disabled }) }, terminal),
  };
}

interface Report {
  readonly read: Documentation;
  readonly draft: Draft;
  readonly decisions: readonly Diagnostic[];
  /** Number of decisions that are only about disabled tools. Defaults to none. */
  readonly disabled?: number;
}

function report({ read: { description, crawl }, draft, decisions, disabled = 0 }: Report, terminal: Terminal): void {
  terminal.err(formatDiagnostics(decisions, terminal.colors));
  terminal.err(`${summarizeImport({ description, draft, decisions: decisions.length, disabled, ...(crawl && { crawl }) })}\n`);
}

/** Number of unchanged lines that are printed around each change of a merge. */
const MERGE_CONTEXT = 2;

interface MergeFlags extends ImportFlags {
  readonly merge: string;
  /** True if no subcommand was named. */
  readonly isWhole: boolean;
}

/** Adds missing tools and arguments to an existing config, unless it is a dry run, and prints the difference. Returns the exit status. */
async function mergeDraft(description: CliDescription, flags: MergeFlags, terminal: Terminal): Promise<number> {
  const { merge: path, dryRun = false, maxArgs, isWhole } = flags;
  const file = readInput(toShownPath(path));
  if ("code" in file) return printFailure([file], terminal);
  const {
    configs: [config],
    diagnostics,
  } = await checkInputs([file]);
  if (hasError(diagnostics)) return printFailure(diagnostics, terminal);
  if (config?.kind !== "cli") return printFailure([diagnose("merge-target", { path })], terminal);
  const programs = [{}, ...config.tools].map((tool) => nameOfProgram(programOf(config, tool)));
  if (!programs.includes(description.program)) {
    const details = { program: description.program, known: programs[0] ?? "", path };
    return printFailure([diagnose("merge-program", locateClosest(config, WHOLE_FILE, ["command"]), details)], terminal);
  }
  const { byCommand: decisions } = await draftSafely(description, { command: description.program, maxArgs, header: "", path });
  const keepsArgs = isWhole && description.root.commands.length > 0;
  const merged = mergeConfig(config, description, { maxArgs, decisions, keepsArgs });
  const { diagnostics: after } = await checkInputs([{ path, bytes: Buffer.from(merged.text) }]);
  if (hasError(after)) return printFailure(after, terminal);
  const isWritten = !dryRun && merged.args + merged.tools > 0;
  const failure = isWritten ? replaceConfig(path, merged.text) : undefined;
  if (failure !== undefined) return printFailure([failure], terminal);
  const lines = formatHunks(diffLines(config.document.source.text, merged.text), MERGE_CONTEXT, terminal.outColors);
  terminal.out(lines.map((line) => `${line}\n`).join(""));
  const verb = dryRun ? "would be added" : "added";
  terminal.err(`${count(merged.args, "argument")} and ${count(merged.tools, "tool")} ${verb} to ${escapeUnprintable(path)}\n`);
  if (merged.skipped.length > 0)
    terminal.err(`not extended, because \`args\` is in brackets, shared, or in written order: ${merged.skipped.join(", ")}\n`);
  if (merged.kept.length > 0) terminal.err(`tools that lack options, for which you must name the subcommand: ${merged.kept.join(", ")}\n`);
  if (merged.leftOut.length > 0) terminal.err(`not added, because a comment names them: ${merged.leftOut.join(", ")}\n`);
  else if (merged.tools > 0) terminal.err("help: to keep a tool out, delete it and write its name in a comment: `# left out: NAME`\n");
  return 0;
}
