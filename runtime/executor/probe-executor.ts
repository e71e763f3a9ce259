/** Tests an executor on a program that does nothing, before the server accepts calls. */
import { hostsOf } from "../policy/network-hosts.ts";
import type { BubblewrapExecutor, ExecutorSpec } from "../policy/policy-spec.ts";
import { probe } from "../process/probe-program.ts";
import { engineOf } from "./engine.ts";
import { findProgram } from "./find-executor.ts";
import { openNetwork } from "./open-network.ts";
import type { ExecutorHost, WrappedCommand } from "./plain-command.ts";
import type { SandboxFeature } from "./sandbox.ts";
import { wrapCommand } from "./wrap-command.ts";

/** The outcome of the test. */
export type ProbedExecutor =
  | { readonly kind: "usable"; readonly sandboxFeatures: readonly SandboxFeature[] }
  /** `problem` names the executor and the reason. */
  | { readonly kind: "failed"; readonly problem: string };

/** Sets of features, most restrictive first. A bwrap of 0.7, or a setuid bwrap, lacks some of them. */
const FEATURE_SETS: readonly (readonly SandboxFeature[])[] = [
  ["size", "no_namespaces", "status"],
  ["size", "status"],
  ["no_namespaces", "status"],
  ["status"],
  [],
];

/**
 * Tests the executor as calls will use it: bubblewrap creates a sandbox with the mounts of the policy, and docker asks its daemon. Never
 * rejects.
 * @param askDaemon returns the result of `probeDaemon`, which several executors can share
 */
export async function probeExecutorOf(
  executor: ExecutorSpec,
  host: ExecutorHost,
  askDaemon = (): Promise<ProbedExecutor> => probeDaemon(host),
): Promise<ProbedExecutor> {
  switch (executor.type) {
    case "local":
      return { kind: "usable", sandboxFeatures: [] };
    case "docker":
      return await askDaemon();
    case "bubblewrap": {
      const found = await findSandboxFeatures((features) => {
        // The program is bwrap itself, because every machine with this executor has it. `/` is a directory on every machine.
        const command = { argv: [findProgram(engineOf("bubblewrap"), host) ?? "", "--version"], env: {}, directory: "/" };
        return probeSandbox(
          wrapCommand(executor, command, { ...host, ...probedLimits(executor, host), sandboxFeatures: features }, () => ""),
        );
      });
      return found.kind === "failed" ? { kind: "failed", problem: sandboxProblem(found.reason) } : found;
    }
  }
}

/** Asks the daemon of docker for its version. Never rejects. */
export async function probeDaemon({ inherited }: Pick<ExecutorHost, "inherited">): Promise<ProbedExecutor> {
  const reason = await probe({ argv: [engineOf("docker"), "version"], env: inherited });
  return reason === undefined ? { kind: "usable", sandboxFeatures: [] } : { kind: "failed", problem: dockerProblem(reason) };
}

/** The limits of the test: none, except for the forwarder of a network with hosts, for which a limit can be too small. */
function probedLimits({ network }: BubblewrapExecutor, { resources = {} }: ExecutorHost): Pick<ExecutorHost, "resources"> {
  return { resources: hostsOf(network) === undefined ? {} : resources };
}

/** Tests a command, with the proxy of its network. */
async function probeSandbox({ hosts, ...request }: WrappedCommand): Promise<string | undefined> {
  return await probe({ ...request, ...(hosts !== undefined && (await openNetwork(hosts, () => {}))) });
}

/** The features of bwrap on this machine, or the reason why it cannot create a sandbox. */
export type FoundFeatures =
  | { readonly kind: "usable"; readonly sandboxFeatures: readonly SandboxFeature[] }
  | { readonly kind: "failed"; readonly reason: string };

/** Tries the sets of features in order. `tryFeatures` returns the reason if a sandbox with the features cannot be created. */
export async function findSandboxFeatures(
  tryFeatures: (features: readonly SandboxFeature[]) => Promise<string | undefined>,
): Promise<FoundFeatures> {
  let reason = "";
  for (const sandboxFeatures of FEATURE_SETS) {
    const failure = await tryFeatures(sandboxFeatures);
    if (failure === undefined) return { kind: "usable", sandboxFeatures };
    reason = failure;
  }
  return { kind: "failed", reason };
}

function dockerProblem(reason: string): string {
  return (
    `executor docker: the daemon does not answer: ${reason}\n` +
    "help: start the daemon, and check with `docker version` that the user of this server can reach it"
  );
}

function sandboxProblem(reason: string): string {
  return (
    `executor bubblewrap: no sandbox can be created here: ${reason}\n` +
    "help: inside a container or another sandbox, allow user namespaces, or start the server outside it"
  );
}
