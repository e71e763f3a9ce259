/** The process of an MCP server: parses the command line, applies the policies, and listens. */
import type { Environment } from "./tool/environment-variables.ts";
import { readServerEnvironment } from "./server/server-environment.ts";
import { openAudit } from "./record/audit.ts";
import type { HttpTimeouts } from "./http/limits.ts";
import type { HttpOptions } from "./http/listen.ts";
import { failStart, findPlatformProblem } from "./launch/failed-start.ts";
import type { Launch, ServeLaunch } from "./launch/launch.ts";
import { listText, readLaunch } from "./launch/launch.ts";
import { createLog } from "./record/log.ts";
import type { Services } from "./server/services.ts";
import { createServices } from "./server/services.ts";
import type { SetupOptions } from "./server/setup.ts";
import { setUp } from "./server/setup.ts";
import { listenOnStdio } from "./protocol/stdio.ts";
import { loadTelemetry } from "./telemetry/load-telemetry.ts";

export interface ServeOptions extends SetupOptions {
  readonly name: string;
  readonly version: string;
  /** Whether every tool is registered directly, unless the launch says otherwise. */
  readonly classic: boolean;
  /** Timeouts that replace the defaults of `--http`. For tests, which do not wait for the defaults. */
  readonly httpTimeouts?: Partial<HttpTimeouts>;
}

/**
 * Runs the server as the launch arguments (`process.argv`) say; returns before it listens. It ends by itself: with exit
 * status 0 when the client closes its end or on SIGTERM, SIGINT or SIGHUP, with 2 on arguments that it does not know, and with 1
 * where it cannot do what it is told to: a policy with mistakes, an executor that is missing, an audit file that cannot be opened, Windows.
 */
export function serveProcess(options: ServeOptions, argv: readonly string[] = process.argv.slice(2)): void {
  const launch = readLaunch(argv, options);
  switch (launch.kind) {
    case "print":
      process.stdout.write(launch.text);
      return;
    case "refused":
      process.stderr.write(launch.text);
      process.exitCode = 2;
      return;
    case "list":
    case "serve":
      start(options, launch).catch((error: unknown) => failStart(error instanceof Error ? error.message : String(error)));
  }
}

async function start(options: ServeOptions, launch: Extract<Launch, { kind: "list" | "serve" }>): Promise<void> {
  const { env, token, stateKey } = readServerEnvironment(process.env);
  const setup = await setUp(options, launch.policyFiles, env);
  if (setup.kind === "refused") return failStart(setup.text);
  if (launch.kind === "list") return void process.stdout.write(listText(setup.index));
  const platformProblem = findPlatformProblem(process.platform);
  if (platformProblem !== undefined) return failStart(platformProblem);
  const auditFile = readVariable(env, "CLIMAX_AUDIT_FILE");
  const opened = auditFile === undefined ? undefined : openAudit(auditFile);
  if (opened?.kind === "failed") return failStart(opened.problem);
  const log = createLog(launch.logLevel, readVariable(env, "CLIMAX_LOG_FILE"));
  for (const warning of setup.warnings) log.warn(warning);
  const { name, version } = options;
  const startTelemetry = await loadTelemetry(env, log);
  const transport = launch.http === undefined ? "pipe" : "tcp";
  const services = createServices({ info: { name, version }, launch, setup, env, audit: opened?.audit, log, startTelemetry, transport });
  const problem = await listen(services, launch, { secrets: { token, stateKey }, timeouts: options.httpTimeouts });
  if (problem !== undefined) return failStart(problem);
  const mode = launch.classic ? "classic" : "progressive";
  log.info("serving", { name, mode, tools: setup.index.toolCount, executor: setup.execution.executor.type });
}

/** Returns the reason that the server cannot listen. Undefined if it listens. */
async function listen(services: Services, { http }: ServeLaunch, options: HttpOptions): Promise<string | undefined> {
  if (http === undefined) {
    listenOnStdio(services);
    return undefined;
  }
  const { listenOnHttp } = await import("./http/listen.ts");
  const listening = await listenOnHttp(services, http, options);
  return listening.kind === "failed" ? listening.problem : undefined;
}

function readVariable(env: Environment, name: string): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined;
}
