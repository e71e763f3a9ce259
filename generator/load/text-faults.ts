/** Finds faults of a YAML text that the parser reports only by their consequences. */
import type { Diagnostic, SourceText } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { nameCharacter } from "../text/wording.ts";

/** Characters that look like a space at the start of a key, which YAML reads as a part of the key. */
const spaceOfKey = /^[\u00a0\u2000-\u200b\u202f\u205f\u3000]/u;

/** Returns the first character of a key if it only looks like indentation. Undefined otherwise. */
export function findSpaceOfKey(key: string): string | undefined {
  // Nearly all keys start with a letter, and a large file has many.
  return key.charCodeAt(0) < 0x80 ? undefined : spaceOfKey.exec(key)?.[0];
}

/** The positions at which YAML requires a space: in the indentation, after a dash, and after the colon of a key. */
const oddSpace = /^ *(?:- +)*(?:-|(?:[\w-]+|"[^"\n]*"|'[^'\n]*'): *)?([\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff])/gmu;

/** Finds the marks of merge conflicts, and otherwise characters that only look like spaces. For files with syntax errors. */
export function findTextFaults(source: SourceText): readonly Diagnostic[] {
  const conflicts = Array.from(source.text.matchAll(/^<{7}(?: .*)?$/gm), ({ 0: mark, index }) =>
    diagnose("yaml-conflict", { source, span: { start: index, end: index + mark.length } }),
  );
  if (conflicts.length > 0) return conflicts;
  return Array.from(source.text.matchAll(oddSpace), ({ 0: text, 1: character = "", index }) => {
    const end = index + text.length;
    return diagnose("yaml-space", { source, span: { start: end - character.length, end } }, { name: nameCharacter(character) });
  });
}
