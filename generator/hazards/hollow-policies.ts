/** Finds parts of a policy that look like a restriction but restrict nothing. */
import { posix } from "node:path";
import type { ExecutorSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ScalarValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { isWholeSystem, matchesAnyFolder } from "@climax-gen/runtime/internal/policy/path-context";
import { toLinearPattern } from "@climax-gen/runtime/internal/text/linear-pattern";
import type { CheckedPolicy } from "../check/files/checked-file.ts";
import { type Address, addressOf, WHOLE_FILE } from "../check/files/locations.ts";
import type { Hazard, PolicyRules, EnabledTool } from "./hazard.ts";
import { constraintsOf, hazardAt, namesValues, partAt, policyPartsOf } from "./hazard.ts";

/** Sockets of programs that run arbitrary commands as root for their clients. */
const ENGINE_SOCKETS = ["/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock"];

/** Finds volumes and writable directories that share the whole host, or the socket of a container engine. */
export function findHollowExecutors(policy: CheckedPolicy): readonly Hazard[] {
  const { executor, tools } = policy.spec;
  const ofTools = Object.entries(tools).flatMap(([tool, rules]) =>
    rules.executor === undefined ? [] : [{ executor: rules.executor, owner: addressOf(tool) }],
  );
  const all = [...(executor === undefined ? [] : [{ executor, owner: WHOLE_FILE }]), ...ofTools];
  const found = all.flatMap((one) => findShared(policy, one));
  // Tools share the executor of a glob.
  return [...new Map(found.map((hazard) => [JSON.stringify(hazard.diagnostic.span), hazard])).values()];
}

function findShared(policy: CheckedPolicy, { executor, owner }: OwnedExecutor): readonly Hazard[] {
  switch (executor.type) {
    case "docker":
      return findItems(policy, owner, { key: "volumes", items: executor.volumes ?? [], describe: describeVolume });
    case "bubblewrap":
      return findItems(policy, owner, { key: "writable", items: executor.writable ?? [], describe: describeWritable });
    case "local":
      return [];
  }
}

/** An executor, and the part of the policy that has it. */
interface OwnedExecutor {
  readonly executor: ExecutorSpec;
  readonly owner: Address;
}

interface SharedItems {
  readonly key: string;
  readonly items: readonly string[];
  readonly describe: (item: string) => Hollow | undefined;
}

function findItems(policy: CheckedPolicy, owner: Address, { key, items, describe }: SharedItems): readonly Hazard[] {
  return items.flatMap((item, index) => {
    const hollow = describe(item);
    const part = partAt(policy, owner, ["executor", key, index]);
    const [ofEntry, ofExecutor] = [part.path.slice(0, -3), part.path.slice(0, -2)];
    const paths = ofEntry.length === 0 ? [ofEntry, ofExecutor] : [[], ofEntry, ofExecutor];
    const parts = paths.map((path) => ({ document: policy.document, path }));
    return hollow === undefined ? [] : [hazardAt("hollow-policy", part, parts, { ...hollow, isOfExecutor: true })];
  });
}

/** A part that restricts nothing, and the remedy. */
interface Hollow {
  readonly what: string;
  readonly fix: string;
}

function describeVolume(volume: string): Hollow | undefined {
  // A volume without a source is empty, so it shares nothing.
  const source = volume.includes(":") ? trim(volume.split(":", 1)[0] ?? "") : "";
  if (source === "/")
    return { what: "the volume shares every file of the machine with commands", fix: "share only the directories that they need" };
  const socket = ENGINE_SOCKETS.find((path) => `${path}/`.startsWith(`${source}/`));
  if (!source.startsWith("/") || socket === undefined) return undefined;
  return { what: `the volume shares ${socket}, through which commands can become root on the machine`, fix: "remove the volume" };
}

function describeWritable(folder: string): Hollow | undefined {
  if (trim(folder) !== "/") return undefined;
  return { what: "commands can write to every directory", fix: "list only the directories that they must write to" };
}

function trim(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 ? normal.replace(/\/+$/, "") : normal;
}

/** Finds constraints on directories that allow any directory, and values that a call can avoid by leaving out the argument. */
export async function findHollowConstraints(owner: EnabledTool): Promise<readonly Hazard[]> {
  const { tool } = owner;
  const hazards: Hazard[] = [];
  for (const rules of owner.policies) {
    for (const arg of tool.args) {
      const constraint = rules.constraints.get(arg.name);
      if (constraint?.within !== undefined && isWholeSystem(constraint.within)) {
        const what = `\`within\` does not limit "${arg.name}" of "${tool.name}", because every path is inside ${constraint.within}`;
        hazards.push(toHazard(owner, rules, { arg: arg.name, key: "within", what, fix: "use the directory that must contain the path" }));
      }
      if (constraint?.equals !== undefined && isAvoidable(owner, arg, constraint.equals)) {
        const what = `\`equals\` does not limit calls of "${tool.name}" that leave out "${arg.name}"`;
        const fix = "add `required: true` to the constraint, or a `default` to the argument in the config";
        hazards.push(toHazard(owner, rules, { arg: arg.name, key: "equals", what, fix }));
      }
      if (
        constraint?.pattern !== undefined &&
        placeOf(arg) === "directory" &&
        (await isHollowPattern(owner, arg.name, constraint.pattern))
      ) {
        const what = `the pattern of "${arg.name}" of "${tool.name}" accepts any directory, so it does not confine the tool`;
        hazards.push(
          toHazard(owner, rules, { arg: arg.name, key: "pattern", what, fix: "add `within` with the directory that must contain it" }),
        );
      }
    }
  }
  return hazards;
}

/**
 * Reports whether a call can leave out an argument with only one allowed value. A switch that must be `false` is the same as one that is
 * left out.
 */
function isAvoidable(owner: EnabledTool, { name, required, default: fallback, type }: ToolArg, value: ScalarValue): boolean {
  if (required === true || fallback !== undefined || (type === "boolean" && value === false)) return false;
  return constraintsOf(owner, name).every((constraint) => constraint.required !== true && constraint.forbid !== true);
}

/** Reports whether a pattern for a working directory matches any directory, and nothing else limits the argument. */
export async function isHollowPattern(owner: EnabledTool, arg: string, pattern: string): Promise<boolean> {
  const isLimited = constraintsOf(owner, arg).some(
    (constraint) => namesValues(constraint) || (constraint.within !== undefined && !isWholeSystem(constraint.within)),
  );
  return !isLimited && (await matchesAnyFolder(toLinearPattern(pattern)));
}

interface HollowConstraint extends Hollow {
  readonly arg: string;
  readonly key: "within" | "pattern" | "equals";
}

function toHazard(owner: EnabledTool, { policy }: PolicyRules, { arg, key, what, fix }: HollowConstraint): Hazard {
  return hazardAt("hollow-policy", partAt(policy, addressOf(owner.tool.name, arg), [key]), policyPartsOf(owner, arg), { what, fix });
}
