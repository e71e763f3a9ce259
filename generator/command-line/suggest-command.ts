/** Suggests a command for an unknown one. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { shellPath } from "../text/shell-word.ts";
import { escapeUnprintable } from "../text/wording.ts";

/** Names of commands in other programs, and the command of climax-gen for each. */
const FOREIGN_COMMANDS: ReadonlyMap<string, string> = new Map([
  ["check", "validate"],
  ["lint", "validate"],
  ["test", "validate"],
  ["ls", "list"],
  ["tools", "list"],
  ["show", "explain"],
  ["find", "search"],
  ["query", "search"],
  ["compare", "diff"],
  ["pack", "package"],
  ["bundle", "package"],
  ["add", "install"],
  ["exec", "call"],
  ["server", "serve"],
  ["dev", "serve"],
  ["new", "init"],
  ["help", "--help"],
]);

/** Other names for generating, which is not a separate command. */
const GENERATE_WORDS: ReadonlySet<string> = new Set(["generate", "gen", "build", "compile", "create", "make", "emit"]);

/** Other names for starting the generated server. */
const START_WORDS: ReadonlySet<string> = new Set(["run", "start"]);

/** Returns the help for a word that is not an input. Returns undefined if it is not similar to a command. */
export function suggestCommand([word = "", ...inputs]: readonly string[], names: readonly string[], output = "out/"): string | undefined {
  if (GENERATE_WORDS.has(word)) {
    const named = inputs.length === 0 ? "configs/" : inputs.map(showPath).join(" ");
    return `generate without a command: climax-gen ${named} -o ${showPath(output)}`;
  }
  const [command] = inputs;
  if (word === "help" && command !== undefined && names.includes(command)) return `run \`climax-gen ${command} --help\``;
  if (START_WORDS.has(word)) return `start a generated server with: node ${showPath(serverIn(output))}`;
  const [near] = /^[a-z]+$/i.test(word) ? nearNames(word, names, 1) : [];
  const meant = FOREIGN_COMMANDS.get(word) ?? near;
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** Reports whether a word names a feature that has no command. */
export function isCommandWord(word: string): boolean {
  return GENERATE_WORDS.has(word) || START_WORDS.has(word);
}

/** Returns the command with the trailing nonexistent inputs as part of the query. Returns undefined if all inputs exist. */
export function suggestQuotes(inputs: readonly string[], query: string, exists: (path: string) => boolean): string | undefined {
  const last = inputs.findLastIndex(exists);
  if (last === -1 || last === inputs.length - 1) return undefined;
  const text = [...inputs.slice(last + 1), query].join(" ");
  const paths = inputs.slice(0, last + 1).map(showPath);
  return ["climax-gen search", ...paths, escapeUnprintable(shellWord(text))].join(" ");
}

/** Returns the help for a generated project that is passed as an input: the commands that accept it. */
export function adviseGenerated(folder: string): string {
  const out = showPath(folder);
  const commands = [
    `node ${showPath(serverIn(folder))}`,
    `climax-gen install ${out} --client claude-code`,
    `climax-gen <inputs> -o ${out}`,
  ];
  const [start, install, update] = commands.map((command) => `\`${command}\``);
  return `start its server with ${start}, register it with a client (${install}), or update it (${update})`;
}

function serverIn(folder: string): string {
  return `${folder.replace(/\/$/, "")}/dist/server.mjs`;
}

/** Quotes a path for a shell, on one line. */
function showPath(path: string): string {
  return escapeUnprintable(shellPath(path));
}
