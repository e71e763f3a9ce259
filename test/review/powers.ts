/** Lists the powers of the calls of a tool: the effects that a policy or a safeguard can prevent. */
import { isListedHost } from "../../runtime/policy/network-hosts.ts";
import type { Side } from "../../generator/review/side.ts";
import { refusesUnknown } from "../../runtime/call/unknown-arguments.ts";
import { executionOf } from "../../runtime/executor/tool-executors.ts";
import { combineExecution } from "../../runtime/executor/this-machine.ts";
import { isRoot } from "../../runtime/policy/docker-values.ts";
import { canSkipConfirmation, needsConfirmation, toPolicy as readPolicy } from "../../runtime/policy/policy.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec, LimitsSpec } from "../../runtime/policy/policy-spec.ts";
import { isInside } from "../../runtime/policy/real-path.ts";
import type { Tool } from "../../runtime/tool/tool.ts";

/** Variables of the server, of which a policy can hide some. */
const VARIABLES = { PATH: "/bin", HOME: "/home", TOKEN: "t", LC_ALL: "C", LC_TIME: "C" };

/** Directories that bubblewrap can make writable. */
const FOLDERS = ["/a", "/a/b", "/a/b/c", "/c"];

/** Returns the powers. A tool of a server that does not start has none. */
export function powersOf(side: Side, tool: Tool): ReadonlySet<string> {
  const policies = side.policies.map(readPolicy);
  const combined = combineExecution({ embedded: policies }, VARIABLES);
  if (combined.kind === "refused") return new Set();
  const { executor, host, limits } = executionOf(combined.execution, tool.name);
  const isConfirmed = needsConfirmation(tool.name, policies);
  return new Set([
    ...(isConfirmed ? [] : ["run unconfirmed"]),
    ...(!isConfirmed || canSkipConfirmation(tool.name, policies) ? ["run unconfirmed without a user"] : []),
    ...(refusesUnknown(tool, side.policies) ? [] : ["ignore unknown arguments"]),
    ...tool.args.filter(({ secret }) => secret !== true).map(({ name }) => `log ${name}`),
    ...Object.keys(host.inherited).map((name) => `read ${name}`),
    ...powersOfExecutor(executor),
    ...powersOfLimits(limits),
  ]);
}

function powersOfExecutor(executor: ExecutorSpec): readonly string[] {
  switch (executor.type) {
    case "docker":
      return powersOfDocker(executor);
    case "bubblewrap":
      return powersOfBubblewrap(executor);
    case "local":
      return [
        "be local",
        ...powersOfBubblewrap({ type: "bubblewrap", writable: ["/"], network: "host" }),
        ...VOLUMES.flatMap((volume) => powersOfDocker({ type: "docker", image: "i", network: "host", volumes: [volume] })),
      ];
  }
}

function powersOfBubblewrap({ writable = [], network }: BubblewrapExecutor): readonly string[] {
  const folders = FOLDERS.filter((folder) => writable.some((parent) => isInside(folder, parent)));
  return ["see the machine", ...powersOfNetwork(network), ...folders.map((folder) => `write ${folder}`)];
}

/** Hosts of random policies, and one that none of them lists. */
const HOSTS = ["a.example.org", "c.example.org", "b.example", "d.example"];

function powersOfNetwork(network: BubblewrapExecutor["network"]): readonly string[] {
  const reached = HOSTS.filter((host) => network === "host" || (typeof network === "object" && isListedHost(host, network.hosts)));
  return [...(network === "host" ? ["use the host's network"] : []), ...reached.map((host) => `reach ${host}`)];
}

/** Volumes of random policies. */
export const VOLUMES = ["/a:/a", "/a:/a:ro", "/a:/a:ro,noexec", "/c:/c"];

function powersOfDocker({ volumes = [], network, user, memory, pids, read_only }: DockerExecutor): readonly string[] {
  const ofVolumes = volumes.flatMap((volume) => {
    const [source = "", target = "", options = ""] = volume.split(":");
    const found = options.split(",");
    return [
      `mount ${source} at ${target}`,
      ...(found.includes("ro") ? [] : [`write ${source} at ${target}`]),
      ...(found.includes("noexec") ? [] : [`execute ${source} at ${target}`]),
    ];
  });
  return [
    "run in a container",
    ...(network === "none" ? [] : ["use a network"]),
    ...(network === "host" ? ["use the host's network"] : []),
    ...(user === undefined || isRoot(user) ? ["be root in the container"] : []),
    ...(memory === undefined ? ["use any memory"] : []),
    ...(pids === undefined ? ["start any number of processes"] : []),
    ...(read_only === true ? [] : ["write in the container"]),
    ...ofVolumes,
  ];
}

function powersOfLimits(limits: Required<LimitsSpec>): readonly string[] {
  return Object.entries(limits).flatMap(([key, limit]: [string, number]) =>
    [5, 50, 500, 5000, 500_000, Infinity].filter((amount) => limit >= amount).map((amount) => `have ${key} of ${amount}`),
  );
}
