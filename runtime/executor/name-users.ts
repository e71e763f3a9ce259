/** Names the tools that an executor serves, in messages to the operator. */

/** Maximum number of tools that a message names. */
const MAX_NAMES = 10;

/** Adds the tools that an executor serves to the start of a message about it, unless it serves every tool. */
export function nameUsers(problem: string, tools: readonly string[] | undefined): string {
  if (tools === undefined) return problem;
  const names = tools.slice(0, MAX_NAMES).join(", ");
  const more = tools.length > MAX_NAMES ? ` and ${tools.length - MAX_NAMES} more` : "";
  return `${tools.length === 1 ? "tool" : "tools"} ${names}${more}: ${problem}`;
}
