/** What can only be seen with all configs of a server at hand. */
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import type { CheckedConfig } from "./cli/config.ts";

/** Tools that a later config redefines, in the order of the configs: the last one wins (vectors list.inline.*). */
export function checkTogether(configs: readonly CheckedConfig[]): readonly Diagnostic[] {
  const last = new Map<string, { readonly source: SourceText; readonly span: Span }>();
  const diagnostics: Diagnostic[] = [];
  for (const { source, config, toolNameSpans } of configs) {
    config.tools.forEach(({ name }, index) => {
      const place = { source, span: toolNameSpans[index] ?? { start: 0, end: 0 } };
      const earlier = last.get(name);
      last.set(name, place);
      if (earlier === undefined) return;
      const diagnostic = diagnose("redefined-tool", place, { name, first: earlier.source.path });
      diagnostics.push(withRelated(diagnostic, "defined here before, and not used", earlier));
    });
  }
  return [...diagnostics, ...findSharedMethods(configs)];
}

/** A JSON-RPC method means one tool; where two definitions have it, nobody could tell which one answers. */
function findSharedMethods(configs: readonly CheckedConfig[]): readonly Diagnostic[] {
  const first = new Map<string, { readonly source: SourceText; readonly span: Span }>();
  const diagnostics: Diagnostic[] = [];
  for (const { source, methodSpans = new Map<string, Span>() } of configs) {
    for (const [name, span] of methodSpans) {
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, { source, span });
      else diagnostics.push(withRelated(diagnose("duplicate-method", { source, span }, { name }), "first written here", earlier));
    }
  }
  return diagnostics;
}
