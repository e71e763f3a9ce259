/** What a launch policy names and the server does not have: a slip of the pen there is a constraint that protects nothing. */
import { nearNames } from "../tool-index/near-names.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { Policy } from "./policy.ts";

/**
 * One sentence for each tool and argument of the policy that `index` does not have, in the order of the policy, with the name
 * that was probably meant. A policy may be written for several servers, so this is for a warning and never a reason not to start.
 */
export function findUnmatchedNames(policy: Policy, index: Pick<ToolIndex, "get" | "names">): readonly string[] {
  return [...policy.tools].flatMap(([name, { args }]) => {
    const tool = index.get(name);
    if (tool === undefined) return [`the policy names the tool "${name}", which this server does not have${suggest(name, index.names())}`];
    const known = tool.args.map((arg) => arg.name);
    return [...args.keys()]
      .filter((arg) => !known.includes(arg))
      .map((arg) => `the policy constrains "${arg}" of "${name}", which has no such argument${suggest(arg, known)}`);
  });
}

function suggest(name: string, known: readonly string[]): string {
  const [near] = nearNames(name, known, 1);
  return near === undefined ? "" : `, did you mean "${near}"?`;
}
