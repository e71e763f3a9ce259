/** Prints the exit codes of a command. Pure. */
import type { CommandFacts } from "../description.ts";
import { cite } from "./draft-argument.ts";
import { shortenText } from "./short-text.ts";
import { yamlText } from "./yaml-text.ts";

/** Meanings of codes that are not failures: the program looked for something that need not exist, or compared. */
const NO_FAILURE = new RegExp(
  [
    String.raw`\bno (?:lines?|match(?:es)?|differences?|results?)\b`,
    String.raw`\bdiffer(?:s|ed|ent|ences?)?\b`,
    String.raw`^(?:nothing|none)\b`,
    String.raw`\b(?:nothing|none) (?:was |were )?(?:found|selected|matched)`,
    String.raw`\bno \w+ (?:were|was) (?:found|selected|matched)`,
  ].join("|"),
  "i",
);

/** Meanings that name a failure, whatever else they say. */
const FAILURE = /\b(?:errors?|fail\w*|could ?n[o']t|cannot|can't|unable|invalid|illegal|missing|denied|refused|unknown|unsupported)\b/i;

/** Maximum length of a meaning, in UTF-16 code units. */
const MAX_MEANING = 80;

/** Returns the lines below `exit_codes`. The first meaning of a code is used. A code is a failure unless its meaning clearly is none. */
export function exitCodeLines({ exits }: Pick<CommandFacts, "exits">): readonly string[] {
  const byCode = new Map(exits.toReversed().map((exit) => [exit.value.code, exit]));
  return [...byCode]
    .toSorted(([one], [other]) => one - other)
    .map(([code, { value, ...source }]) => {
      const { text } = shortenText(value.meaning, MAX_MEANING);
      const isFailure = FAILURE.test(value.meaning) || !NO_FAILURE.test(value.meaning);
      return `      ${code}: ${isFailure ? `{ error: ${JSON.stringify(text)} }` : yamlText(text)} # ${cite(source)}`;
    });
}
