/** Reads the rules of all policies for a tool. */
import type { AnyPolicySpec, ArgConstraint, ExecutorSpec, Tool, ToolPolicy } from "@climax-gen/runtime/compiler";
import { ANYWHERE, combineExecutorsInTurn, isWholeSystem } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../../patterns/language.ts";

/**
 * Returns a function that returns the rules of each policy for a tool. Prefixes each relative `within` with the directory that it is
 * resolved against, if policies determine it. This is the `working_dir` of the executor up to this policy, or `{cwd}` for a `cwd` argument
 * that the policies confine.
 */
export function createRulesReader(policies: readonly AnyPolicySpec[]): (tool: Tool) => readonly ToolPolicy[] {
  const combined = combineExecutorsInTurn(policies.map(({ executor }) => executor));
  const executors = combined.kind === "combined" ? combined.executors : [];
  const tables = policies.map(({ tools }, index) => ({ rules: new Map(Object.entries(tools)), directory: workingDirOf(executors[index]) }));
  return ({ name, args }) => {
    const chosen = args.find(({ cwd }) => cwd === true)?.name;
    let isConfined = false;
    return tables.flatMap(({ rules: byTool, directory }) => {
      const rules = byTool.get(name);
      if (rules?.args === undefined) return rules ?? [];
      const constraints = Object.entries(rules.args);
      isConfined ||= constraints.some(([arg, constraint]) => arg === chosen && confinesDirectory(constraint));
      const start = isConfined ? "{cwd}" : directory;
      const ofArgs = constraints.map(([arg, constraint]) => [arg, arg === chosen ? constraint : startWithin(constraint, start)] as const);
      return { ...rules, args: Object.fromEntries(ofArgs) };
    });
  };
}

function workingDirOf(executor: ExecutorSpec | undefined): string | undefined {
  return executor === undefined || executor.type === "local" ? undefined : executor.working_dir;
}

function startWithin(constraint: ArgConstraint, start: string | undefined): ArgConstraint {
  const { within } = constraint;
  return start === undefined || within === undefined || within.startsWith("/")
    ? constraint
    : { ...constraint, within: `${start}/${within}` };
}

/** Any of the directories that a pattern must reject to confine an argument. */
const anyFolder = compileLanguage(ANYWHERE.map(escapePattern).join("|"));

/** Reports whether a constraint confines the directory of a call, by the server's rules for a value without `..`. */
function confinesDirectory({ forbid, equals, one_of, within, pattern }: ArgConstraint): boolean {
  if (forbid === true || equals !== undefined || one_of !== undefined) return true;
  if (within !== undefined && !isWholeSystem(within)) return true;
  return pattern !== undefined && findInIntersection(compileLanguage(pattern), anyFolder).kind !== "found";
}
