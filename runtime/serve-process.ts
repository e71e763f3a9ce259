/** The process of an MCP server: parses the command line, applies the policies, and listens. */
import { readServerEnvironment } from "./server/server-environment.ts";
import type { HttpTimeouts } from "./http/limits.ts";
import type { HttpOptions } from "./http/listen.ts";
import { failStart } from "./launch/failed-start.ts";
import type { Launch, ServeLaunch } from "./launch/launch.ts";
import { listText, readLaunch } from "./launch/launch.ts";
import { loadStarter } from "./process/process.ts";
import { createLiveServices } from "./server/live-tools.ts";
import { openServices } from "./server/open-services.ts";
import type { Services } from "./server/services.ts";
import type { SetupOptions } from "./server/setup.ts";
import { setUp } from "./server/setup.ts";
import { HTTP_PROTOCOL } from "./protocol/protocol-http.ts";
import { listenOnStdio } from "./protocol/stdio.ts";

/** Time after which a server on standard input loads the module that starts programs, in milliseconds: later than the first replies. */
const PRELOAD_MS = 100;

/** Options of `serve`. */
export interface ServeOptions extends SetupOptions {
  /** Name that clients see. */
  readonly name: string;
  /** Version that clients see. */
  readonly version: string;
  /** Whether every tool is registered directly, unless a launch argument overrides it. */
  readonly classic: boolean;
  /** Whether `climax_read` is registered besides `climax_call`, unless a launch argument overrides it. Defaults to false. */
  readonly splitCalls?: boolean;
  /** Number of search results that have a schema by default, unless a launch argument overrides it. Defaults to all. */
  readonly searchSchemas?: number;
  /** Timeouts that replace the defaults of `--http`. For tests, which do not wait for the defaults. */
  readonly httpTimeouts?: Partial<HttpTimeouts>;
}

/** A server that listens, whose tools can be replaced. */
export interface RunningServer {
  /**
   * Replaces the tools and the embedded policies, and notifies the clients. Returns the reason if the policies cannot be applied; the
   * server then keeps the ones that it has.
   */
  readonly replace: (next: SetupOptions) => Promise<string | undefined>;
}

/**
 * Runs the server with the launch arguments in `process.argv`, and returns before it listens. The process exits by itself: with status 0
 * when the client closes its end, or on SIGTERM, SIGINT or SIGHUP; with 2 for unknown arguments; and with 1 if the server cannot start, for
 * example because of an invalid policy, a missing executor, an audit file that cannot be opened, or Windows.
 * @param onServing called once the server listens. Omitted if its tools never change; clients are then not offered notifications
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
      start(options, launch, onServing).catch((error: unknown) => failStart(error instanceof Error ? error.message : String(error)));
  }
}

async function start(
  options: ServeOptions,
  launch: Extract<Launch, { kind: "list" | "serve" }>,
  onServing: ((server: RunningServer) => void) | undefined,
): Promise<void> {
  const { env, token, stateKey } = readServerEnvironment(process.env);
  const setup = await setUp(options, launch.policyFiles, env);
  if (setup.kind === "refused") return failStart(setup.text);
  if (launch.kind === "list") return void process.stdout.write(listText(setup.index));
  const { name, version } = options;
  const opened = await openServices({ info: { name, version }, launch, setup, env });
  if (opened.kind === "failed") return failStart(opened.problem);
  const live = onServing && createLiveServices(opened.services, launch);
  const services = live?.services ?? opened.services;
  const problem = await listen(services, launch, { secrets: { token, stateKey }, timeouts: options.httpTimeouts });
  if (problem !== undefined) return failStart(problem);
  const mode = launch.classic ? "classic" : "progressive";
  services.log.info("serving", { name, mode, tools: setup.index.toolCount, executor: setup.execution.executor.type });
  if (live === undefined) return;
  onServing?.({
    async replace(next) {
      const replacement = await setUp(next, launch.policyFiles, env);
      if (replacement.kind === "refused") return replacement.text;
      live.replace(replacement);
      services.log.info("tools replaced", { tools: replacement.index.toolCount });
      return undefined;
    },
  });
}

/** Returns the reason that the server cannot listen. Undefined if it listens. */
async function listen(services: Services, { http }: ServeLaunch, options: Omit<HttpOptions, "protocol">): Promise<string | undefined> {
  if (http === undefined) {
    listenOnStdio(services);
    setTimeout(() => void loadStarter(), PRELOAD_MS).unref();
    setImmediate(() => void settleForOneUser().then(greetTerminal));
    return undefined;
  }
  const { listenOnHttp } = await import("./http/listen.ts");
  const listening = await listenOnHttp(services, http, { ...options, protocol: HTTP_PROTOCOL });
  return listening.kind === "failed" ? listening.problem : undefined;
}

/** Tells a person who starts the server on a terminal why nothing happens. Not part of the log, whose level clients set. */
async function greetTerminal(): Promise<void> {
  const { isatty } = await import("node:tty");
  if (isatty(0))
    process.stderr.write("waiting for an MCP client on standard input (--http 8080 serves over HTTP, --help shows all options)\n");
}

/** Sets V8 for a server with one user, whose requests are far apart. */
async function settleForOneUser(): Promise<void> {
  const { delayOptimization, limitHeapGrowth } = await import("./launch/v8-settings.ts");
  limitHeapGrowth();
  delayOptimization();
}
