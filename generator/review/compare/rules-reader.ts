/** Reads the rules of all policies for a tool. */
import type { AnyPolicySpec, ArgConstraint, ExecutorSpec, Tool, ToolPolicy } from "@climax-gen/runtime/compiler";
import { ANYWHERE, combineExecutorsInTurn, commandOf, isWholeSystem, placeOf } from "@climax-gen/runtime/compiler";
import { compileLanguage, escapePattern, findInIntersection } from "../../patterns/language.ts";

/**
 * Returns a function that returns the rules of each policy for a tool. Prefixes each relative `within` with the directory that it is
 * resolved against, if it is known. This is the `working_dir` of the executor up to this policy or of the config, or `{cwd}` for a `cwd`
 * argument that the policies confine.
 */
export function createRulesReader(policies: readonly AnyPolicySpec[]): (tool: Tool) => readonly ToolPolicy[] {
  const combined = combineExecutorsInTurn(policies.map(({ executor }) => executor));
  const executors = combined.kind === "combined" ? combined.executors : [];
  const tables = policies.map(({ tools }, index) => ({ rules: new Map(Object.entries(tools)), executor: executors[index] }));
  return (tool) => {
    const { name, args } = tool;
    const chosen = args.find((arg) => placeOf(arg) === "directory")?.name;
    let isConfined = false;
    return tables.flatMap(({ rules: byTool, executor }) => {
      const rules = byTool.get(name);
      if (rules?.args === undefined) return rules ?? [];
      const constraints = Object.entries(rules.args);
      isConfined ||= constraints.some(([arg, constraint]) => arg === chosen && confinesDirectory(constraint));
      const start = isConfined ? "{cwd}" : directoryOf(tool, executor);
      const ofArgs = constraints.map(([arg, constraint]) => [arg, arg === chosen ? constraint : startWithin(constraint, start)] as const);
      return { ...rules, args: Object.fromEntries(ofArgs) };
    });
  };
}

/** Returns the directory in which the tool starts under an executor. Undefined if it is that of the server or of an image. */
function directoryOf(tool: Tool, executor: ExecutorSpec = { type: "local" }): string | undefined {
  if (executor.type !== "local" && executor.working_dir !== undefined) return executor.working_dir;
  return executor.type === "docker" ? undefined : commandOf(tool)?.program.working_dir;
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
