/** Recognizes commands that only print the help of their subcommands. */
import type { CommandFacts } from "../description.ts";

/** The facts that show whether a command is a group. */
export interface GroupFacts extends Pick<CommandFacts, "path" | "usage" | "options" | "positionals"> {
  /** Names of the subcommands. */
  readonly names: ReadonlySet<string>;
}

/** A placeholder of a subcommand. */
const COMMAND = /(?:^|[\s[<{(])(?:sub-?)?(?:commands?|cmd)(?=[\s\]>})]|\.{3}|$)/i;

/** Notations of frameworks in which options of the command precede those of the subcommand. The last is that of click. */
const NESTED = [/\[command options\]/i, /\[SUBCOMMAND \[SWITCHES\]\]/, / \[COMMAND\] \[ARGS\]\.{3}$/];

/** Options that do nothing without a subcommand. */
const GENERAL = /^--?(?:h|V|v|q|help|version|verbose|quiet|silent|debug|(?:no-)?colou?r|(?:no-)?ansi|config|log-level|profile)$/;

/** Reports whether a command needs a subcommand, although its usage lines can show it in brackets. */
export function isGroupCommand({ path, usage, options, positionals, names }: GroupFacts): boolean {
  if (names.size === 0) return false;
  const lines = usage.map(({ value }) => value).filter((line) => !/^\S+(?: \S+)* -{1,2}(?:help|version)$/.test(line));
  if (lines.some((line) => NESTED.some((notation) => notation.test(line)))) return true;
  const start = path.length + 1;
  if (lines.length > 0 && lines.every((line) => namesCommand(line, start, names) || needsCommand(line, start))) return true;
  const values = positionals.filter(({ name }) => !/^(?:sub)?command/.test(name));
  if (values.length > 0) return false;
  const isGeneral = options.every((option) => option.isInherited === true || option.names.some((name) => GENERAL.test(name)));
  if (lines.length === 0) return isGeneral;
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
  return words.slice(start).some((word) => /^(?:SUBCOMMAND|COMMAND|<(?:(?:sub-?)?command|action)>)$/.test(word));
}

/** Reports whether a usage line has the name of a subcommand outside of brackets. */
function namesCommand(line: string, start: number, names: ReadonlySet<string>): boolean {
  const words = line.replace(/\[[^[\]]*\]/g, " ").split(/[\s|{}<>(),]+/);
  return words.slice(start).some((word) => names.has(word));
}
