/** What a user reads who is asked to confirm a call: exactly what will be done, and nothing that can be mistaken for it. */

export interface QuestionedCall {
  readonly tool: string;
  /** The program and its arguments, secret values as `***`. */
  readonly argv: readonly string[];
  readonly stdin: string | undefined;
  /** `undefined`: the server's own directory, or the one that an executor has by itself. */
  readonly cwd: string | undefined;
  /** In which image or sandbox the command runs. `undefined`: on the server's machine itself. */
  readonly place: string | undefined;
}

/** In UTF-16 units. More than this nobody reads, and a part that is not shown cannot be confirmed. */
const LONGEST_COMMAND = 10_000;

/** Of standard input, in UTF-16 units; how much more there is, is said. */
const LONGEST_INPUT = 2000;

/** The question, or `undefined` where the command line is too long to be shown whole. */
export function toQuestion({ tool, argv, stdin, cwd, place }: QuestionedCall): string | undefined {
  const command = argv.map(quoteWord).join(" ");
  if (command.length + (cwd?.length ?? 0) > LONGEST_COMMAND) return undefined;
  return [
    `Run this command for the tool ${tool}?`,
    "",
    `    ${command}`,
    ...(cwd === undefined ? [] : ["", `In the directory: ${quoteWord(cwd)}`]),
    ...(place === undefined ? [] : ["", `In ${place}`]),
    ...(stdin === undefined ? [] : ["", describeInput(stdin)]),
  ].join("\n");
}

/** The same of a tool that is no command: its arguments, or `undefined` where they are too long. */
export function toArgumentsQuestion(tool: string, given: Readonly<Record<string, unknown>>): string | undefined {
  const args = Object.entries(given).map(([name, value]) => `    ${quoteWord(name)}: ${escapeJson(value)}`);
  const text = args.length === 0 ? "    (no arguments)" : args.join("\n");
  return text.length > LONGEST_COMMAND ? undefined : `Call the tool ${tool}?\n\n${text}`;
}

function describeInput(stdin: string): string {
  const shown = stdin.slice(0, LONGEST_INPUT);
  const more = stdin.length - shown.length;
  return `Standard input${more === 0 ? "" : `, and ${more} characters more that are not shown`}: ${escapeJson(shown)}`;
}

/** A word of letters, digits and harmless signs as it is, any other in quotes, so that a caller cannot write text of its own into the question. */
function quoteWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : escapeJson(word);
}

/** As JSON, and all that is invisible, turns the direction of text or breaks a line as `\u{…}`. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
