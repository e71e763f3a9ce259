/** Whether several policies over one server can be combined, and whether they leave anything. */
import { combineExecutorsInTurn, findMovedFolder, isEnabled, toPolicy } from "@climax-gen/runtime";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { DiagnosticPlace } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { CheckedPolicy } from "./check-policy.ts";
import type { CheckedConfig } from "../cli/config.ts";

/**
 * Errors for executors that contradict each other, at the first policy that does not agree with those before it; a warning if each
 * policy enables tools of the configs and all together none. `policies` have no error by themselves.
 */
export function checkPoliciesTogether(
  policies: readonly CheckedPolicy[],
  configs: readonly CheckedConfig[] | undefined,
): readonly Diagnostic[] {
  return [...findConflict(policies), ...(configs ? findNothingLeft(policies, configs) : [])];
}

function findConflict(policies: readonly CheckedPolicy[]): readonly Diagnostic[] {
  const combined = combineExecutorsInTurn(policies.map(({ spec }) => spec.executor));
  if (combined.kind === "conflict") {
    const policy = policies[combined.place];
    const fix = "use the same value in each policy, or set `executor` in only one of them";
    const details = { problem: combined.problem, fix };
    return policy === undefined ? [] : [diagnose("policies-contradict", placeIn(policy, ["executor"]), details)];
  }
  const read = policies.map(({ spec }) => toPolicy(spec));
  const problem = findMovedFolder(read, combined.executors, {});
  const policy = policies.findLast(({ spec }) => spec.executor?.type === "docker");
  if (problem === undefined || policy === undefined) return [];
  return [diagnose("policies-contradict", placeIn(policy, ["executor"]), { problem })];
}

function findNothingLeft(policies: readonly CheckedPolicy[], configs: readonly CheckedConfig[]): readonly Diagnostic[] {
  const names = configs.flatMap(({ config }) => config.tools.map(({ name }) => name));
  const read = policies.map(({ spec }) => toPolicy(spec));
  const leavesSome = (some: typeof read): boolean => names.some((name) => isEnabled(name, some));
  const last = policies.at(-1);
  if (last === undefined || leavesSome(read) || !read.every((policy) => leavesSome([policy]))) return [];
  return [diagnose("policies-leave-nothing", placeIn(last, ["tools"]))];
}

/** The key, or the start of the file where there is none. */
function placeIn({ document: { source, locate } }: CheckedPolicy, path: YamlPath): DiagnosticPlace {
  const found = locate(path);
  return { source, span: found?.key ?? found?.value ?? { start: 0, end: 0 } };
}
