/** Builds the confirmation prompt: the exact command, escaped so that no part of the command can imitate the prompt. */
import type { CallValues, CommandPlan } from "./call-plan.ts";
import { maskArgv, maskText } from "../command-line/shown-line.ts";
import type { PlacedText } from "../command-line/command-line.ts";
import { describeExecutor } from "../executor/describe-executor.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { MASK } from "../text/mask.ts";

/** Maximum length of a command, in UTF-16 units. A user cannot review more, and must not confirm a part that is not shown. */
const MAX_COMMAND_LENGTH = 10_000;

/** Maximum length of standard input that is shown, in UTF-16 units. The prompt states how much is left out. */
const MAX_INPUT_LENGTH = 2000;

/** Replaces the secrets of a call that occur in a text, such as in a value that is not secret itself. */
export type HideSecrets = (text: string) => string;

/** The parts of a prompt. Each string is one line before it is wrapped. */
export interface Prompt {
  /** The command line, or the arguments of a tool that runs no command. */
  readonly call: readonly string[];
  /** The question for a tool without a message. */
  readonly question: string;
  /** The surroundings and the input of the command. */
  readonly details: readonly string[];
}

/**
 * Returns the text of the prompt: the call, the question and the details. There are no blank lines, because some clients show only the first
 * three lines. `message` replaces the question.
 */
export function formatPrompt({ call, question, details }: Prompt, message = question): string {
  const lines = [...call.flatMap((line) => wrapLines(line, INDENT)), ...[message, ...details].flatMap((line) => wrapLines(line))];
  return [...lines, ...(lines.some((line) => line.includes(MASK)) ? [HIDDEN] : [])].join("\n");
}

/** Explains a mask in the lines above. */
const HIDDEN = `${MASK} (hidden): a secret value`;

/** Returns the prompt for a command, or `undefined` if the command line is too long to be shown in full. */
export function toCommandPrompt(
  tool: string,
  { line, directory: real }: CommandPlan,
  { executor, hide }: { readonly executor: ExecutorSpec; readonly hide: HideSecrets },
): Prompt | undefined {
  const command = maskArgv(line).map(hide).map(quoteWord).join(" ");
  // The working directory can be a secret argument.
  const directory = line.cwd?.arg.secret === true ? maskText(line.cwd) : real;
  if (command.length + (directory?.length ?? 0) > MAX_COMMAND_LENGTH) return undefined;
  const show = (text: PlacedText): string => hide(maskText(text));
  return {
    call: [command],
    question: `Run this command for the tool ${tool}?`,
    details: [
      ...(directory === undefined ? [] : [`In the directory: ${quoteWord(hide(directory))}`]),
      ...(executor.type === "local" ? [] : [`In ${describeExecutor(executor)}`]),
      ...(line.variables ?? []).map((variable) => `With ${quoteWord(variable.name)}=${escapeJson(show(variable))}`),
      ...(line.files ?? []).map((file) => describeInput(`The file ${file.path}`, show(file))),
      ...(line.stdin === undefined ? [] : [describeInput("Standard input", show(line.stdin))]),
    ],
  };
}

/** Returns the prompt for a tool that does not run a command: its arguments, with secrets masked. Returns `undefined` if they are too long. */
export function toArgumentsPrompt(tool: string, values: CallValues): Prompt | undefined {
  const args = Array.from(values, ([name, value]) => `${quoteWord(name)}: ${escapeJson(value)}`);
  const length = args.reduce((sum, line) => sum + line.length + INDENT.length + 1, 0);
  if (length > MAX_COMMAND_LENGTH) return undefined;
  return { call: args.length === 0 ? ["(no arguments)"] : args, question: `Call the tool ${tool}?`, details: [] };
}

function describeInput(what: string, text: string): string {
  const shown = text.slice(0, MAX_INPUT_LENGTH);
  const more = text.length - shown.length;
  return `${what}${more === 0 ? "" : `, and ${more} characters more that are not shown`}: ${escapeJson(shown)}`;
}

/** Quotes a word unless it consists of letters, digits and safe punctuation, so that a caller cannot add its own text to the prompt. */
function quoteWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : escapeJson(word);
}

/** Serializes a value as JSON, and escapes invisible characters, bidirectional controls and line separators as `\u{…}`. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Maximum length of a line, in code points. */
const PROMPT_COLUMNS = 70;

/** Start of each line after the first. Text without line breaks can therefore not add a line that looks like another part of a prompt. */
const INDENT = "    ";

/**
 * Splits a text without line breaks into lines of at most `PROMPT_COLUMNS`. Splits after a space if there is one in the second half of the
 * line. The lines without the indentation are the text. `first` is the start of the first line.
 */
function wrapLines(text: string, first = ""): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(text);
  let start = first;
  for (;;) {
    const room = PROMPT_COLUMNS - start.length;
    if (rest.length <= room) return [...lines, `${start}${rest.join("")}`];
    const space = rest.lastIndexOf(" ", room - 1);
    const end = space >= room / 2 ? space + 1 : room;
    lines.push(`${start}${rest.slice(0, end).join("")}`);
    rest = rest.slice(end);
    start = INDENT;
  }
}
