/** Finds names in a policy that the server does not have. A constraint with a misspelled name would have no effect. */
import { nearNames } from "../text/near-names.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import { isGlob, matchesGlob } from "../policy/expand-policy.ts";
import type { AnyPolicySpec, ToolPolicy } from "../policy/policy-spec.ts";

/** The names that the server does not have, by severity. */
export interface UnmatchedNames {
  /**
   * One fault for each name, with its help on a second line, in the order of the policy. The server must not start unless the list is
   * empty.
   */
  readonly problems: readonly string[];
  /** One fault for each name, in the order of the policy. */
  readonly warnings: readonly string[];
}

/** A name of the policy that the server does not have. */
interface Unmatched {
  readonly fault: string;
  /** The names from which a similar name is suggested. */
  readonly candidates: Iterable<string>;
  readonly name: string;
  /** Remedy if no name is similar. Omitted if the fault is then a warning. */
  readonly remedy?: string;
}

/**
 * Finds the tools, globs and arguments of the policies that `index` does not have. An unknown argument is a problem, and so is an executor
 * for a function. An unknown tool is a
 * problem only if the index has a similar name, and otherwise a warning, because a policy may be written for several servers.
 * @param isDisabled reports whether an embedded policy disables a tool, which `index` no longer has. Such a tool counts as known. An
 * unknown argument of a glob may belong to such a tool, so it is a warning unless a similar name exists. Omitted if `index` has all tools.
 */
export function findUnmatchedNames(
  specs: readonly AnyPolicySpec[],
  index: Pick<ToolIndex, "get" | "names">,
  isDisabled?: (name: string) => boolean,
): UnmatchedNames {
  const found = specs.flatMap((spec) => [...findInTools(spec, index, isDisabled), ...findInApproval(spec, index, isDisabled)]);
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const { fault, candidates, name, remedy } of found) {
    const [near] = nearNames(name, candidates, 1);
    const help = near === undefined ? remedy : `did you mean "${near}"?`;
    if (help === undefined) warnings.push(fault);
    else problems.push(`${fault}\nhelp: ${help}`);
  }
  // A name can occur in several policies.
  return { problems: [...new Set(problems)], warnings: [...new Set(warnings)] };
}

type IndexNames = Pick<ToolIndex, "get" | "names">;

function findInTools({ tools, functions }: AnyPolicySpec, index: IndexNames, isDisabled?: (name: string) => boolean): readonly Unmatched[] {
  // A policy that a program builds can lack `tools`.
  const entries: readonly (readonly [string, ToolPolicy])[] = [...Object.entries(tools ?? {}), ...Object.entries(functions ?? {})];
  return entries.flatMap(([name, { args = {}, executor }]) => {
    if (isGlob(name)) return findInGlob(name, Object.keys(args), index, isDisabled !== undefined);
    const tool = index.get(name);
    if (tool !== undefined) {
      const known = tool.args.map((arg) => arg.name);
      if (executor !== undefined && tool.handler.kind === "function") {
        const fault = `the policy has an executor for "${name}", which is a function of this program and runs in it`;
        return [{ fault, candidates: [], name, remedy: "remove the executor" }];
      }
      return findUnknown(Object.keys(args), known).map((arg): Unmatched => {
        const fault = `the policy constrains "${arg}" of "${name}", which has no such argument`;
        return { fault, candidates: known, name: arg, remedy: "remove the constraint" };
      });
    }
    if (isDisabled?.(name)) return [];
    return [{ fault: `the policy names the tool "${name}", which this server does not have`, candidates: index.names(), name }];
  });
}

function findInGlob(glob: string, args: readonly string[], index: IndexNames, lacksTools: boolean): readonly Unmatched[] {
  const matching = index.names().filter((name) => matchesGlob(glob, name));
  if (matching.length === 0)
    return [{ fault: `the policy names "${glob}", which matches no tool of this server`, candidates: [], name: glob }];
  if (args.length === 0) return [];
  const known = [...new Set(matching.flatMap((name) => index.get(name)?.args.map((arg) => arg.name) ?? []))];
  return findUnknown(args, known).map((arg): Unmatched => {
    const fault = `the policy constrains "${arg}" of "${glob}", and no tool that matches has such an argument`;
    return { fault, candidates: known, name: arg, ...(!lacksTools && { remedy: "remove the constraint" }) };
  });
}

function findInApproval({ approval }: AnyPolicySpec, index: IndexNames, isDisabled?: (name: string) => boolean): readonly Unmatched[] {
  const names = findUnknown(Object.keys(approval?.tools ?? {}), index.names()).filter((name) => !isDisabled?.(name));
  return names.map((name): Unmatched => {
    const fault = `the policy names the tool "${name}" in \`approval.tools\`, which this server does not have`;
    return { fault, candidates: index.names(), name };
  });
}

function findUnknown(names: readonly string[], known: readonly string[]): readonly string[] {
  return names.filter((name) => !known.includes(name));
}
