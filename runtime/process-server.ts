/** Runs an MCP server as this process: parses the command line, applies the policies, and listens. */
import type { Execution } from "./executor/execution.ts";
import { listExecutors } from "./executor/tool-executors.ts";
import { readServerEnvironment } from "./server/server-environment.ts";
import type { HttpTimeouts } from "./http/limits.ts";
import type { HttpOptions } from "./http/listen.ts";
import { describeMissingPrograms, failStart } from "./launch/failed-start.ts";
import type { Launch, ServeLaunch } from "./launch/launch.ts";
import { listText, readLaunch } from "./launch/launch.ts";
import { loadStarter } from "./process/process.ts";
import { logMissingPrograms } from "./server/required-programs.ts";
import { openServer } from "./server/open-server.ts";
import type { ReadySetup, SetupOptions } from "./server/setup.ts";
import { setUp } from "./server/setup.ts";
import { findServerSecret } from "./secrets/server-secrets.ts";
import type { SecretSource } from "./tool/secret-source.ts";
import { describeSource, isOfCaller } from "./tool/secret-source.ts";
import type { ToolServer } from "./server/tool-server.ts";
import { HTTP_PROTOCOL } from "./protocol/protocol-http.ts";
import { listenOnStdio } from "./protocol/stdio.ts";
import type { DiscoveryOptions } from "./tool/discovery-options.ts";
import { defined } from "./text/defined.ts";
import type { ToolIndex } from "./tool-index/tool-index.ts";
import { estimateListTokens, MAX_DIRECT_TOKENS } from "./tool/tool-listing.ts";
import { messageOf } from "./text/message-of.ts";

/** Time after which a server on standard input loads the module that starts programs, in milliseconds: later than the first replies. */
const PRELOAD_MS = 100;

/** Options of `serve`. Launch arguments override `classic`, `splitCalls`, `searchSchemas` and `searchBytes`. */
export interface ServeOptions extends SetupOptions, DiscoveryOptions {
  /** Name that clients see. */
  readonly name: string;
  /** Version that clients see. */
  readonly version: string;
  /** Whether every tool is registered directly. */
  readonly classic: boolean;
  /** Timeouts that replace the defaults of `--http`. Used by tests, because the defaults are long. */
  readonly httpTimeouts?: Partial<HttpTimeouts>;
  /** Time for calls to finish after the end of standard input, in milliseconds. Defaults to 10,000. Used by tests. */
  readonly drainMs?: number;
}

/** A listening server whose tools can be replaced. */
export interface RunningServer {
  /**
   * Replaces the tools and the embedded policies, and notifies the clients. Returns the reason if the policies cannot be applied; the
   * server then keeps its current tools and policies.
   */
  readonly replace: (next: SetupOptions) => Promise<string | undefined>;
}

/**
 * Runs the server with the launch arguments in `process.argv`, and returns before it listens. The process exits with status 0 if the client
 * closes the connection and its calls have finished, or on SIGTERM, SIGINT or SIGHUP. It exits with 2 for unknown arguments, and with 1 if the server cannot start: an
 * invalid policy, a missing executor, an audit file that cannot be opened, or Windows.
 * @param onServing called once the server listens. Omitted if the tools never change; clients are then not offered notifications of changes
 */
export function serveProcess(
  options: ServeOptions,
  argv: readonly string[] = process.argv.slice(2),
  onServing?: (server: RunningServer) => void,
): void {
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
      start(options, launch, onServing).catch((error: unknown) => failStart(messageOf(error)));
  }
}

async function start(
  options: ServeOptions,
  requested: Extract<Launch, { kind: "list" | "serve" }>,
  onServing: ((server: RunningServer) => void) | undefined,
): Promise<void> {
  const { env, token, stateKey } = readServerEnvironment(process.env);
  const setup = await setUp(options, requested.policyFiles, env);
  if (setup.kind === "refused") return failStart(setup.text);
  if (requested.kind === "list") return void process.stdout.write(listText(setup.index));
  const launch = chooseMode(requested, setup.index);
  const { name, version } = options;
  const callerProblem = findCallerProblem(setup, launch);
  if (callerProblem !== undefined) return failStart(callerProblem);
  const opened = await openServer({ info: { name, version }, launch, setup, env, isLive: onServing !== undefined });
  if (opened.kind === "failed") return failStart(opened.problem);
  const { server } = opened;
  if (launch.spool === false && setup.execution.limits.reply_after !== Infinity)
    server.log.warn("limits.reply_after has no effect with --spool off");
  const programProblem = checkPrograms(server, launch);
  if (programProblem !== undefined) return failStart(programProblem);
  const { drainMs, httpTimeouts: timeouts } = options;
  const problem = await listen(server, launch, {
    secrets: { token, stateKey },
    timeouts,
    requiresPrograms: launch.requiresPrograms ?? false,
    ...defined({ drainMs }),
  });
  if (problem !== undefined) return failStart(problem);
  const mode = launch.classic ? "classic" : "progressive";
  server.log.info("serving", { name, mode, tools: setup.index.toolCount, executor: listExecutorTypes(setup.execution) });
  onServing?.({
    async replace(next) {
      const replacement = await setUp(next, launch.policyFiles, env);
      if (replacement.kind === "refused") return replacement.text;
      const lost = findCallerProblem(replacement, launch);
      if (lost !== undefined) return lost;
      server.live?.replace(replacement);
      server.log.info("tools replaced", { tools: replacement.index.toolCount });
      return undefined;
    },
  });
}

/** Returns the types of the executors that tools use, each once, or `none` if no tool is enabled. */
function listExecutorTypes(execution: Execution): string {
  return [...new Set(listExecutors(execution).map(({ executor }) => executor.type))].join(", ") || "none";
}

/** Returns the options with the mode that `--discovery auto` chooses: classic for a short list of tools. */
function chooseMode(launch: ServeLaunch, index: ToolIndex): ServeLaunch {
  if (launch.isAuto !== true) return launch;
  return { ...launch, classic: estimateListTokens(index.listed()) <= MAX_DIRECT_TOKENS };
}

/** Returns the reason if no request to this server could have the header or the claim that a policy or a config reads a secret from. */
function findCallerProblem({ index, execution }: ReadySetup, { http }: ServeLaunch): string | undefined {
  const isLost = (source: SecretSource): boolean =>
    (isOfCaller(source) && http === undefined) || ("claim" in source && http?.oauth === undefined);
  const lost = findServerSecret(execution.secrets ?? {}, index.clis(), isLost);
  if (lost === undefined) return undefined;
  const option = "claim" in lost.source ? "--http with --oauth-issuer" : "--http";
  return `${lost.owner} reads the secret ${lost.name} from ${describeSource(lost.source)}: start the server with ${option}`;
}

/** Logs the programs that are not installed. Returns the reason if the server must not start without them. */
function checkPrograms(server: ToolServer, { requiresPrograms = false }: ServeLaunch): string | undefined {
  const missing = requiresPrograms ? server.findMissingPrograms() : [];
  if (missing.length > 0) return describeMissingPrograms(missing);
  logMissingPrograms(server);
  return undefined;
}

/** Starts to listen. Returns the reason if the server cannot listen, and undefined otherwise. */
async function listen(
  server: ToolServer,
  { http }: ServeLaunch,
  options: Omit<HttpOptions, "protocol"> & Pick<ServeOptions, "drainMs">,
): Promise<string | undefined> {
  if (http === undefined) {
    listenOnStdio(server, options);
    setTimeout(() => void loadStarter(), PRELOAD_MS).unref();
    setImmediate(() => void configureV8().then(printTerminalHint));
    return undefined;
  }
  const { listenOnHttp } = await import("./http/listen.ts");
  const listening = await listenOnHttp(server, http, { ...options, protocol: HTTP_PROTOCOL });
  return listening.kind === "failed" ? listening.problem : undefined;
}

/**
 * Prints a hint if standard input is a terminal, because a user would see no output. It is not a log event, because clients set the log
 * level.
 */
async function printTerminalHint(): Promise<void> {
  const { isatty } = await import("node:tty");
  if (isatty(0))
    process.stderr.write("waiting for an MCP client on standard input (--http 8080 serves over HTTP, --help shows all options)\n");
}

/** Configures V8 for a server with one user and infrequent requests. */
async function configureV8(): Promise<void> {
  const { delayOptimization, limitHeapGrowth } = await import("./launch/v8-settings.ts");
  limitHeapGrowth();
  delayOptimization();
}
