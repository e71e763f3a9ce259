/** Recognizes commands that only print the help of their subcommands. */
import type { CommandFacts } from "../description.ts";

/** The facts that show whether a command is a group. */
export interface GroupFacts extends Pick<CommandFacts, "path" | "usage" | "options" | "positionals"> {
  /** Names of the subcommands. */
  readonly names: ReadonlySet<string>;
  /** Names of the options that each subcommand with options has. */
  readonly passed: ReadonlySet<string>;
}

/** A placeholder of a subcommand. */
const COMMAND = /(?:^|[\s[<{(])(?:sub-?)?(?:commands?|cmd)(?=[\s\]>})]|\.{3}|$)/i;

/** Notations of frameworks in which options of the command precede those of the subcommand. The last is that of click. */
const NESTED = [/\[command options\]/i, /\[SUBCOMMAND \[SWITCHES\]\]/, / \[COMMAND\] \[ARGS\]\.{3}$/];

/** Options that do nothing without a subcommand. */
const GENERAL = /^--?(?:h|V|v|q|help|version|verbose|quiet|silent|debug|(?:no-)?colou?r|(?:no-)?ansi|config|log-level|profile)$/;

/** Reports whether a command needs a subcommand, although its usage lines can show it in brackets. */
export function isGroupCommand({ path, usage, options, positionals, names, passed }: GroupFacts): boolean {
  if (names.size === 0) return false;
  const lines = usage.map(({ value }) => value).filter((line) => !/^\S+(?: \S+)* -{1,2}(?:help|version)$/.test(line));
  if (lines.some((line) => NESTED.some((notation) => notation.test(line)))) return true;
  const start = path.length + 1;
  if (lines.length > 0 && lines.every((line) => namesCommand(line, start, names) || needsCommand(line, start))) return true;
  const values = positionals.filter(({ name }) => !/^(?:sub)?command/.test(name));
  if (values.length > 0) return false;
  const isGeneral = options.every((option) => option.isInherited === true || option.names.some((name) => GENERAL.test(name)));
  // Without a usage, options that the help of each subcommand repeats are not its own, such as those of `aptly db`.
  if (lines.length === 0)
    return isGeneral || options.every((option) => option.names.some((name) => GENERAL.test(name) || passed.has(name)));
  return lines.every((line) => {
    const rest = line.split(" ").slice(start);
    // clap writes the subcommand in brackets only if the command does something without one.
    if (path.length > 0 && line.endsWith(" [OPTIONS] [COMMAND]")) return false;
    const hasOptions = /\[[^\]]*(?:options?|flags?|-\w)[^\]]*\]|<options>/i.test(line);
    return COMMAND.test(rest.join(" ")) ? !hasOptions || isGeneral : isGeneral && rest.length === 0;
  });
}

/** Reports whether a usage line has a placeholder of a subcommand outside of brackets. */
export function needsCommand(line: string, start: number): boolean {
  const words = line.replace(/\[[^[\]]*\]/g, " ").split(/\s+/);
  return words.slice(start).some((word) => /^(?:SUBCOMMAND|COMMAND|(?:sub)?command|<(?:(?:sub-?)?command|action)>)$/.test(word));
}

/** Returns the names of the options that each subcommand with options has. */
export function findPassed(commands: readonly Pick<CommandFacts, "options">[]): ReadonlySet<string> {
  const lists = commands.filter(({ options }) => options.length > 0).map(({ options }) => new Set(options.flatMap(({ names }) => names)));
  const [first = new Set<string>(), ...others] = lists;
  return new Set([...first].filter((name) => others.every((names) => names.has(name))));
}

/** Words after a command that runs without a subcommand: `rclone config [flags]`. */
const ONLY_OPTIONS = /^(?:\[(?:flags|options)\](?: |$))+$/i;

/** First words of a text about a group: programs whose groups print their help show the same usages as those whose groups do something. */
const IS_ABOUT_GROUP =
  /^(?:manages?|managing|contains|work with|interact with|(?:sub)?commands?|operations?|an? (?:set|group|collection))\b/i;

/**
 * Reports whether a command with subcommands runs without one, although it has no options of its own. A usage without a subcommand, such as
 * `kubectl cluster-info [flags]`, is not enough: an example must show such a call, or another usage a subcommand, as those of cobra do.
 */
export function runsItself({ path, usage, examples = [], summary }: CommandFacts): boolean {
  const rests = usage.map(({ value }) => wordsAfter(value, path).join(" "));
  if (path.length === 0 || !rests.some((rest) => ONLY_OPTIONS.test(rest))) return false;
  if (examples.some(({ value }) => wordsAfter(value.text, path)[0]?.startsWith("-") ?? true)) return true;
  return rests.some((rest) => COMMAND.test(rest)) && !IS_ABOUT_GROUP.test(summary?.value ?? "");
}

function wordsAfter(line: string, path: readonly string[]): readonly string[] {
  return line.split(" ").slice(path.length + 1);
}

/** Reports whether a usage line has the name of a subcommand outside of brackets. */
function namesCommand(line: string, start: number, names: ReadonlySet<string>): boolean {
  const words = line.replace(/\[[^[\]]*\]/g, " ").split(/[\s|{}<>(),]+/);
  return words.slice(start).some((word) => names.has(word));
}
