/** Finds names in a policy that the server does not have. A constraint of a misspelled name would be lost. */
import { nearNames } from "../text/near-names.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { Policy } from "../policy/policy.ts";

export interface UnmatchedNames {
  /** One fault for each, with its help on a second line, in the order of the policy. The server must not start. */
  readonly problems: readonly string[];
  /** One fault for each, in the order of the policy. */
  readonly warnings: readonly string[];
}

/**
 * Finds the tools and arguments of the policy that `index` does not have. An unknown argument of a known tool is a problem, and so is an
 * unknown tool if the index has a similar name. Any other unknown tool is a warning, because a policy may be written for several servers.
 * A tool that an embedded policy disables is neither.
 */
export function findUnmatchedNames(
  policy: Policy,
  index: Pick<ToolIndex, "get" | "names">,
  isDisabled: (name: string) => boolean = () => false,
): UnmatchedNames {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [name, { args }] of policy.tools) {
    const tool = index.get(name);
    if (tool === undefined) {
      if (isDisabled(name)) continue;
      const [near] = nearNames(name, index.names(), 1);
      const fault = `the policy names the tool "${name}", which this server does not have`;
      if (near === undefined) warnings.push(fault);
      else problems.push(`${fault}\nhelp: did you mean "${near}"?`);
      continue;
    }
    const known = tool.args.map((arg) => arg.name);
    for (const arg of args.keys()) {
      if (known.includes(arg)) continue;
      const [near] = nearNames(arg, known, 1);
      const help = near === undefined ? "remove the constraint" : `did you mean "${near}"?`;
      problems.push(`the policy constrains "${arg}" of "${name}", which has no such argument\nhelp: ${help}`);
    }
  }
  return { problems, warnings };
}
