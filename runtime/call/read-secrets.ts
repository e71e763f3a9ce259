/** Reads the secret variables of a call's command: those of its config, and those of the policies. */
import type { ReadSecrets } from "../secrets/secret-store.ts";
import type { SecretSources } from "../tool/secret-source.ts";
import type { CallContext } from "./call-context.ts";
import type { CallPlan } from "./call-plan.ts";
import type { EndedCall } from "./end-call.ts";
import { withoutSecretReply } from "./reply.ts";

/** Returns the sources of a plan's secret variables. The policies override the config. */
function secretSourcesOf(plan: CallPlan, { execution }: Pick<CallContext, "execution">): SecretSources {
  if (plan.kind !== "command") return {};
  return { ...plan.handler.program.secrets, ...execution.secrets };
}

/** Reports whether the command of a plan has secret variables. */
export function hasSecrets(plan: CallPlan, context: Pick<CallContext, "execution">): boolean {
  return Object.keys(secretSourcesOf(plan, context)).length > 0;
}

/** Reads the secret variables of a plan. A server without a store has no source that it could read. */
export async function readPlanSecrets(plan: CallPlan, context: CallContext): Promise<ReadSecrets> {
  const sources = secretSourcesOf(plan, context);
  const [variable] = Object.keys(sources);
  if (variable === undefined) return { kind: "read", variables: {} };
  const { secrets, credentials } = context;
  return (await secrets?.read(sources, credentials)) ?? { kind: "failed", variable, problem: "this server reads no secrets" };
}

/** Returns the end of a call whose command cannot start without a secret. The reply names no source: only the log does. */
export function endWithoutSecret({ variable, missing, problem }: Extract<ReadSecrets, { kind: "failed" }>): EndedCall {
  return { reply: withoutSecretReply(variable, missing), outcome: "not_started", problem };
}
