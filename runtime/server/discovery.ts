/** Describes the tools of a server, for agents that have not searched yet. */
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";

/** Maximum length of the list of CLIs in the description of `climax_search`, in UTF-16 units. */
export const MAX_OVERVIEW = 600;

/** Maximum length of the instructions, in UTF-16 units. Codex shows the model no more, and only the first line. */
export const MAX_INSTRUCTIONS = 250;

/** Space for the number of CLIs that are not in the list. */
const REST_LENGTH = ", and 1000000 more CLIs.".length;

type Summarized = Pick<ToolIndex, "summary" | "toolCount">;

/**
 * Returns one sentence that names the CLIs with their numbers of tools, in index order: `17 tools in 2 CLIs: docker (5), git (12).` If
 * the sentence would be longer than `length`, in UTF-16 units, it ends with the number of the other CLIs. Returns "" for an index without
 * tools.
 */
export function describeClis(index: Summarized, length = MAX_OVERVIEW): string {
  const clis = index.summary(Infinity).map(({ name, tool_count }) => `${name.replaceAll(/\s+/g, " ")} (${tool_count})`);
  if (clis.length === 0) return "";
  const head = `${count(index.toolCount, "tool")} in ${count(clis.length, "CLI")}: `;
  const whole = `${head}${clis.join(", ")}.`;
  if (whole.length <= length) return whole;
  const fitting: string[] = [];
  let room = length - head.length - REST_LENGTH;
  for (const cli of clis) {
    room -= cli.length + ", ".length;
    if (room < 0) break;
    fitting.push(cli);
  }
  if (fitting.length === 0) return `${head.slice(0, -": ".length)}.`;
  return `${head}${fitting.join(", ")}, and ${clis.length - fitting.length} more CLIs.`;
}

/**
 * Returns the `instructions` of a server: one line of at most `MAX_INSTRUCTIONS` UTF-16 units that begins with the CLIs. Returns "" for a
 * classic server without tools.
 */
export function writeInstructions(index: Summarized, { classic, splitCalls }: DiscoveryOptions & { readonly classic: boolean }): string {
  const reading = splitCalls === true ? `, or with ${READ_TOOL} if its risk is read` : "";
  const steps = classic ? "" : `Find CLI tools with ${SEARCH_TOOL}, then run one with ${CALL_TOOL}${reading}.`;
  const overview = describeClis(index, MAX_INSTRUCTIONS - steps.length - " ".length);
  return [overview, steps].filter((sentence) => sentence !== "").join(" ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
