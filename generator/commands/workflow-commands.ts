/** Keeps text of inputs from giving orders to the service that runs a pipeline, which reads them out of whatever is printed. */

/**
 * How GitHub Actions (`::name …::` where a line begins, `##[…]` anywhere) and Azure Pipelines (`##[…]` and `##vso[…]` anywhere) spell
 * what they obey: `ActionCommand.cs` of actions/runner, `Command.cs` of the Azure Pipelines agent.
 */
const LINE_COMMAND = /^([^\S\n]*):(?=:[^\n]*::)/gm;
const COMMAND_ANYWHERE = /#(?=#(?:vso)?\[)/gi;

/** The text with the first character of each such command written out, as invisible ones are. JSON means the same afterwards. */
export function disarmCommands(text: string): string {
  return disarmBrackets(text).replaceAll(LINE_COMMAND, String.raw`$1\u003a`);
}

/** The same of text whose lines are meant to be commands of GitHub Actions. */
export function disarmBrackets(text: string): string {
  return text.replaceAll(COMMAND_ANYWHERE, String.raw`\u0023`);
}
