/** Identifiers of the constants and interfaces in a generated CLI module. */

/** The identifiers of a tool. */
export interface ToolIdentifiers {
  /** Identifier of the constant: the tool's name if it is a valid identifier. */
  readonly constName: string;
  /** Identifier of the interface of the arguments: `GitLogArgs` for `git_log`. */
  readonly interfaceName: string;
}

/** Names that every CLI module imports or declares itself. */
export const CLI_MODULE_NAMES: readonly string[] = ["AnyToolSpec", "CliSpec", "ExactlyOne", "ToolSpec", "ToolArgs", "cli", "tools"];

/** Identifiers that the module of a Directive definition uses itself. */
export const DIRECTIVE_MODULE_NAMES: readonly string[] = ["DirectiveSpec", "DirectiveToolSpec", "ToolArgs", "directive", "tools"];

/** Words that cannot name an exported constant of a module, and names of global values, which would mislead a reader. */
const RESERVED_WORDS = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw " +
    "true try typeof var void while with yield arguments eval undefined NaN Infinity globalThis exports require module __esModule"
  ).split(" "),
);

/**
 * Letters of identifiers: Latin, Greek, Cyrillic, kana, Han, Hangul. Other letters depend on the Unicode version of Node.js, TypeScript and
 * bundlers, and generated code must be identical and valid with all of them.
 */
const LETTERS = "A-Za-zÀ-ÖØ-öø-ɏΆΈ-ΊΌΎ-ΡΣ-ώЀ-ҁҊ-ԯぁ-ゖァ-ヺ一-龥가-힣";
const IDENTIFIER = new RegExp(`^[${LETTERS}$_][${LETTERS}$_0-9]*$`);
const OTHER_CHARACTER = new RegExp(`[^${LETTERS}$_0-9]`, "gu");

/**
 * Returns identifiers for the tools of one module, by index. They are unique in the module. A name that is a valid identifier is used
 * unchanged, regardless of the tools before it, so that a new tool does not rename others.
 */
export function nameTools(names: readonly string[], moduleNames: readonly string[] = CLI_MODULE_NAMES): readonly ToolIdentifiers[] {
  const taken = new Set(moduleNames);
  for (const name of names) if (isIdentifier(name)) taken.add(name);
  const constNames = names.map((name) => (isIdentifier(name) && !moduleNames.includes(name) ? name : claim(toIdentifier(name), taken)));
  return names.map((name, index) => ({
    constName: constNames[index] ?? name,
    interfaceName: claim(`${toPascalCase(name)}Args`, taken),
  }));
}

/** Reports whether the text is a valid name of an exported constant. */
export function isIdentifier(text: string): boolean {
  return isIdentifierName(text) && !RESERVED_WORDS.has(text);
}

/** Reports whether the text is valid as an unquoted key. Reserved words are valid. */
export function isIdentifierName(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** Returns the preferred name, or the first free one of `name_2`, `name_3`…, and reserves it. */
export function claim(wanted: string, taken: Set<string>, separator = "_"): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${separator}${number}`;
  taken.add(name);
  return name;
}

function toIdentifier(name: string): string {
  const replaced = name.replaceAll(OTHER_CHARACTER, "_");
  const started = /^[0-9]/.test(replaced) || replaced === "" ? `_${replaced}` : replaced;
  return isIdentifier(started) ? started : `${started}_`;
}

/** Converts `git_log` to `GitLog`, without characters that identifiers cannot have. */
export function toPascalCase(name: string): string {
  const words = name.replaceAll(OTHER_CHARACTER, "_").split(/[_$]+/);
  const joined = words.map((word) => capitalize(word.charAt(0)) + word.slice(1)).join("");
  return /^[0-9]/.test(joined) || joined === "" ? `_${joined}` : joined;
}

/** Capitalizes a letter. Keeps a letter whose capital has several characters or is not valid in an identifier. */
function capitalize(letter: string): string {
  const capital = letter.toUpperCase();
  return isIdentifierName(capital) ? capital : letter;
}
