/** Reads the lists of uses of programs in `data/`, and converts them to a config. */
import { readFileSync } from "node:fs";

/** One use of a program. */
export interface Form {
  /** Command line, with `{}` for the text of the caller, `@stdin` or `@cwd`. */
  readonly line: string;
  /** Manual that describes the use. Empty in a list without headings. */
  readonly source: string;
}

/** Reads a list of `data/`. */
export function readForms(name: string): readonly Form[] {
  const lines = readFileSync(new URL(`data/${name}`, import.meta.url), "utf8").split("\n");
  let source = "";
  return lines.flatMap((line) => {
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    source = heading ?? source;
    return line === "" || line.startsWith("#") || heading !== undefined ? [] : [{ line, source }];
  });
}

/** Returns a config with one tool for each use, named `t0`, `t1` and so on: one check of all is faster than one for each. */
export function toConfig(forms: readonly Form[]): string {
  return `name: x\ncommand: x\ntools:\n${forms.map(toTool).join("")}`;
}

function toTool({ line }: Form, index: number): string {
  const words = line.match(/'[^']*'|\S+/g) ?? [];
  const place = words.findIndex((word) => word.includes("{}") || word === "@cwd" || word === "@stdin");
  const word = words[place] ?? "";
  const program = JSON.stringify((place === -1 ? words : words.slice(0, place)).join(" "));
  const start = `  - name: t${index}\n    description: d\n    program: ${program}\n`;
  if (place === -1) return start;
  if (word === "@cwd") return `${start}    args: [{ name: a, cwd: true }]\n`;
  if (word === "@stdin") return `${start}    args: [{ name: a, stdin: true }]\n`;
  const value = word === "{}" ? "positional: true" : `value: ${JSON.stringify(word)}`;
  const after = words.slice(place + 1).map((one) => one.replaceAll("'", "").replaceAll("{", "{{").replaceAll("}", "}}"));
  const rest = after.length === 0 ? "" : `, { words: ${JSON.stringify(after)} }`;
  return `${start}    order: as_written\n    args: [{ name: a, required: true, ${value} }${rest}]\n`;
}
