/** Commands that run whatever their arguments say, with arguments that callers choose freely. */
import { splitCommand, unquoteWords } from "@climax-gen/runtime";
import type { RawArg } from "../check/config.ts";
import type { Hazard, ToolInForce } from "./hazard.ts";
import { hazardAt, partsOf } from "./hazard.ts";

/** Programs that run a script, which is no hazard where the config names it, or code that they are given. */
const INTERPRETERS =
  /^(?:(?:ba|da|z|k|mk|c|tc|fi|a)?sh|pwsh|powershell|cmd|python[\d.]*|pypy\d*|node|nodejs|deno|bun|perl|ruby|php|lua|Rscript|osascript|tclsh|\$\{?SHELL\}?)(?:\.exe)?$/i;

/** What makes them take the next word for code: `sh -c`, `bash -lc`, `node --eval`. */
const CODE_OPTION = /^(?:-[a-z]*[ce]|--eval|--command)$/i;

/** Languages of one line, which can start programs and write files; the code is the first word that is no option. */
const LINE_LANGUAGES = /^(?:[gmn]?awk|sed|gsed)$/;

/** Programs that start another one: the one that the config writes after them counts. */
const LAUNCHERS = /^(?:env|nice|nohup|setsid|stdbuf|time|timeout|busybox|exec|command)$/;

/** Programs that start another one with more rights, on another machine, or with words that nobody has seen. */
const ALWAYS = /^(?:sudo|doas|su|pkexec|runuser|gosu|chroot|nsenter|unshare|systemd-run|ssh|xargs|parallel|watch|eval)$/;

/** Expressions of `find` that start programs. */
const FIND_ACTIONS = /^-(?:exec|execdir|ok|okdir)$/;

/** One hazard for each tool whose caller can choose a word of its command line, or its standard input. */
export function findInterpreters(owner: ToolInForce): readonly Hazard[] {
  const { checked, tool } = owner;
  if (checked.definition !== undefined || !tool.args.some(isFree)) return [];
  const words = [checked.config.command, tool.command].flatMap((command) => {
    const split = splitCommand(command);
    return split.ok ? unquoteWords(split.words) : [];
  });
  const program = findInterpreter(words);
  if (program === undefined) return [];
  const part = { document: checked.document, path: ["command"] };
  return [hazardAt("interpreter-command", part, partsOf(owner), { program, tool: tool.name })];
}

/** Whether a caller can write any text there. */
function isFree({ type, enum: members, cwd }: RawArg): boolean {
  return type === "string" && members === undefined && !cwd;
}

/** The program that makes a command run anything; undefined where there is none. */
function findInterpreter(words: readonly string[]): string | undefined {
  return findProgram(words) ?? findCodeWords(words);
}

/** One that another program starts with code: `docker exec web sh -c`, `timeout -s KILL 5 bash -c`. */
function findCodeWords(words: readonly string[]): string | undefined {
  const place = words.findIndex((word, at) => INTERPRETERS.test(nameOf(word)) && CODE_OPTION.test(words[at + 1] ?? ""));
  return place === -1 ? undefined : `${nameOf(words[place] ?? "")} ${words[place + 1] ?? ""}`;
}

/** The name of a program in its path. */
function nameOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function findProgram([program = "", ...words]: readonly string[]): string | undefined {
  const name = nameOf(program);
  if (ALWAYS.test(name)) return name;
  if (LAUNCHERS.test(name)) {
    const next = words.findIndex((word) => !word.startsWith("-") && !word.includes("=") && !/^[\d.]+[smhd]?$/.test(word));
    return next === -1 ? name : findProgram(words.slice(next));
  }
  if (name === "find")
    return words.some((word) => FIND_ACTIONS.test(word)) ? `${name} ${words.find((word) => FIND_ACTIONS.test(word)) ?? ""}` : undefined;
  if (LINE_LANGUAGES.test(name)) return words.every((word) => /^-[a-z]?$/i.test(word)) ? name : undefined;
  if (!INTERPRETERS.test(name)) return undefined;
  const [first = ""] = words;
  // `python -m module` and `node script.js` run what the config names.
  if (first === "-m" && words.length > 1) return undefined;
  return first === "" || first.startsWith("-") ? [name, first].join(" ").trimEnd() : undefined;
}
