/** Identifiers of the constants and interfaces in a generated CLI module. */

export interface ToolIdentifiers {
  /** The tool's name where it can be an identifier. */
  readonly constName: string;
  /** Pascal case and `Args`: `GitLogArgs` for `git_log`. */
  readonly interfaceName: string;
}

/** Names that every CLI module imports or declares itself. */
const MODULE_NAMES = ["CliSpec", "ToolSpec", "ToolArgs", "cli", "tools"];

/** Words that cannot name an exported constant of a module, and global values that a reader would take it for. */
const RESERVED_WORDS = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw " +
    "true try typeof var void while with yield arguments eval undefined NaN Infinity globalThis exports require module __esModule"
  ).split(" "),
);

/** As Unicode defines it, without the joiners U+200C and U+200D, which nobody sees. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * Identifiers for the tools of one module, by index; no two of the module are equal. A name that can be an identifier keeps it
 * whatever stands before it, so that a new tool does not rename others.
 */
export function nameTools(names: readonly string[]): readonly ToolIdentifiers[] {
  const taken = new Set(MODULE_NAMES);
  for (const name of names) if (isIdentifier(name)) taken.add(name);
  const constNames = names.map((name) => (isIdentifier(name) && !MODULE_NAMES.includes(name) ? name : claim(toIdentifier(name), taken)));
  return names.map((name, index) => ({
    constName: constNames[index] ?? name,
    interfaceName: claim(`${toPascalCase(name)}Args`, taken),
  }));
}

/** Whether a text can name an exported constant. */
export function isIdentifier(text: string): boolean {
  return isIdentifierName(text) && !RESERVED_WORDS.has(text);
}

/** Whether a text can be a key without quotes; reserved words can. */
export function isIdentifierName(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** The wanted name, or the first free one of `name_2`, `name_3`…; it is taken from then on. */
export function claim(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  taken.add(name);
  return name;
}

function toIdentifier(name: string): string {
  const replaced = name.replaceAll(/[^\p{ID_Continue}$]/gu, "_");
  const started = /^[\p{ID_Start}$_]/u.test(replaced) ? replaced : `_${replaced}`;
  return isIdentifier(started) ? started : `${started}_`;
}

function toPascalCase(name: string): string {
  const words = name.split(/[^\p{ID_Continue}]+|_+/u).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{ID_Start}/u.test(joined) ? joined : `_${joined}`;
}
