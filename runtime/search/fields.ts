/** Lists the searched texts of a tool, by field. */
import type { Cli, Tool, ToolArg } from "../tool/tool.ts";
import { commandOf, commandsOf } from "../tool/tool.ts";
import { firstSentence } from "./sentence.ts";
import { isQuestionWord, isStopWord, withoutQuestionWords } from "./stop-words.ts";
import type { FieldName } from "./weights.ts";
import { plainWords } from "./words.ts";

/** Text of a tool by field. Fields without text are omitted or empty. */
export type FieldTexts = ReadonlyMap<FieldName, readonly string[]>;

/** Returns the text fields defined by the tool itself. */
export function toolTexts(tool: Tool): FieldTexts {
  const { name, keywords, weak_keywords: weak, description, title, args, examples = [] } = tool;
  const first = firstSentence(description);
  return new Map<FieldName, readonly string[]>([
    ["name", [name]],
    ["keywords", keywords ?? []],
    ["description", [...(title === undefined ? [] : [title]), ...plain([first])]],
    ["further description", plain([description.slice(first.length), ...examples.flatMap((example) => example.description ?? [])])],
    ["argument name", plain(args.map((arg) => arg.name))],
    ["enum value", plain([...args.flatMap(mappedTexts), ...commandWords(tool)])],
    ["argument description", plain(args.flatMap((arg) => arg.description ?? []))],
    ["weak keywords", weak ?? []],
  ]);
}

/** Reports whether search uses a keyword: unless it has no words, or only stop words that are not question words. */
export function isSearchedKeyword(keyword: string): boolean {
  return plainWords(keyword).some((word) => !isStopWord(word) || isQuestionWord(word));
}

/** Removes question words, which are searched only where an author wrote them for search. */
function plain(texts: readonly string[]): readonly string[] {
  return texts.map(withoutQuestionWords);
}

/** Returns the values of an `enum`, and the words of `enum_words`. */
function mappedTexts({ enum: values = [], enum_words: words = {} }: ToolArg): readonly string[] {
  return [...values.map(String), ...Object.values(words).flat()];
}

/** Returns the constant words of a tool's command (`words` in a config), and its program unless the tool uses the CLI's program. */
function commandWords(tool: Tool): readonly string[] {
  const { order = [], changes } = commandOf(tool) ?? {};
  const constant = order.flatMap((item) => (typeof item === "string" ? [] : item));
  return changes?.command === undefined ? constant : [...constant, baseName(changes.command)];
}

/** Returns the text fields shared by all tools of a CLI. */
export function cliTexts(cli: Cli): FieldTexts {
  return new Map<FieldName, readonly string[]>([
    ["CLI name", cliNames(cli)],
    ["tag", cli.tags ?? []],
    ["category", cli.category === undefined ? [] : [cli.category]],
    ["CLI description", plain([cli.description])],
  ]);
}

/**
 * Returns the names of a CLI: its name, and its programs unless the words of a program are part of the name. Examples: `["iproute",
 * "ip"]`, but `["git-tools"]`.
 */
export function cliNames({ name, program: run }: Pick<Cli, "name" | "program">): readonly string[] {
  const programs = new Set(run === undefined ? [] : commandsOf(run).map(baseName));
  const words = new Set([...plainWords(name), ...plainWords(name, () => true)]);
  return [name, ...[...programs].filter((program) => !plainWords(program).every((word) => words.has(word)))];
}

/** Returns the name of a program without its directory. */
function baseName([path = ""]: readonly string[]): string {
  return path.split(/[/\\]/).at(-1) ?? "";
}
