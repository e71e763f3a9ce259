/** Compares executors. */
import { isDeepStrictEqual } from "node:util";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { isRoot, toBytes, toProcessCount } from "@climax-gen/runtime/internal/policy/docker-values";
import type { BubblewrapNetwork } from "@climax-gen/runtime/internal/policy/network-hosts";
import { coversHost, hostsOf, toHost } from "@climax-gen/runtime/internal/policy/network-hosts";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import type { PolicySurroundings } from "../../describe/combine-surroundings.ts";
import { executorOfTool } from "../../describe/combine-surroundings.ts";
import type { Finding, Subject } from "../change.ts";
import type { ToolPair } from "./finding.ts";
import { showValue } from "./finding.ts";
import { isFolderInside } from "./compare-constraints.ts";

const LOCAL: ExecutorSpec = { type: "local" };

/** Effect of a change on the access of commands: more, less, or different. */
type AccessChange = "loosened" | "tightened" | "changed";

/**
 * Returns all changes of the executor. `docker` and `bubblewrap` are stricter than `local`; neither is stricter than the other.
 * @param subject the tool whose executor it is; defaults to the server
 */
export function compareExecutors(old: ExecutorSpec = LOCAL, now: ExecutorSpec = LOCAL, subject: Subject = {}): readonly Finding[] {
  const findings = [
    ...compareKey("image", [imageOf(old), imageOf(now)], () => ["changed"]),
    ...compareKey("working_dir", [workingDirOf(old), workingDirOf(now)], () => ["changed"]),
    ...compareAccess(old, now),
  ];
  return findings.map((finding) => ({ ...finding, subject }));
}

/** Compares the executors of a tool that has its own on one side. Returns no change that the executors of the policies have too. */
export function compareToolExecutors(
  [old, now]: ToolPair,
  sides: { readonly old: PolicySurroundings; readonly new: PolicySurroundings },
  subject: Subject,
): readonly Finding[] {
  const isOwn = sides.old.toolExecutors?.has(old.name) === true || sides.new.toolExecutors?.has(now.name) === true;
  if (!isOwn || commandOf(now) === undefined) return [];
  const own = [executorOfTool(sides.old, old.name), executorOfTool(sides.new, now.name)] as const;
  const shared = [sides.old.executor ?? LOCAL, sides.new.executor ?? LOCAL];
  return isDeepStrictEqual(own, shared) ? [] : compareExecutors(...own, subject);
}

function imageOf(executor: ExecutorSpec): string | undefined {
  return executor.type === "docker" ? executor.image : undefined;
}

function workingDirOf(executor: ExecutorSpec): string | undefined {
  return executor.type === "local" ? undefined : executor.working_dir;
}

function compareAccess(old: ExecutorSpec, now: ExecutorSpec): readonly Finding[] {
  if (old.type === "docker" && now.type === "docker") return compareDocker(old, now);
  if (old.type === "bubblewrap" && now.type === "bubblewrap") return compareBubblewrap(old, now);
  if (old.type === now.type) return [];
  const verdicts: readonly AccessChange[] =
    now.type === "local" ? ["loosened"] : old.type === "local" ? ["tightened"] : ["loosened", "tightened"];
  return verdicts.map((verdict) => toFinding(verdict, "type", [old.type, now.type]));
}

function compareDocker(old: DockerExecutor, now: DockerExecutor): readonly Finding[] {
  return [
    ...compareKey("user", [old.user, now.user], compareUsers),
    ...compareKey("network", [old.network, now.network], compareNetworks),
    ...compareKey("volumes", [old.volumes, now.volumes], compareVolumes),
    ...compareKey("memory", [old.memory, now.memory], (before, after) => compareAmounts(toBytes(before), toBytes(after))),
    ...compareKey("pids", [old.pids, now.pids], (before, after) => compareAmounts(toProcessCount(before), toProcessCount(after))),
    ...compareKey("read_only", [old.read_only ?? false, now.read_only ?? false], (_before, after) => [after ? "tightened" : "loosened"]),
  ];
}

function compareBubblewrap(old: BubblewrapExecutor, now: BubblewrapExecutor): readonly Finding[] {
  return [
    ...compareKey("network", [old.network ?? "none", now.network ?? "none"], compareSandboxNetworks),
    ...compareKey("writable", [old.writable, now.writable], compareFolders),
  ];
}

type CompareValues<Value> = (old: Value, now: Value) => readonly AccessChange[];

function compareKey<Value>(key: string, [old, now]: readonly [Value, Value], compare: CompareValues<Value>): readonly Finding[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  return compare(old, now).map((verdict) => toFinding(verdict, key, [old, now]));
}

function toFinding(verdict: AccessChange, key: string, [old, now]: readonly [unknown, unknown]): Finding {
  const message = `\`executor.${key}\` was ${showValue(old)} and is ${showValue(now)}`;
  return { code: `executor-${verdict}`, subject: {}, isPolicy: true, keys: ["executor", key], message, old, new: now };
}

function compareUsers(old: string | undefined, now: string | undefined): readonly AccessChange[] {
  const [before, after] = [old, now].map((user) => user === undefined || isRoot(user));
  if (before === after) return ["changed"];
  return after ? ["loosened"] : ["tightened"];
}

/** Compares networks. `none` has no access and `host` has full access; two other networks have different access. */
function compareNetworks(old: string | undefined, now: string | undefined): readonly AccessChange[] {
  if (now === "none" || old === "host") return ["tightened"];
  return old === "none" || now === "host" ? ["loosened"] : ["loosened", "tightened"];
}

/** Compares networks of sandboxes. A list of hosts has less access than the machine's network, and more than none. */
function compareSandboxNetworks(old: BubblewrapNetwork, now: BubblewrapNetwork): readonly AccessChange[] {
  const [before, after] = [hostsOf(old), hostsOf(now)];
  if (before !== undefined && after !== undefined)
    return compareLists(before, after, (host, other) => coversHost(toHost(other), toHost(host)));
  return now === "none" || old === "host" ? ["tightened"] : ["loosened"];
}

/** Compares writable directories. A directory inside another one gives no additional access. */
function compareFolders(old: readonly string[] = [], now: readonly string[] = []): readonly AccessChange[] {
  return compareLists(old, now, (folder, other) => folder === other || isFolderInside(folder, other));
}

/** Compares volumes. A read-only one gives less access than a writable one with the same source and target. */
function compareVolumes(old: readonly string[] = [], now: readonly string[] = []): readonly AccessChange[] {
  return compareLists(
    old.map(readVolume),
    now.map(readVolume),
    (volume, other) => volume.mount === other.mount && (volume.isReadOnly || !other.isReadOnly),
  );
}

interface Volume {
  readonly mount: string;
  readonly isReadOnly: boolean;
}

/** Parses `source:target:options`. Options other than `ro` and `rw` are part of the mount, because their effect cannot be compared. */
function readVolume(volume: string): Volume {
  const [source = "", target = "", options = ""] = volume.split(":");
  const listed = options.split(",").filter((option) => option !== "");
  const others = listed.filter((option) => option !== "ro" && option !== "rw");
  return { mount: JSON.stringify([source, target, others.toSorted()]), isReadOnly: listed.includes("ro") };
}

/** Compares two lists. `isGiven` reports whether the second item gives all access that the first one gives. */
function compareLists<Item>(
  old: readonly Item[],
  now: readonly Item[],
  isGiven: (item: Item, other: Item) => boolean,
): readonly AccessChange[] {
  const isMore = now.some((item) => !old.some((other) => isGiven(item, other)));
  const isLess = old.some((item) => !now.some((other) => isGiven(item, other)));
  return [...(isMore ? (["loosened"] as const) : []), ...(isLess ? (["tightened"] as const) : [])];
}

function compareAmounts(old: number, now: number): readonly AccessChange[] {
  if (old === now) return [];
  return now > old ? ["loosened"] : ["tightened"];
}
