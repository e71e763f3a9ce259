/** Opens the log, the audit and the telemetry that the environment configures, and creates the services of a process from them. */
import { findPlatformProblem } from "../launch/failed-start.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import { openAudit } from "../record/audit.ts";
import { createLog } from "../record/log.ts";
import { loadTelemetry } from "../telemetry/load-telemetry.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { readVariable } from "../tool/environment-variables.ts";
import type { ServiceParts, Services } from "./services.ts";
import { createServices } from "./services.ts";
import type { ReadySetup } from "./setup.ts";

/** The setup of a server that is its own process. */
export interface OpenOptions {
  readonly info: Services["info"];
  readonly launch: ServiceParts["launch"] & Pick<ServeLaunch, "logLevel">;
  readonly setup: ReadySetup;
  /** Variables without the secrets of the server. `CLIMAX_AUDIT_FILE` and `CLIMAX_LOG_FILE` name files that are opened. */
  readonly env: Environment;
}

/** The services, or the reason why the server cannot start. */
export type OpenedServices =
  | { readonly kind: "open"; readonly services: Services }
  /** The audit file cannot be opened, or the platform is not supported. */
  | { readonly kind: "failed"; readonly problem: string };

/** Creates the services, and logs the warnings of the setup. */
export async function openServices({ info, launch, setup, env }: OpenOptions): Promise<OpenedServices> {
  const platformProblem = findPlatformProblem(process.platform);
  if (platformProblem !== undefined) return { kind: "failed", problem: platformProblem };
  const auditFile = readFileName(env, "CLIMAX_AUDIT_FILE");
  const opened = auditFile === undefined ? undefined : openAudit(auditFile);
  if (opened?.kind === "failed") return { kind: "failed", problem: `CLIMAX_AUDIT_FILE: ${opened.problem}` };
  const log = createLog(launch.logLevel, readFileName(env, "CLIMAX_LOG_FILE"));
  for (const warning of setup.warnings) log.warn(warning);
  const startTelemetry = await loadTelemetry(env, log);
  const transport = launch.http === undefined ? "pipe" : "tcp";
  return { kind: "open", services: createServices({ info, launch, setup, env, audit: opened?.audit, log, startTelemetry, transport }) };
}

/** Returns the name of a file in a variable. Undefined if the variable is unset or empty. */
function readFileName(env: Environment, name: string): string | undefined {
  return readVariable(env, name) || undefined;
}
