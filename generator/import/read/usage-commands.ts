/** Finds the subcommands that only usage lines show: `git stash drop [-q] [<stash>]`. */
import type { UsageLine } from "./usage-options.ts";

/** A subcommand, and the usage line that shows it. */
export interface UsageCommand {
  readonly name: string;
  readonly usage: UsageLine;
}

/** A plain word after the words of the command, alone or in a list, which can be optional: `push`, `[push`, `{add|change}`. */
const KEYWORDS = /^[[{(]? ?([a-z][a-z-]+(?: ?\| ?[a-z][a-z-]+)*)(?: ?[\]})])?(?= |$)/;

/** Words that stand for something else. */
const PLACEHOLDERS = /^(?:command|subcommand|options?|flags?|args?|arguments?|files?|paths?|or|help|name|expression|string|text)$/;

/**
 * Returns the subcommands of usage lines, each once. Returns none if the lines show fewer than two: a single word can be a placeholder.
 * `words`: the program and the words of its command.
 */
export function findUsageCommands(usage: readonly UsageLine[], words: readonly string[]): readonly UsageCommand[] {
  const start = `${words.join(" ")} `;
  const found = new Map<string, UsageCommand>();
  for (const line of usage) {
    const text = line.text.replace(/\s+/g, " ");
    const list = text.startsWith(start) ? KEYWORDS.exec(text.slice(start.length)) : null;
    if (list === null) continue;
    const rest = text.slice(start.length + list[0].length).trim();
    for (const name of (list[1] ?? "").split(/ ?\| ?/)) {
      const own = { text: `${start}${name} ${rest}`.trim(), line: line.line };
      if (!PLACEHOLDERS.test(name) && !found.has(name)) found.set(name, { name, usage: own });
    }
  }
  return found.size < 2 ? [] : [...found.values()];
}
