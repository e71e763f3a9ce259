/** Finds the subcommands that only usage lines show: `git stash drop [-q] [<stash>]`. */
import { namesKind } from "../values/value-words.ts";
import type { OptionSpec } from "../options/option-spec.ts";
import type { UsageLine } from "../usage/usage-options.ts";

/** A subcommand, and the usage line that shows it. */
export interface UsageCommand {
  readonly name: string;
  readonly usage: UsageLine;
  /** Options without dashes: `dev IFNAME`, `[up]`. */
  readonly keywords: readonly OptionSpec[];
  /** The usage without keywords. */
  readonly rest: string;
}

/** A plain word after the words of the command, alone or in a list, which can be optional: `push`, `[push`, `{add|change}`, `enable-2fa`. */
const KEYWORDS = /^[[{(]? ?([a-z][a-z-]+(?:(?<=-)\d[\w-]*)?(?: ?\| ?[a-z][a-z-]+)*)(?: ?[\]})])?(?= |$)/;

/** Options before a subcommand, as in docopt: `tool [options] add`, `tool [<file-option>] list`. */
const OPTIONS_FIRST = /^(?:\[(?:options|<(?:[\w-]+-)?options?>|-[^[\]]*)\] )+(?=[a-z])/;

/** A second word of a subcommand, before its values in angle brackets: `set-url` of `remote set-url <name>`. */
const NESTED = /^[a-z][a-z-]+( [a-z][a-z-]+)(?= (?:\[[^<]*\] )?<[^<>]+>)/;

/** Words that are placeholders, not subcommands. */
const PLACEHOLDERS = new Set(
  "command subcommand option options flag flags arg args argument arguments file files path paths or help name expression string text".split(
    " ",
  ),
);

/** Words that are subcommands even if the usage lines of a command show only one: `tool link list`. */
const ONLY_COMMANDS = new Set("list show status add del delete create remove set get flush dump versions".split(" "));

/**
 * Returns the subcommands of usage lines, each once. Returns none if the lines show fewer than two, unless it is a
 * usual one below another command: a single word can be a placeholder.
 * `words` has the program and the words of its command. `hasDefinitions` is true if the page is a grammar with `NAME := …`, whose options
 * have no dashes.
 */
export function findUsageCommands(usage: readonly UsageLine[], words: readonly string[], hasDefinitions: boolean): readonly UsageCommand[] {
  const start = `${words.join(" ")} `;
  const found = new Map<string, UsageCommand>();
  for (const line of usage) {
    const text = line.text.replace(/\s+/g, " ");
    const after = text.startsWith(start) ? text.slice(start.length) : "";
    const [options = ""] = OPTIONS_FIRST.exec(after) ?? [];
    const list = KEYWORDS.exec(after.slice(options.length));
    if (list === null) continue;
    const below = hasDefinitions ? "" : (NESTED.exec(after.slice(options.length))?.[1] ?? "");
    const rest = `${options}${after.slice(options.length + list[0].length + below.length).trim()}`;
    const names = (list[1] ?? "").split(/ ?\| ?/).map((name) => `${name}${below}`);
    // `[host]` is a value that can be omitted, and `[settings|actions]` and `container|pod` are kinds of values.
    // After options, a word alone before dots is a value: `[-v] time ...`, `[-d] job [...]`.
    if (options !== "" && names.length === 1 && /^(?:\.{3}|\[\.{3}\])$/.test(after.slice(options.length + list[0].length).trim())) continue;
    if ((names.length > 1 || list[0].endsWith("]")) && names.every((name) => namesKind(name) || /[^su]s$/.test(name))) continue;
    for (const name of names) {
      if (PLACEHOLDERS.has(name) || found.has(name)) continue;
      const head = `${start}${name} `;
      found.set(name, {
        name,
        usage: { text: `${head}${rest}`.trim(), line: line.line },
        keywords: hasDefinitions ? findKeywords(rest) : [],
        rest: `${head}${hasDefinitions ? rest.replace(KEYWORD, " ") : rest}`,
      });
    }
  }
  const [only] = found.size === 1 ? found.keys() : [];
  const isUnclear = found.size < 2 && !(words.length > 1 && only !== undefined && ONLY_COMMANDS.has(only));
  return isUnclear ? [] : [...found.values()];
}

/** A word before a value in capitals or a list in braces, or alone in brackets. */
const KEYWORD = /(?<=^|[ [{])([a-z][\w-]*) ([A-Z][A-Z_-]*|\{[^{}]*\}|<[^<>]*>)(?=[ \]}]|$)|\[ ?([a-z][\w-]*) ?\]/g;

function findKeywords(usage: string): readonly OptionSpec[] {
  return Array.from(usage.matchAll(KEYWORD), ([, key, value = "", alone = ""]) => ({
    names: [key ?? alone],
    ...(key !== undefined && { value: { text: value, isOptional: false, repeats: false, form: "bare" as const } }),
    rest: "",
  }));
}

/** Returns the subcommands that a grammar defines: `ip OBJECT { COMMAND | help }` and `OBJECT := { address | route }`. */
export function findDefinedCommands(usage: readonly UsageLine[], definitions: ReadonlyMap<string, string>): readonly string[] {
  const objects = usage.flatMap(({ text }) => /(?<=[ ])[A-Z]+(?= \{ ?COMMAND \| help ?\})/.exec(text) ?? []);
  const lists = objects.map((name) => /^\{([^{}]*)\}/.exec(definitions.get(name.toLowerCase()) ?? "")?.[1] ?? "");
  return lists.flatMap((list) => list.split("|").map((name) => name.trim())).filter((name) => /^[a-z]\w*$/.test(name) && name !== "help");
}
