/** Checks whether several policies of one server can be combined, and whether a tool remains. */
import { combineForTools } from "@climax-gen/runtime/internal/policy/executors-of-tools";
import { inOrder, joinPolicies } from "@climax-gen/runtime/internal/policy/join-policies";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import type { CheckedFile, CheckedPolicy } from "../files/checked-file.ts";
import { quote } from "../../text/wording.ts";
import { addressOf, locate, locateClosest, WHOLE_FILE } from "../files/locations.ts";
import { findDefinitions } from "../files/definitions.ts";

/**
 * Checks policies in combination. Returns an error for the first policy whose executor contradicts earlier policies, and for an argument
 * that one entry forbids and another requires. Returns a warning if each policy enables tools and all together enable none. `policies` are
 * expanded and have no errors.
 */
export function checkPoliciesTogether(
  policies: readonly CheckedPolicy[],
  configs: readonly CheckedFile[] | undefined,
): readonly Diagnostic[] {
  return [
    ...findConflict(policies),
    ...findUnenforced(policies, configs),
    ...findForbiddenRequired(policies),
    ...(configs ? findNothingLeft(policies, configs) : []),
  ];
}

/**
 * Returns a warning if policies limit processes of tools without an executor. It is not an error, because a policy at startup can add the
 * executor.
 */
function findUnenforced(policies: readonly CheckedPolicy[], configs: readonly CheckedFile[] | undefined): readonly Diagnostic[] {
  const limiting = policies.find(({ spec }) => spec.limits?.processes !== undefined);
  if (limiting === undefined || policies.some(({ spec }) => spec.executor !== undefined)) return [];
  const own = new Set(policies.flatMap(({ spec }) => Object.keys(spec.tools).filter((name) => spec.tools[name]?.executor !== undefined)));
  const read = policies.map(({ spec }) => toPolicy(spec));
  const commands = (configs ?? []).flatMap((file) => (file.kind === "cli" ? file.tools.map(({ name }) => name) : []));
  if (own.size > 0 && commands.every((name) => own.has(name) || !isEnabled(name, read))) return [];
  return [diagnose("processes-without-executor", locateClosest(limiting, WHOLE_FILE, ["limits", "processes"], "key"))];
}

/**
 * Returns an error for each argument that one entry forbids and another requires. Both can be in one policy: entries of a glob and of a
 * tool.
 */
function findForbiddenRequired(policies: readonly CheckedPolicy[]): readonly Diagnostic[] {
  const constraints = policies.flatMap((policy) =>
    Object.entries(policy.spec.tools).flatMap(([tool, { args = {} }]) =>
      Object.entries(args).map(([arg, rules]) => ({ policy, address: { kind: "arg", tool, arg } as const, rules })),
    ),
  );
  return constraints.flatMap(({ policy, address, rules }) => {
    const { tool, arg } = address;
    const isSame = (one: { readonly address: { readonly tool: string; readonly arg: string } }): boolean =>
      one.address.tool === tool && one.address.arg === arg;
    const other = rules.forbid ? constraints.find((one) => one.rules.required && isSame(one)) : undefined;
    if (other === undefined) return [];
    const problem = `the argument ${quote(arg)} of the tool ${quote(tool)} is forbidden, and required by another entry`;
    const location = locateClosest(policy, address, ["forbid"], "key");
    const contradiction = diagnose("policies-contradict", location, { problem, fix: "remove one of the two constraints" });
    return [withRelated(contradiction, "required here", locateClosest(other.policy, address, ["required"], "key"))];
  });
}

function findConflict(policies: readonly CheckedPolicy[]): readonly Diagnostic[] {
  const combined = combineForTools(
    policies.map(({ spec }) => toPolicy(spec)),
    { variables: {} },
  );
  if (combined.kind === "combined") return [];
  const { problem, index, tools: [tool] = [] } = combined;
  const isSandboxed = ({ spec }: CheckedPolicy): boolean =>
    (spec.executor?.type ?? "local") === "docker" || (tool !== undefined && spec.tools[tool]?.executor?.type === "docker");
  const policy = index === undefined ? policies.findLast(isSandboxed) : policies[index];
  if (policy === undefined) return [];
  const fix =
    index === undefined
      ? "change the `executor`, or remove `within` from the earlier policy"
      : "use the same value in each policy, or set `executor` in only one of them";
  const details = { problem: tool === undefined ? problem : `the tool ${quote(tool)}: ${problem}`, fix };
  return [diagnose("policies-contradict", locateExecutor(policy, tool), details)];
}

/** Returns the location of the executor that applies to a tool. */
function locateExecutor(policy: CheckedPolicy, tool: string | undefined): SourceLocation {
  const own = tool === undefined ? undefined : locate(policy, addressOf(tool), ["executor"], "key");
  return own ?? locateKey(policy, "executor");
}

function findNothingLeft(policies: readonly CheckedPolicy[], configs: readonly CheckedFile[]): readonly Diagnostic[] {
  const names = configs.flatMap(({ tools }) => tools.map(({ name }) => name));
  const read = policies.map(({ spec }) => toPolicy(spec));
  const leavesSome = (some: typeof read): boolean => names.some((name) => isEnabled(name, some));
  const last = policies.at(-1);
  if (last === undefined || leavesSome(read) || !read.every((policy) => leavesSome([policy]))) return [];
  return [diagnose("policies-leave-nothing", locateKey(last, "tools"))];
}

/** Returns the location of a key, or of the start of the file if it lacks the key. */
function locateKey(policy: CheckedPolicy, key: string): SourceLocation {
  return locate(policy, WHOLE_FILE, [key], "key") ?? { source: policy.document.source, span: { start: 0, end: 0 } };
}

/**
 * Returns policies without globs and levels of `approval`, in the order in which they apply. Each has the file that its rules are in.
 * @param files the policy, then the policies that it includes
 */
export function expandFiles(files: readonly CheckedPolicy[], configs: readonly CheckedFile[]): readonly CheckedPolicy[] {
  const tools = [...findDefinitions(configs).values()].map(({ kind, tool }) => ({
    name: tool.name,
    args: tool.args,
    ...(kind === "directive" ? { risk: "read" as const } : tool.risk !== undefined && { risk: tool.risk }),
  }));
  const joined = joinPolicies(
    files.map(({ spec }) => spec),
    tools,
  );
  return inOrder(
    files.map((file, index) => (joined[index] ?? []).map((spec, layer): CheckedPolicy => ({ ...file, spec, ...(layer > 0 && { layer }) }))),
  );
}
