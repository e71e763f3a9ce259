/** The question that a user confirms: exactly what will run, and nothing that can be mistaken for it. */
import type { CallValues, CommandPlan } from "./call-plan.ts";
import { maskArgv, maskText } from "./shown-line.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";

/** In UTF-16 units. Nobody reads more than this, and a part that is not shown cannot be confirmed. */
const MAX_COMMAND_LENGTH = 10_000;

/** Of standard input, in UTF-16 units; the question says how much more there is. */
const MAX_INPUT_LENGTH = 2000;

/** The question before a command runs, or `undefined` if the command line is too long to be shown whole. */
export function toCommandQuestion(tool: string, { line, directory: real }: CommandPlan, executor: ExecutorSpec): string | undefined {
  const command = maskArgv(line).map(quoteWord).join(" ");
  // A directory can be a secret argument too.
  const directory = line.cwd?.arg.secret === true ? maskText(line.cwd) : real;
  if (command.length + (directory?.length ?? 0) > MAX_COMMAND_LENGTH) return undefined;
  const sandbox = describeSandbox(executor);
  return [
    `Run this command for the tool ${tool}?`,
    "",
    `    ${command}`,
    ...(directory === undefined ? [] : ["", `In the directory: ${quoteWord(directory)}`]),
    ...(sandbox === undefined ? [] : ["", `In ${sandbox}`]),
    ...(line.stdin === undefined ? [] : ["", describeInput(maskText(line.stdin))]),
  ].join("\n");
}

/** Where a command runs, without anything about the server's own machine; `undefined` if nothing is around it. */
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

/** The question before a tool without a command runs: its arguments, or `undefined` if they are too long to be shown. */
export function toArgumentsQuestion(tool: string, values: CallValues): string | undefined {
  const args = Array.from(values, ([name, value]) => `    ${quoteWord(name)}: ${escapeJson(value)}`);
  const text = args.length === 0 ? "    (no arguments)" : args.join("\n");
  return text.length > MAX_COMMAND_LENGTH ? undefined : `Call the tool ${tool}?\n\n${text}`;
}

function describeInput(stdin: string): string {
  const shown = stdin.slice(0, MAX_INPUT_LENGTH);
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
