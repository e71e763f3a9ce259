/** `climax-gen policy --from AUDIT`: drafts the narrowest policy that the recorded calls of a server need. */
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { assumeRisks } from "../hazards/find-hazards.ts";
import { createDraft } from "../host/draft-file.ts";
import { readText } from "../host/file-system.ts";
import { readInputs } from "../host/inputs.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { refuseInputs } from "../inputs/read-model.ts";
import { printPolicy } from "../policy-draft/print-policy.ts";
import type { ReadAudit } from "../policy-draft/read-audit.ts";
import { joinAudits, readAudit } from "../policy-draft/read-audit.ts";
import type { AuditUse } from "../policy-draft/tool-use.ts";
import { summarizeUse } from "../policy-draft/tool-use.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { compareSides } from "../review/compare/compare-sides.ts";
import { printTerminal } from "../review/print/terminal.ts";
import { toYamlSide } from "../review/yaml-side.ts";
import { printFailure } from "../terminal/print-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { toShownPath } from "../text/shown-path.ts";
import { count } from "../text/wording.ts";

/** Options of `climax-gen policy`. */
export interface PolicyFlags extends Pick<InputFlags, "policy"> {
  /** Paths of the audits. */
  readonly from: readonly string[];
  /** Path of the draft. Defaults to standard output. */
  readonly output?: string;
}

/** Runs the command. Returns the exit status: 1 if no policy could be drafted. */
export async function runPolicy(inputs: readonly string[], flags: PolicyFlags, terminal: Terminal): Promise<number> {
  const { files, policies, diagnostics } = readInputs(inputs, flags.policy);
  const present = await checkInputs(files, { policies, diagnostics, onProgress: terminal.progress.show });
  terminal.progress.clear();
  if (hasError(present.diagnostics)) return refuseInputs(present.diagnostics, {}, terminal);
  const audit = readAudits(flags.from);
  if ("code" in audit) return printFailure([audit], terminal);
  const configs = assumeRisks({ configs: present.configs, policies: present.policies });
  const usage = summarizeUse(audit.calls, listTools(resolveModel(configs, { policies: [] }).clis));
  const notes = listNotes(audit, usage, flags);
  if (hasError(notes)) return printFailure(notes, terminal);
  const text = printPolicy(audit, usage);
  const reason = flags.output === undefined ? undefined : createDraft(flags.output, text);
  if (reason !== undefined)
    return printFailure([diagnose("policy-output", { path: toShownPath(flags.output ?? "") }, { reason })], terminal);
  if (flags.output === undefined) terminal.out(text);
  terminal.err(formatDiagnostics(notes, terminal.colors));
  const draft = { path: toShownPath(flags.output ?? "policy.yaml"), bytes: Buffer.from(text) };
  const now = await checkInputs(files, { policies: [...policies, draft] });
  const [label = ""] = inputs;
  const sides = {
    old: toYamlSide(label, configs, present.policies),
    new: toYamlSide(label, assumeRisks(now), now.policies),
  };
  const changes = compareSides(sides);
  if (flags.policy !== undefined && flags.policy.length > 0) {
    terminal.err(printTerminal({ old: label, new: label, changes, hazards: [], failOn: [] }, terminal.colors));
  }
  terminal.err(summarize({ audit, usage, configs: sides.old.tools.size }, inputs, flags));
  return 0;
}

/** Reads the audits in the order given. Returns the first one that cannot be read as a diagnostic. */
function readAudits(paths: readonly string[]): ReadAudit | Diagnostic {
  const audits: ReadAudit[] = [];
  for (const path of paths) {
    const read = readText(path);
    if ("reason" in read) return diagnose("audit-unreadable", { path: toShownPath(path) }, read);
    audits.push(readAudit(read.text));
  }
  return joinAudits(audits);
}

/** Returns what the draft does not cover, or why there is none. */
function listNotes({ calls, unreadable }: ReadAudit, usage: AuditUse, { from }: PolicyFlags): readonly Diagnostic[] {
  const place = { path: toShownPath(from[0] ?? "") };
  const lines = unreadable === 0 ? [] : [diagnose("audit-lines", place, { lines: unreadable })];
  if (calls.length === 0) return [...lines, diagnose("audit-empty", place)];
  const unknown = Array.from(usage.unknownTools, ([tool, number]) =>
    diagnose("audit-unknown-tool", place, { tool, calls: count(number, "call") }),
  );
  if (usage.tools.length === 0) return [...lines, ...unknown, diagnose("audit-no-known-tool", place)];
  return [
    ...lines,
    ...unknown,
    ...Array.from(usage.unknownArgs, (arg) => diagnose("audit-unknown-arg", place, { arg })),
    ...(usage.hasValues ? [] : [diagnose("audit-without-values", place)]),
  ];
}

interface Summary {
  readonly audit: ReadAudit;
  readonly usage: AuditUse;
  /** Number of tools that are enabled now. */
  readonly configs: number;
}

function summarize({ audit, usage, configs }: Summary, inputs: readonly string[], { policy = [], output }: PolicyFlags): string {
  const tools = `${usage.tools.length} of ${count(configs, "enabled tool")}`;
  const drafted = `drafted a policy for ${tools} from ${count(audit.calls.length, "call")}\n`;
  if (output === undefined) return drafted;
  const files = [...policy, output].flatMap((path) => ["--policy", path]);
  return `${drafted}review ${output}, then generate the server with it: climax-gen ${[...inputs, ...files].map(shellWord).join(" ")} -o out/\n`;
}
