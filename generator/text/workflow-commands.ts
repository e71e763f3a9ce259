/** Escapes text of inputs that a CI service would execute as a command in the output. */

/**
 * Syntax of commands in GitHub Actions (`::name …::` at the start of a line, `##[…]` anywhere) and Azure Pipelines (`##[…]` and `##vso[…]`
 * anywhere). Sources: `ActionCommand.cs` of actions/runner, `Command.cs` of the Azure Pipelines agent.
 */
const LINE_COMMAND = /^([^\S\n]*):(?=:[^\n]*::)/gm;
const COMMAND_ANYWHERE = /#(?=#(?:vso)?\[)/gi;

/** Escapes the first character of each command as `\u003a` or `\u0023`. The value of JSON text does not change. */
export function disarmCommands(text: string): string {
  return disarmBrackets(text).replaceAll(LINE_COMMAND, String.raw`$1\u003a`);
}

/** Escapes only the commands with `##[…]`, for text whose lines are intended GitHub Actions commands. */
export function disarmBrackets(text: string): string {
  return text.replaceAll(COMMAND_ANYWHERE, String.raw`\u0023`);
}
