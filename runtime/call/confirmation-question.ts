/** Builds the confirmation prompt: the exact command, escaped so that no part of the command can imitate the prompt. */
import type { CallValues, CommandPlan } from "./call-plan.ts";
import { maskArgv, maskText } from "../command-line/shown-line.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";

/** Maximum length of a command, in UTF-16 units. A user cannot review more, and must not confirm a part that is not shown. */
const MAX_COMMAND_LENGTH = 10_000;

/** Maximum length of standard input that is shown, in UTF-16 units. The prompt states how much is left out. */
const MAX_INPUT_LENGTH = 2000;

/** Returns the prompt for a command, or `undefined` if the command line is too long to be shown in full. */
export function toCommandQuestion(tool: string, { line, directory: real }: CommandPlan, executor: ExecutorSpec): string | undefined {
  const command = maskArgv(line).map(quoteWord).join(" ");
  // The working directory can be a secret argument.
  const directory = line.cwd?.arg.secret === true ? maskText(line.cwd) : real;
  if (command.length + (directory?.length ?? 0) > MAX_COMMAND_LENGTH) return undefined;
  const sandbox = describeSandbox(executor);
  return [
    `Run this command for the tool ${tool}?`,
    "",
    `    ${command}`,
    ...(directory === undefined ? [] : ["", `In the directory: ${quoteWord(directory)}`]),
    ...(sandbox === undefined ? [] : ["", `In ${sandbox}`]),
    ...(line.variables ?? []).flatMap((variable) => ["", `With ${quoteWord(variable.name)}=${escapeJson(maskText(variable))}`]),
    ...(line.files ?? []).flatMap((file) => ["", describeInput(`The file ${file.path}`, maskText(file))]),
    ...(line.stdin === undefined ? [] : ["", describeInput("Standard input", maskText(line.stdin))]),
  ].join("\n");
}

/** Describes the sandbox of a command without details of the server's machine. Returns `undefined` if there is no sandbox. */
function describeSandbox(executor: ExecutorSpec): string | undefined {
  switch (executor.type) {
    case "local":
      return undefined;
    case "docker":
      return `a container of the image ${executor.image}`;
    case "bubblewrap":
      return "a bubblewrap sandbox";
  }
}

/** Returns the prompt for a tool that does not run a command. The prompt shows the arguments. Returns `undefined` if they are too long. */
export function toArgumentsQuestion(tool: string, values: CallValues): string | undefined {
  const args = Array.from(values, ([name, value]) => `    ${quoteWord(name)}: ${escapeJson(value)}`);
  const text = args.length === 0 ? "    (no arguments)" : args.join("\n");
  return text.length > MAX_COMMAND_LENGTH ? undefined : `Call the tool ${tool}?\n\n${text}`;
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
