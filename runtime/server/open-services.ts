/** Opens the log, the audit and the telemetry that the environment configures, and creates the services of a process over them. */
import { findPlatformProblem } from "../launch/failed-start.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import { openAudit } from "../record/audit.ts";
import type { Log } from "../record/log.ts";
import { createLog } from "../record/log.ts";
import type { StartTelemetry } from "../telemetry/telemetry.ts";
import { isTelemetryOn } from "../telemetry/telemetry.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ServiceParts, Services } from "./services.ts";
import { createServices } from "./services.ts";
import type { ReadySetup } from "./setup.ts";

export interface OpenOptions {
  readonly info: Services["info"];
  readonly launch: ServiceParts["launch"] & Pick<ServeLaunch, "logLevel">;
  readonly setup: ReadySetup;
  /** Variables without the secrets of the server. `CLIMAX_AUDIT_FILE` and `CLIMAX_LOG_FILE` name files that are opened. */
  readonly env: Environment;
}

export type OpenedServices =
  | { readonly kind: "open"; readonly services: Services }
  /** The audit file cannot be opened, or the platform is not supported. */
  | { readonly kind: "failed"; readonly problem: string };

/** Creates the services, and logs the warnings of the setup. */
export async function openServices({ info, launch, setup, env }: OpenOptions): Promise<OpenedServices> {
  const platformProblem = findPlatformProblem(process.platform);
  if (platformProblem !== undefined) return { kind: "failed", problem: platformProblem };
  const auditFile = readVariable(env, "CLIMAX_AUDIT_FILE");
  const opened = auditFile === undefined ? undefined : openAudit(auditFile);
  if (opened?.kind === "failed") return opened;
  const log = createLog(launch.logLevel, readVariable(env, "CLIMAX_LOG_FILE"));
  for (const warning of setup.warnings) log.warn(warning);
  const startTelemetry = await loadTelemetry(env, log);
  return { kind: "open", services: createServices({ info, launch, setup, env, audit: opened?.audit, log, startTelemetry }) };
}

/** Loads what reports to a collector. Returns undefined if none is configured, or if OpenTelemetry is missing: the server then runs without. */
async function loadTelemetry(env: Environment, log: Log): Promise<StartTelemetry | undefined> {
  if (!isTelemetryOn(env)) return undefined;
  try {
    return (await import("../telemetry/otel.ts")).startTelemetry;
  } catch (error) {
    log.warn("telemetry unavailable", { reason: error instanceof Error ? error.message : String(error), help: TELEMETRY_HELP });
    return undefined;
  }
}

/** The packages are optional peer dependencies of this one. The `dist/` of a generated project carries their code. */
const TELEMETRY_HELP =
  "run `npm install @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-metrics-otlp-http " +
  "@opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-metrics @opentelemetry/sdk-trace`, " +
  "or start dist/server.mjs of the generated project";

function readVariable(env: Environment, name: string): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined;
}
