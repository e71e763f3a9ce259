/** Measures a host: one session per mode and profile. */
import type { Host } from "./host.ts";
import { versionOf } from "./host.ts";
import { judgeConfirmation, judgeConnection, judgeInstructions, judgeListing, judgePermissions, judgeReplies, judgeSlow } from "./judge.ts";
import { findTool } from "./model/script.ts";
import type { HostResult, ModeResult } from "./results.ts";
import type { Mode } from "./scenarios.ts";
import { modes } from "./scenarios.ts";
import type { Places, SessionResult } from "./session.ts";
import { runSession } from "./session.ts";

/** Facts about a run that every result contains. */
export type RunFacts = Pick<HostResult, "date" | "server">;

/** Runs all modes of a host, without the call of 70 seconds. */
export async function measureHost(host: Host, places: Places, facts: RunFacts): Promise<HostResult> {
  const found: Partial<Record<Mode, ModeResult>> = {};
  let connection: HostResult["connection"] = {};
  for (const mode of modes) {
    const session = await runSession(host, places, { mode, profile: "allowed" });
    // The last mode is classic, in which the host names the tool.
    connection = { ...judgeConnection(session), name: nameOf(host, session) };
    const asked = host.kind === "host" ? await runSession(host, places, { mode, profile: "default" }) : undefined;
    found[mode] = {
      listing: judgeListing(session),
      instructions: judgeInstructions(session),
      replies: judgeReplies(session),
      confirmation: judgeConfirmation(session),
      ...(asked && { permissions: judgePermissions(asked) }),
    };
  }
  return { ...headOf(host, facts), connection, modes: found };
}

/** Returns the name by which the model calls the last tool. */
function nameOf(host: Host, { heard, steps }: SessionResult): string {
  const step = steps.at(-1);
  if (step === undefined) return "";
  const { name, namespace } = findTool(heard.first?.tools ?? [], step.tool) ?? host.hiddenCall?.(step) ?? { name: step.tool };
  return namespace === undefined ? name : `${namespace} ${name}`;
}

/** Returns the result of a host that could not be installed. */
export function absentHost(host: Host, facts: RunFacts, absent: string): HostResult {
  return { ...headOf(host, facts), absent, connection: {}, modes: {} };
}

function headOf(host: Host, facts: RunFacts): Pick<HostResult, "id" | "title" | "kind" | "version" | "date" | "server"> {
  return { id: host.id, title: host.title, kind: host.kind, version: versionOf(host), ...facts };
}

/** Runs the call of 70 seconds. */
export async function measureSlow(host: Host, places: Places): Promise<string> {
  return judgeSlow(await runSession(host, places, { mode: "progressive", profile: "slow" }));
}
