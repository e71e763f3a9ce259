/** Checks which executor of a policy each tool of the configs uses: that of its entry, of the most specific glob, or of the policy. */
import { isDeepStrictEqual } from "node:util";
import { isGlob, matchesGlob, mostSpecific } from "@climax-gen/runtime/internal/policy/expand-policy";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import { quote } from "../../text/wording.ts";
import type { CheckedPolicy } from "../files/checked-file.ts";
import type { DefinedTool } from "../files/definitions.ts";
import { locationOf } from "../files/locations.ts";

/** Returns an error for each pair of globs that match a tool and have different executors, if no other entry decides. */
export function findExecutorConflicts(policy: CheckedPolicy, definitions: Iterable<DefinedTool>): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { tool } of definitions) {
    const [first, ...others] = entriesFor(policy, tool.name);
    const other = others.find((entry) => !isDeepStrictEqual(executorOf(policy, entry), executorOf(policy, first)));
    const key = JSON.stringify([first, other]);
    if (first === undefined || other === undefined || found.has(key)) continue;
    const details = { tool: tool.name, globs: [first, other] };
    const diagnostic = diagnose("executor-conflict", locateExecutor(policy, other), details);
    found.set(key, withRelated(diagnostic, "the other executor", locateExecutor(policy, first)));
  }
  return [...found.values()];
}

/**
 * Returns a warning for each executor that no tool uses. The executor of a policy without executors of tools is not reported, because a
 * program that embeds the server can have further tools. Entries that match no tool, and disabled ones, have other diagnostics.
 * @param enabled the tools that all policies enable
 */
export function findIdleExecutors(
  policy: CheckedPolicy,
  definitions: readonly DefinedTool[],
  enabled: readonly DefinedTool[],
): readonly Diagnostic[] {
  const { executor, tools } = policy.spec;
  const entries = Object.keys(tools).filter((entry) => tools[entry]?.executor !== undefined);
  if (entries.length === 0) return [];
  const commands = enabled.filter(({ kind }) => kind === "cli").map(({ tool }) => tool.name);
  const used = new Set(commands.flatMap((name) => entriesFor(policy, name)));
  const isReported = (entry: string): boolean =>
    isGlob(entry) ? !definitions.some(({ tool }) => matchesGlob(entry, tool.name)) : tools[entry]?.enabled === false;
  const known = new Set(definitions.map(({ tool }) => tool.name));
  const idle = entries.filter((entry) => !used.has(entry) && !isReported(entry) && (isGlob(entry) || known.has(entry)));
  const isIdle = executor !== undefined && commands.every((name) => entriesFor(policy, name).length > 0);
  return [
    ...idle.map((entry) => diagnose("idle-executor", locateExecutor(policy, entry), { reason: explainIdle(entry, enabled) })),
    ...(isIdle ? [diagnose("idle-executor", locateExecutor(policy), { reason: "each tool has another one" })] : []),
  ];
}

function explainIdle(entry: string, enabled: readonly DefinedTool[]): string {
  const matching = enabled.filter(({ tool }) => (isGlob(entry) ? matchesGlob(entry, tool.name) : tool.name === entry));
  if (matching.length === 0) return isGlob(entry) ? `${quote(entry)} matches no enabled tool` : `${quote(entry)} is not enabled`;
  return matching.some(({ kind }) => kind === "cli")
    ? `each tool that ${quote(entry)} matches has another one`
    : "Directive tools read files without a command";
}

/** Returns the entries whose executor applies to a tool. Several only if they are globs of which none is more specific than the others. */
function entriesFor({ spec: { tools } }: CheckedPolicy, name: string): readonly string[] {
  if (Object.hasOwn(tools, name) && tools[name]?.executor !== undefined) return [name];
  const globs = Object.keys(tools).filter((entry) => isGlob(entry) && tools[entry]?.executor !== undefined && matchesGlob(entry, name));
  return mostSpecific(globs);
}

function executorOf({ spec: { tools } }: CheckedPolicy, entry: string | undefined): unknown {
  return entry === undefined ? undefined : tools[entry]?.executor;
}

/** Returns the location of the executor of an entry, or of the policy. */
function locateExecutor({ document }: CheckedPolicy, entry?: string): SourceLocation {
  const found = document.locate([...(entry === undefined ? [] : ["tools", entry]), "executor"]);
  return found === undefined ? { source: document.source, span: { start: 0, end: 0 } } : locationOf(found, "key");
}
