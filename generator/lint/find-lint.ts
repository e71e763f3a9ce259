/** Finds what makes the tools of a valid config harder to find, longer to read, or costly for agents. Pure. */
import { toEntry } from "@climax-gen/runtime/internal/tool-index/search-result";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { CheckedFile, CliFile, CommandTool } from "../check/files/checked-file.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { MAX_ARGUMENT_WORDS, MAX_ARGUMENTS, MAX_REASONED_ARGUMENTS, MAX_SENTENCES, MAX_TOOL_TOKENS } from "../diagnostics/codes-lint.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { acceptFindings, type ToolFinding } from "../hazards/accepted-findings.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { estimateTokens } from "../text/token-estimate.ts";
import { firstSentence } from "@climax-gen/runtime/internal/search/sentence";
import { splitWords } from "@climax-gen/runtime/internal/search/words";

/** Returns the findings about the command tools of configs without errors, without those that an `x-allow` list acknowledges. */
export function findLint(configs: readonly CheckedFile[]): readonly Diagnostic[] {
  return configs.flatMap((file) => (file.kind === "cli" ? acceptFindings(lintFile(file), file.document).left : []));
}

function lintFile(file: CliFile): readonly ToolFinding[] {
  const resolved = new Map(listTools(resolveModel([file], {}).clis).map((tool) => [tool.name, tool]));
  const ofTool = (tool: CommandTool): readonly Diagnostic[] => [
    ...lintMissing(file, tool),
    ...lintDescriptions(file, tool),
    ...lintSize(file, tool, resolved.get(tool.name)),
  ];
  return [...file.tools.flatMap((tool) => ofTool(tool).map((diagnostic) => ({ tool: tool.name, diagnostic }))), ...lintKeywords(file)];
}

/** Reports keys that a reviewed tool has. */
function lintMissing(file: CliFile, { name, risk, title, examples = [], keywords = [], args }: CommandTool): readonly Diagnostic[] {
  const place = locateClosest(file, addressOf(name), ["name"]);
  const tool = { tool: name };
  return [
    ...(risk === undefined ? [diagnose("lint-no-risk", place, tool)] : []),
    ...(title === undefined ? [diagnose("lint-no-title", place, tool)] : []),
    ...(examples.length === 0 ? [diagnose("lint-no-example", place, tool)] : []),
    ...(keywords.length === 0 ? [diagnose("lint-no-keywords", place, tool)] : []),
    ...args
      .filter(({ description = "" }) => description === "")
      .map((arg) =>
        diagnose("lint-no-argument-description", locateClosest(file, addressOf(name, arg.name), ["name"]), { ...tool, arg: arg.name }),
      ),
  ];
}

function lintDescriptions(file: CliFile, { name, description, args }: CommandTool): readonly Diagnostic[] {
  const sentences = countSentences(description);
  const place = locateClosest(file, addressOf(name), ["description"]);
  const long = args.flatMap((arg) => {
    const words = arg.description?.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length ?? 0;
    if (words <= MAX_ARGUMENT_WORDS) return [];
    const at = locateClosest(file, addressOf(name, arg.name), ["description"]);
    return [diagnose("lint-argument-words", at, { tool: name, arg: arg.name, words })];
  });
  return [...(sentences > MAX_SENTENCES ? [diagnose("lint-sentences", place, { tool: name, sentences })] : []), ...long];
}

function lintSize(file: CliFile, { name, args }: CommandTool, resolved: Tool | undefined): readonly Diagnostic[] {
  const place = locateClosest(file, addressOf(name), ["name"]);
  const count = args.length;
  const tokens = resolved === undefined ? 0 : toolTokens(resolved);
  return [
    ...(count > MAX_REASONED_ARGUMENTS ? [diagnose("lint-argument-limit", place, { tool: name, args: count })] : []),
    ...(count > MAX_ARGUMENTS && count <= MAX_REASONED_ARGUMENTS ? [diagnose("lint-arguments", place, { tool: name, args: count })] : []),
    ...(tokens > MAX_TOOL_TOKENS ? [diagnose("lint-tokens", place, { tool: name, tokens })] : []),
  ];
}

/** Returns the estimated number of tokens of a tool in the results of a search. */
export function toolTokens(tool: Tool): number {
  return estimateTokens(JSON.stringify(toEntry(tool)));
}

/** Returns the number of sentences of a text, as the search splits them. An empty text has none. */
function countSentences(text: string): number {
  let count = 0;
  for (let rest = text.trim(); rest !== ""; count++) rest = rest.slice(firstSentence(rest).length).trim();
  return count;
}

/**
 * Returns the findings about the keywords of a config: repeated ones, and phrases of several tools. One word, such as `delete`, may be a
 * synonym in many tools: the other words of a query choose among them. The check of configs reports ignored keywords.
 */
function lintKeywords(file: CliFile): readonly ToolFinding[] {
  const owners = new Map<string, string>();
  return file.tools.flatMap((tool) => {
    const texts = searchedTexts(tool);
    return (tool.keywords ?? []).flatMap((keyword, index) => {
      const owner = owners.get(keyword.toLowerCase());
      if (owner === undefined) owners.set(keyword.toLowerCase(), tool.name);
      const place = locateClosest(file, addressOf(tool.name), ["keywords", index]);
      const details = { tool: tool.name, keyword };
      if (isRepeated(keyword, texts)) return [{ tool: tool.name, diagnostic: diagnose("lint-repeated-keyword", place, details) }];
      if (owner === undefined || owner === tool.name || !isPhrase(keyword)) return [];
      return [{ tool: tool.name, diagnostic: diagnose("lint-shared-keyword", place, { ...details, other: owner }) }];
    });
  });
}

/** Returns the strings that a search weighs like keywords, as stems between spaces. */
function searchedTexts({ name, title = "", description }: CommandTool): readonly string[] {
  return [name, title, firstSentence(description)].map(toStems);
}

/** Reports whether one of the strings of its tool, from `searchedTexts`, contains a keyword. */
function isRepeated(keyword: string, texts: readonly string[]): boolean {
  const stems = toStems(keyword);
  return stems.trim() !== "" && texts.some((text) => text.includes(stems));
}

function isPhrase(keyword: string): boolean {
  return splitWords(keyword).filter(({ isJoined }) => !isJoined).length > 1;
}

function toStems(text: string): string {
  const stems = splitWords(text).flatMap(({ stem, isJoined }) => (isJoined ? [] : [stem]));
  return ` ${stems.join(" ")} `;
}
