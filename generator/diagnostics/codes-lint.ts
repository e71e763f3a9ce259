/** Findings of `validate --lint`: what models and searches read of a valid config, and what it costs them. */
import { allow as allowIn, type AdvisedCode } from "./allow-advice.ts";
import { warning } from "./code-entry.ts";
import { count, quote } from "../text/wording.ts";

/** Maximum number of sentences in the description of a tool. */
export const MAX_SENTENCES = 2;
/** Maximum number of words in the description of an argument. */
export const MAX_ARGUMENT_WORDS = 15;
/** Maximum number of arguments of a tool that needs no reason. */
export const MAX_ARGUMENTS = 8;
/** Maximum number of arguments of a tool that an acknowledgement allows. */
export const MAX_REASONED_ARGUMENTS = 12;
/** Maximum number of tokens of a tool in the results of a search, by estimate. The catalog demands 250 on average. */
export const MAX_TOOL_TOKENS = 400;

function allow(code: AdvisedCode): string {
  return allowIn(code, "the tool");
}

/** A tool with many arguments. */
export interface ArgumentCount {
  readonly tool: string;
  /** Number of arguments. */
  readonly args: number;
}

export const lintCodes = {
  "lint-sentences": warning(
    'the description of "{tool}" has {sentences} sentences',
    `keep at most ${MAX_SENTENCES}: what the tool does, and when to use it instead of a similar tool; or ${allow("lint-sentences")}`,
  ),
  "lint-argument-words": warning(
    'the description of "{arg}" of "{tool}" has {words} words',
    `write at most ${MAX_ARGUMENT_WORDS} words, and move values to \`enum\` and limits to keys such as \`min\`; or ${allow("lint-argument-words")}`,
  ),
  "lint-arguments": warning(
    ({ tool, args }: ArgumentCount) => `${quote(tool)} has ${count(args, "argument")}`,
    `keep at most ${MAX_ARGUMENTS}: remove those that agents seldom need, split the tool, or ${allow("lint-arguments")}`,
  ),
  "lint-argument-limit": warning(
    ({ tool, args }: ArgumentCount) => `${quote(tool)} has ${count(args, "argument")}`,
    `keep at most ${MAX_REASONED_ARGUMENTS}: remove those that agents seldom need, or split the tool`,
  ),
  "lint-no-risk": warning('"{tool}" has no `risk`', "add `risk: read`, `risk: write` or `risk: destructive`"),
  "lint-no-title": warning('"{tool}" has no `title`', "add `title` with a short name, which clients show to people"),
  "lint-no-example": warning('"{tool}" has no `examples`', `add one with \`args\` and \`argv\`, or ${allow("lint-no-example")}`),
  "lint-no-keywords": warning(
    '"{tool}" has no `keywords`',
    `add words of users that the description does not contain, or ${allow("lint-no-keywords")}`,
  ),
  "lint-no-argument-description": warning('"{arg}" of "{tool}" has no `description`', "add one"),
  "lint-repeated-keyword": warning(
    'the name, the title or the first sentence of "{tool}" already contains the keyword "{keyword}"',
    `remove it, or ${allow("lint-repeated-keyword")}`,
  ),
  "lint-shared-keyword": warning(
    '"{tool}" and "{other}" have the keyword "{keyword}"',
    `keep it for the tool that a search for it must find first, or ${allow("lint-shared-keyword")}`,
  ),
  "lint-tokens": warning(
    'a search result with "{tool}" costs an agent about {tokens} tokens',
    `stay below ${MAX_TOOL_TOKENS}: shorten the descriptions, remove arguments and values, or ${allow("lint-tokens")}`,
  ),
} as const;

/** Findings of `validate --lint` that `x-allow` acknowledges. */
export const acceptedLintFindings: readonly (keyof typeof lintCodes)[] = [
  "lint-sentences",
  "lint-argument-words",
  "lint-arguments",
  "lint-no-example",
  "lint-no-keywords",
  "lint-repeated-keyword",
  "lint-shared-keyword",
  "lint-tokens",
];
