/** Recognizes headings, and classifies the sections of a page: those that define options, commands or neither. */
import { OWN_RULES } from "../layouts/own-rules.ts";
import { indentOf } from "./plain-lines.ts";

/** Starts of the headings of sections whose options are examples or references. */
const NO_OPTIONS = [
  /^(?:name|synopsis|usage(?! of)|examples?|see also|authors?|bugs|reporting bugs)\b/,
  /^(?:copyright|license|history|files|standards|diagnostics|exit (?:status|codes?)|return values?)\b/,
  /^(?:environment(?: variables)?|resources|learn more|documentation)\b/,
];

/** Headings of remarks, in which command lines are not usages. */
const REMARKS = [
  /^(?:known )?(?:bugs?|issues|problems|limitations)\b/,
  /^(?:notes?|caveats?|warnings?|tips|hints|see also|troubleshooting|history)\b/,
];

/** Reports whether a section with this heading has remarks. */
export function isRemarks(section: string): boolean {
  return REMARKS.some((heading) => heading.test(section));
}

const INHERITED = /\b(?:global|inherited|parent|common to all|persistent)\b/;

/** Headings of lists of subcommands. */
const COMMANDS = [
  /\b(?:(?:sub)?(?:commands?|groups?)|topics|available services)(?: (?:are|include)(?: as follows)?)?$/,
  /\b(?:(?:sub)?commands?|groups?|topics|available services) (?:is|are) one of(?: the following)?$/,
  /^command syntax$/,
];

/** Reports whether options in a section with this heading are definitions. */
export function definesOptions(section: string): boolean {
  return !NO_OPTIONS.some((heading) => heading.test(section));
}

/** Returns the name of a section whose heading ends with a colon. In a help, `Files:` is a group of options, not a list of files. */
export function nameGroup(heading: string): string {
  return /^(?:files|diagnostics)$/.test(heading) ? `options for ${heading}` : heading;
}

/** Reports whether the options of a section belong to all commands. */
export function isInheritedSection(section: string): boolean {
  return INHERITED.test(section);
}

/** Reports whether a section with this heading lists subcommands. */
export function listsCommands(section: string): boolean {
  const plain = section.replace(/ \([^()]*\)$/, "");
  return COMMANDS.some((heading) => heading.test(plain)) && !/\boptions?\b|\bflags?\b|\bhelp topics\b/.test(section);
}

/** Reports whether a section with this heading lists actions, which are the options of programs such as dpkg. */
export function listsActions(section: string): boolean {
  return OWN_RULES.dpkgActions.pattern.test(section);
}

/** Headings of options that are the commands of a program. */
const ACTIONS = /^(?:commands?|actions?|(?:main )?operations?|(?:main )?operation modes?|main modes?(?: of operation)?)$/;

/** Reports whether the options in a section with this heading can be the commands of the program, such as `--list-keys` of gpg. */
export function isActionSection(section: string): boolean {
  return ACTIONS.test(section);
}

/** Returns a heading in lower case without its colon, or undefined if the line is not one. */
export function readHeading(line: string): string | undefined {
  // A remark can follow after a dash: `COMMANDS \u2014 Type 'tool help <command>'`.
  const text = line.trim().replace(/^([A-Z]{4,}) [\u2013\u2014] .*$/, "$1");
  if (text === "" || text.length > 80 || /^[-+]/.test(text)) return undefined;
  const indent = indentOf(line);
  const isColon = /^[A-Za-z][^.<>{}=]*:$/.test(text) && indent <= 4;
  const isCapitals = indent <= 3 && /^[A-Z][A-Z0-9 /&,'()-]+$/.test(text) && /[A-Z]{3}/.test(text);
  const isBare =
    indent <= 2 && /^(?:[A-Z][\w-]* )*(?:[Oo]ptions?|[Ff]lags?|[Cc]ommands?|[Ss]ubcommands?|Examples?|Arguments?|Usage)$/.test(text);
  return isColon || isCapitals || isBare ? text.replace(/:$/, "").toLowerCase() : undefined;
}
