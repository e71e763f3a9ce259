/**
 * Reads the list in which a program prints the help of all its commands: one start replaces one for each command. The list leaves out what
 * the options do, as `npm -l` does; the man pages that are installed with the program say it.
 */
import { toPlainLines, unmark } from "../read/lines/plain-lines.ts";
import { renderRoff } from "../files/roff.ts";

/** Options that print such a list. Only these are tried, because a text must not decide what is started. */
const LIST_OPTIONS = ["-l"] as const;

/** Returns the words that print the help of all commands, if a help names them: `npm -l    display usage info for all commands`. */
export function usageListWords(program: string, text: string): readonly string[] | undefined {
  const option = LIST_OPTIONS.find((one) => {
    const start = `${program} ${one}  `;
    return text.split("\n").some((line) => line.trim().startsWith(start) && /\busage info for all commands$/.test(line.trim()));
  });
  return option === undefined ? undefined : [option];
}

/** Returns the help of each command of a list, by name: a row begins with the name, and the next lines continue its second column. */
export function readUsageList(text: string): ReadonlyMap<string, string> {
  const lines = toPlainLines(text);
  const start = lines.findIndex((line) => line === "All commands:");
  const found = new Map<string, string[]>();
  let column = 0;
  let last: string[] = [];
  for (const line of start === -1 ? [] : lines.slice(start + 1)) {
    if (line !== "" && !line.startsWith(" ")) break;
    const [, before = "", name = "", space = "", rest = ""] = /^( {2,8})([a-z][a-z0-9-]*)( +)(\S.*)$/.exec(line) ?? [];
    if (name === "") last.push(line.slice(column));
    else {
      column = before.length + name.length + space.length;
      found.set(name, (last = [rest]));
    }
  }
  return new Map(Array.from(found, ([name, own]) => [name, `${own.join("\n").trimEnd()}\n`]));
}

/**
 * Adds the descriptions of the options to the help of a command, in the form in which it prints them for `--help`. Returns undefined if the
 * man page does not describe all of them.
 * @param manual source of the man page
 */
export function describeUsage(help: string, manual: string | undefined): string | undefined {
  const [, before = "", listed = "", after = ""] = /^([\s\S]*\nOptions:\n)((?:\[.*\n| .*\n)+)([\s\S]*)$/.exec(help) ?? [];
  if (listed === "") return help.includes("--") ? undefined : help;
  const texts = manual === undefined ? new Map<string, string>() : readOptionTexts(manual);
  const groups = listed
    .split(/\]\s+(?=\[)/)
    .map((group) => new Set(Array.from(group.matchAll(/--(?:no-)?([a-z][\w-]*)/g), ([, name = ""]) => name)));
  if (!groups.every((names) => [...names].some((name) => texts.has(name)))) return undefined;
  const names = new Set(groups.flatMap((group) => [...group]));
  const described = Array.from(texts, ([name, text]) => {
    const [letter = ""] = new RegExp(String.raw`-\w\|(?=--${name}[\]| ])`).exec(listed) ?? [];
    return names.has(name) ? [`  ${letter}--${name}\n    ${text}\n`] : [];
  });
  return [`${before}${listed}`, ...described.flat(), after.trimStart()].join("\n");
}

/** Returns the first paragraph about each option: a subsection with its name, after a list of its default, its type, and its end. */
function readOptionTexts(manual: string): ReadonlyMap<string, string> {
  const parts = manual.split(/^\.S[SH] /m).slice(1);
  return new Map(
    parts.flatMap((part) => {
      const name = /^"?\\fB([a-z][a-z0-9-]*)\\fR"?$/m.exec(part.slice(0, part.indexOf("\n")))?.[1];
      const body = renderRoff(part.slice(part.indexOf("\n") + 1));
      const lines = toPlainLines(body);
      const first = lines.findIndex((line) => /^ {7}[^\s\u2022]/.test(line));
      const end = lines.indexOf("", first);
      const paragraph = first === -1 ? undefined : lines.slice(first, end === -1 ? undefined : end).map((line) => line.trim());
      const mark = lines.some((line) => /^ +DEPRECATED:/.test(line)) ? "DEPRECATED: " : "";
      return name === undefined || paragraph === undefined ? [] : [[name, `${mark}${unmark(paragraph.join(" "))}`] as const];
    }),
  );
}
