/** Reads the grammar of a usage line. Removes the words of the command, marks, and text that is not part of the grammar. */
import { MARK_END, MARK_START } from "../lines/plain-lines.ts";
import { isOption, parseUsage, type UsageNode } from "./usage-tree.ts";
import { isValueWord } from "./usage-words.ts";
import { escapePattern } from "../../../text/alternatives.ts";

/** Parses the part of a usage line after the command. `words`: the program, the words of the command joined with dashes, and its path. */
export function parseUsageLine(usage: string, words: readonly string[]): readonly UsageNode[] {
  return dropCommand(parseUsage(toPlainUsage(usage, words)), words);
}

/** Converts all placeholders to angle brackets, and removes text that is not part of the grammar. */
function toPlainUsage(usage: string, words: readonly string[]): string {
  const marked = new RegExp(`${MARK_START}([^${MARK_START}${MARK_END}]*)${MARK_END}`, "g");
  return (
    joinProgram(usage.replace(/^\$ /, ""), words[0] ?? "")
      .replace(marked, (_all, inner: string) => (isPlainMark(inner, words) ? inner : `<${inner}>`))
      .replaceAll(MARK_START, "")
      .replaceAll(MARK_END, "")
      // Removes a description, a definition of a grammar, or another usage in the same line: `tool [-a] <file>: copy the input`.
      .replace(/(?<=[\]>A-Z]): (?=[a-z]+ [a-z]).*/, "")
      .replace(/ <?[A-Z][A-Z_-]*>? ?:= .*/, "")
      .replace(new RegExp(String.raw` \|(?:\|| ${escapePattern(words[0] ?? "")}(?= )).*`), "")
      .replace(/<\[/g, "[<")
      .replace(/\]>/g, ">]")
      .replace(/<<|>>/g, (pair) => pair[0] ?? "")
      .replace(/(?<=\s)'([^']+)'(?=\s|$)/g, "<$1>")
      .replace(/\(e?s\)(?=[\s.\]>/]|$)/g, (plural) => plural.slice(1, -1))
  );
}

/** Joins the words of a program such as `git-lfs` with its dash. */
function joinProgram(usage: string, program: string): string {
  const spaced = program.replaceAll("-", " ");
  return usage.startsWith(`${spaced} `) ? `${program}${usage.slice(spaced.length)}` : usage;
}

/** Reports whether underlined text is not a placeholder: words of the command, an option, part of a bracket. */
function isPlainMark(text: string, words: readonly string[]): boolean {
  if (/^\[[^[\]]*\]$/.test(text)) return false;
  return /^-|[[\]{}]/.test(text) || words.includes(text.split(" ")[0] ?? "");
}

/** Removes the words of the command from a usage line. The program can be written with its path, an interpreter, or another name. */
function dropCommand(nodes: readonly UsageNode[], [program = "", joined = "", ...path]: readonly string[]): readonly UsageNode[] {
  const names = nodes.map(commandNames);
  const end = nodes.findIndex((node, index) => names[index]?.length === 0 && !(node.kind === "word" && isOption(node)));
  const lead = names.slice(0, end === -1 ? undefined : end);
  const at = lead.findIndex((known) => known.includes(program) || known.includes(joined));
  const [first = ""] = lead[0] ?? [];
  const isOtherName = at === -1 && /^[a-z]/.test(first) && !path.includes(first);
  let next = isOtherName ? 1 : at + 1;
  // Tcl prints the name of the program twice.
  if (at !== -1 && path.length === 0 && names[next]?.includes(program)) next++;
  for (const word of at !== -1 && !names[at]?.includes(program) ? [] : path) {
    // Options of the program can precede the subcommand: `[global options] add`.
    const place = names.findIndex((known, index) => index >= next && known.includes(word));
    const [name = ""] = names[next] ?? [];
    if (place !== -1 && nodes.slice(next, place).every((node) => node.kind === "group")) next = place + 1;
    // The usage of a subcommand can show another of its names.
    else if (at !== -1 && /^[a-z]/.test(name) && !isValueWord(name)) next++;
  }
  return nodes.slice(next);
}

/** Returns the names of a program or a subcommand: without its path, `tool` for `tool[EXE]`, and two for `delete|del`. */
function commandNames(node: UsageNode): readonly string[] {
  if (node.kind === "group") return node.bracket === "|" ? node.alternatives.flatMap(([word]) => (word ? commandNames(word) : [])) : [];
  const [, name] = /^(?:[\w.~-]*\/)*([\w.][\w.:-]*)(?:\[\w+\])?$/.exec(node.text) ?? [];
  return name === undefined ? [] : [name];
}
