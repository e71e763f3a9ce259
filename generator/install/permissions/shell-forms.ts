/** The first words of shell commands that start the programs of tools. */
import { posix } from "node:path";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { commandOf, commandsOf } from "@climax-gen/runtime/internal/tool/tool";
import { INTERPRETERS, LAUNCHERS, SHELLS } from "../../hazards/programs/launchers.ts";

/** Shell commands that start programs of a server. */
export interface ShellForms {
  /** First words of the commands, joined by spaces, sorted. */
  readonly commands: readonly string[];
  /** Programs without a rule: their names need quotes in a shell, or they start other programs too. Sorted. */
  readonly uncovered: readonly string[];
}

/** Interpreters of a small language for texts, plots or tests: their commands are no programs of other kinds. */
const OWN_LANGUAGE = new Set("awk gawk mawk nawk sed gsed m4 dc gnuplot pytest".split(" "));

/** Programs that start what their next word names. */
const STARTERS = new Set(
  [...[...SHELLS, ...INTERPRETERS, ...LAUNCHERS].flatMap(([names]) => names.split(" ")), ..."npx bunx pnpx uvx pipx".split(" ")].filter(
    (name) => !OWN_LANGUAGE.has(name),
  ),
);

/** A word that a shell reads without quotes, and that is not a pattern in the rules of any client. */
const PLAIN_WORD = /^[\w./+@%-]+$/;

/**
 * Returns the commands of the tools' programs. A program is known by its name in any directory, so `/usr/bin/git` gives `git`. A program that
 * starts what its next word names, such as a shell, gives both words: a rule about all of its commands would also block unrelated ones.
 */
export function findShellForms(tools: readonly Tool[]): ShellForms {
  const programs = tools.flatMap((tool) => {
    const program = commandOf(tool)?.program;
    return program === undefined ? [] : commandsOf(program);
  });
  const unique = [...new Map(programs.map((words) => [JSON.stringify(words), words])).values()];
  const forms = unique.map((words) => ({ words, commands: toCommands(words) }));
  const uncovered = forms.filter(({ commands }) => commands.length === 0).map(({ words }) => words.slice(0, 2).join(" "));
  return {
    commands: [...new Set(forms.flatMap(({ commands }) => commands))].toSorted(),
    uncovered: [...new Set(uncovered)].toSorted(),
  };
}

function toCommands([program = "", ...words]: readonly string[]): readonly string[] {
  const name = posix.basename(program);
  if (!isPlain(name) || !isPlain(program)) return [];
  const paths = program.includes("/") ? [name, program] : [name];
  if (!isStarter(name)) return paths;
  const [started = ""] = words;
  return isPlain(started) ? paths.map((path) => `${path} ${started}`) : [];
}

/** Reports whether a program is listed, also with a version such as `python3.12`. */
function isStarter(name: string): boolean {
  return STARTERS.has(name) || STARTERS.has(name.replace(/[\d.]+$/, ""));
}

/** Reports whether a word is plain. An option cannot be the second word, because others can precede it. */
function isPlain(word: string): boolean {
  return PLAIN_WORD.test(word) && !word.startsWith("-");
}
