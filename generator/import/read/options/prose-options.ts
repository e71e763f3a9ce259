/** Finds options that only sentences define: `The -n flag prints commands that would be executed.` */
import { type OptionSpec, parseOptionSpec } from "./option-spec.ts";

/** An option that only prose describes. */
export interface ProseOption {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
  /** The sentence, over all of its lines. */
  readonly sentence: string;
}

const SENTENCE = /^(?:The|An?|With the) (-{1,2}[A-Za-z][\w-]*(?:=\w+)?) (?:flag|option|switch)(?:'s)?\b/;

/** Returns an option for every line that starts such a sentence. */
export function findProseOptions(lines: readonly string[]): readonly ProseOption[] {
  return lines.flatMap((line, index) => {
    const words = SENTENCE.exec(line)?.[1];
    const spec = words === undefined ? undefined : parseOptionSpec(words);
    return spec === undefined ? [] : [{ spec, line: index + 1, sentence: readSentence(lines, index) }];
  });
}

function readSentence(lines: readonly string[], start: number): string {
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  const text = lines
    .slice(start, end === -1 ? undefined : end)
    .join(" ")
    .replace(/\s+/g, " ");
  return /^.*?\.(?= [A-Z]|$)/.exec(text)?.[0] ?? text;
}
