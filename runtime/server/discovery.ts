/** Describes the tools of a server, for agents that have not searched yet. */
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";

/** Maximum length of the list of CLIs, in UTF-16 units. */
export const MAX_OVERVIEW = 600;

/** Space for the number of CLIs that are not in the list. */
const REST_LENGTH = ", and 1000000 more CLIs.".length;

/**
 * Returns one sentence that names the CLIs with their numbers of tools, in index order: `17 tools in 2 CLIs: docker (5), git (12).` If
 * the sentence would be longer than `MAX_OVERVIEW`, it ends with the number of the other CLIs. Returns "" for an index without tools.
 */
export function describeClis(index: Pick<ToolIndex, "summary" | "toolCount">): string {
  const clis = index.summary(Infinity).map(({ name, tool_count }) => `${name.replaceAll(/\s+/g, " ")} (${tool_count})`);
  if (clis.length === 0) return "";
  const head = `${count(index.toolCount, "tool")} in ${count(clis.length, "CLI")}: `;
  const whole = `${head}${clis.join(", ")}.`;
  if (whole.length <= MAX_OVERVIEW) return whole;
  const fitting: string[] = [];
  let room = MAX_OVERVIEW - head.length - REST_LENGTH;
  for (const cli of clis) {
    room -= cli.length + ", ".length;
    if (room < 0) break;
    fitting.push(cli);
  }
  if (fitting.length === 0) return `${head.slice(0, -": ".length)}.`;
  return `${head}${fitting.join(", ")}, and ${clis.length - fitting.length} more CLIs.`;
}

/** Returns the `instructions` of a server with progressive discovery. */
export function writeInstructions(index: Pick<ToolIndex, "summary" | "toolCount">, { splitCalls }: DiscoveryOptions): string {
  const reading = splitCalls === true ? `, or with ${READ_TOOL} if its risk is read` : "";
  const steps = `Find CLI tools with ${SEARCH_TOOL}, then run one with ${CALL_TOOL}${reading}. A search without filters lists the CLIs.`;
  const overview = describeClis(index);
  return overview === "" ? steps : `${steps}\n\n${overview}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
