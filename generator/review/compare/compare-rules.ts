/** Reads the rules of all policies for a tool, and compares them. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { AnyPolicySpec, ExecutorSpec, ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { listedValues } from "@climax-gen/runtime/internal/constraint/constraints";
import { combineExecutorsInTurn } from "@climax-gen/runtime/internal/policy/combine-executors";
import { ANYWHERE, isWholeSystem } from "@climax-gen/runtime/internal/policy/path-context";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { argConstraints, scopesOfRules } from "../../describe/describe-policy.ts";
import { compileLanguage, escapePattern, findInIntersection } from "../../patterns/language.ts";
import type { Finding, Subject } from "../change.ts";
import { compareAllConstraints } from "./compare-constraints.ts";
import { findDifference, findEffects, findSwitch, listValues } from "./finding.ts";
import { pairArgs } from "./pairing.ts";

/**
 * Returns a function that returns the rules of each policy for a tool. Prefixes each relative `within` with the directory that it is
 * resolved against, if it is known. This is the `working_dir` of the executor up to this policy or of the config, or `{cwd}` for a `cwd`
 * argument that the policies confine.
 */
export function createRulesReader(policies: readonly AnyPolicySpec[]): (tool: Tool) => readonly ToolPolicy[] {
  const tables = policies.map(({ tools, executor }) => ({ rules: new Map(Object.entries(tools)), executor }));
  return (tool) => {
    const { name, args } = tool;
    const chosen = args.find((arg) => placeOf(arg) === "directory")?.name;
    const combined = combineExecutorsInTurn(tables.map(({ rules: byTool, executor }) => byTool.get(name)?.executor ?? executor));
    const executors = combined.kind === "combined" ? combined.executors : [];
    let isConfined = false;
    return tables.flatMap(({ rules: byTool }, index) => {
      const rules = byTool.get(name);
      if (rules?.args === undefined) return rules ?? [];
      const constraints = Object.entries(rules.args);
      isConfined ||= constraints.some(([arg, constraint]) => arg === chosen && confinesDirectory(constraint));
      const start = isConfined ? "{cwd}" : directoryOf(tool, executors[index]);
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
function confinesDirectory(constraint: ArgConstraint): boolean {
  const { forbid, within, pattern } = constraint;
  if (forbid === true || listedValues(constraint) !== undefined) return true;
  if (within !== undefined && !isWholeSystem(within)) return true;
  return pattern !== undefined && findInIntersection(compileLanguage(pattern), anyFolder).kind !== "found";
}

interface RulesOfSides {
  readonly old: readonly ToolPolicy[];
  readonly new: readonly ToolPolicy[];
}

/** Compares the policies of a tool, and the description that they can replace. */
export function compareRules([old, now]: readonly [Tool, Tool], rules: RulesOfSides, subject: Subject): readonly Finding[] {
  const values = { key: "confirm", old: asksFirst(rules.old), new: asksFirst(rules.new) };
  // A level of `approval` can include another risk.
  const policyKeys =
    old.risk === now.risk
      ? [
          ["approval", "tools", now.name],
          ["approval", "global"],
        ]
      : [];
  const confirm = findSwitch(["confirm-added", "confirm-removed"], subject, values).map((finding) => ({
    ...finding,
    isPolicy: true,
    policyKeys,
  }));
  const descriptions = { key: "description", old: old.description, new: now.description };
  const isReplaced = [...rules.old, ...rules.new].some(({ description }) => description);
  const ofTool = [
    ...confirm,
    ...compareScopes(scopesOfRules(rules.old), scopesOfRules(rules.new), subject),
    ...findDifference("description-changed", subject, descriptions).map((finding) => ({ ...finding, isPolicy: isReplaced })),
  ];
  const constraints = { old: argConstraints(rules.old), new: argConstraints(rules.new) };
  if (constraints.old.size === 0 && constraints.new.size === 0) return ofTool;
  const { pairs, removed, added } = pairArgs(old.args, now.args);
  return [
    ...ofTool,
    ...pairs.flatMap(([before, after]) => {
      const ofArg: Subject = { ...subject, arg: { old: before.name, new: after.name } };
      const [left, right] = [constraints.old.get(before.name) ?? [], constraints.new.get(after.name) ?? []];
      return [...compareAllConstraints(left, right, ofArg), ...compareRejectedDefaults([before, left], [after, right], ofArg)];
    }),
    // For an argument on one side only, `required` is the only constraint that affects calls without it.
    ...removed.flatMap(({ name }) => compareAllConstraints(requiredBy(constraints.old.get(name)), [], { ...subject, arg: { old: name } })),
    ...added.flatMap(({ name }) => compareAllConstraints([], requiredBy(constraints.new.get(name)), { ...subject, arg: { new: name } })),
  ];
}

function compareScopes(old: readonly string[], now: readonly string[], subject: Subject): readonly Finding[] {
  const added = now.filter((scope) => !old.includes(scope));
  const removed = old.filter((scope) => !now.includes(scope));
  return findEffects({ subject, isPolicy: true, keys: ["scopes"], old, new: now }, [
    ["scopes-loosened", removed.length > 0 && `callers no longer need ${listValues(removed)}`],
    ["scopes-tightened", added.length > 0 && `callers need ${listValues(added)}`],
  ]);
}

function asksFirst(rules: readonly ToolPolicy[]): boolean | undefined {
  return rules.some(({ confirm }) => confirm) || undefined;
}

function requiredBy(constraints: readonly ArgConstraint[] = []): readonly ArgConstraint[] {
  return constraints.some(({ required }) => required) ? [{ required: true }] : [];
}

type Constrained = readonly [arg: ToolArg, constraints: readonly ArgConstraint[]];

/** Compares whether `equals` rejects a default `false`, which is checked although it writes no word. */
function compareRejectedDefaults(old: Constrained, now: Constrained, subject: Subject): readonly Finding[] {
  const [before, after] = [old, now].map(
    ([arg, constraints]) => arg.default === false && constraints.some(({ equals }) => equals !== undefined && String(equals) !== "false"),
  );
  if (old[0].default === now[0].default || before === after) return [];
  const [code, effect] = after ? (["equals-tightened", "rejects"] as const) : (["equals-loosened", "no longer rejects"] as const);
  return [{ code, subject, keys: ["default"], message: `\`equals\` ${effect} calls without the argument` }];
}
