/** Opens the log, the audit and the telemetry that the environment configures, and creates the server of a process with them. */
import { findPlatformProblem } from "../launch/failed-start.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import { openAudit } from "../record/audit.ts";
import { createLog } from "../record/log.ts";
import { loadTelemetry } from "../telemetry/load-telemetry.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { readVariable } from "../tool/environment-variables.ts";
import type { ServerParts, ToolServer } from "./tool-server.ts";
import { createToolServer } from "./tool-server.ts";

/**
 * The setup of a server that is its own process. `env`: variables without the secrets of the server; `CLIMAX_AUDIT_FILE` and
 * `CLIMAX_LOG_FILE` name files that are opened.
 */
export interface OpenOptions extends Pick<ServerParts, "info" | "setup" | "env" | "isLive"> {
  readonly launch: ServerParts["launch"] & Pick<ServeLaunch, "logLevel">;
  /** Whether programs write to the standard error of this process, which must stay in blocking mode for them. Defaults to false. */
  readonly sharesError?: boolean;
}

/** The server, or the reason why it cannot start. */
export type OpenedServer =
  | { readonly kind: "open"; readonly server: ToolServer }
  /** The audit file cannot be opened, or the platform is not supported. */
  | { readonly kind: "failed"; readonly problem: string };

/** Creates the server, and logs the warnings of the setup. */
export async function openServer({ launch, setup, env, sharesError = false, ...options }: OpenOptions): Promise<OpenedServer> {
  const platformProblem = findPlatformProblem(process.platform);
  if (platformProblem !== undefined) return { kind: "failed", problem: platformProblem };
  const auditFile = readFileName(env, "CLIMAX_AUDIT_FILE");
  const opened = auditFile === undefined ? undefined : openAudit(auditFile);
  if (opened?.kind === "failed") return { kind: "failed", problem: `CLIMAX_AUDIT_FILE: ${opened.problem}` };
  const log = createLog(launch.logLevel, readFileName(env, "CLIMAX_LOG_FILE"), sharesError ? () => 2 : undefined);
  for (const warning of setup.warnings) log.warn(warning);
  const startTelemetry = await loadTelemetry(env, log);
  const transport = launch.http === undefined ? "pipe" : "tcp";
  const parts = { ...options, launch, setup, env, audit: opened?.audit, log, startTelemetry, transport } as const;
  return { kind: "open", server: createToolServer(parts) };
}

/** Returns the name of a file in a variable. Undefined if the variable is unset or empty. */
function readFileName(env: Environment, name: string): string | undefined {
  return readVariable(env, name) || undefined;
}
