/** Creates an MCP server inside another program. */
import type { CallHooks } from "./server/call-hooks.ts";
import type { AnyPolicySpec } from "./policy/policy-spec.ts";
import { RPC_CODES } from "./protocol/protocol-messages.ts";
import type { FetchHandler } from "./protocol/protocol-fetch.ts";
import type { Connection, ReceivedMessage, ServerTransport } from "./protocol/server-transport.ts";
import { probeExecutor } from "./executor/this-machine.ts";
import { openAudit } from "./record/audit.ts";
import { createLog } from "./record/log.ts";
import { unrestricted } from "./server/caller.ts";
import type { Caller } from "./server/caller.ts";
import { findFormProblems } from "./server/embedded-options.ts";
import { resolveEmbedded } from "./server/embedded-setup.ts";
import { readServerEnvironment } from "./server/server-environment.ts";
import { logMissingPrograms } from "./server/required-programs.ts";
import { ServerSetupError } from "./server/server-setup-error.ts";
import type { ToolServer } from "./server/tool-server.ts";
import { createToolServer } from "./server/tool-server.ts";
import { waitAtMost } from "./server/wait-at-most.ts";
import { loadTelemetry } from "./telemetry/load-telemetry.ts";
import { messageOf } from "./text/message-of.ts";
import type { ToolIndex } from "./tool-index/tool-index.ts";
import { createToolIndex } from "./tool-index/tool-index.ts";
import type { FunctionTool } from "./tool/define-tool.ts";
import type { DiscoveryOptions } from "./tool/discovery-options.ts";
import { discoveryOf } from "./tool/discovery-options.ts";
import type { CallLog } from "./tool/tool-call.ts";
import type { Credentials } from "./secrets/credentials.ts";
import { toCredentials } from "./secrets/credentials.ts";
import { defined } from "./text/defined.ts";

/** The parts of a server, and its settings. */
export interface ServerOptions extends DiscoveryOptions {
  /** Name that clients see. Function tools are found in the group of this name. */
  readonly name: string;
  /** Version that clients see. */
  readonly version: string;
  /** The tools of a generated project, or of `createToolIndex`. Defaults to none. */
  readonly index?: ToolIndex;
  /** One policy or several, all of which apply. Defaults to none: every tool is enabled. */
  readonly policy?: AnyPolicySpec | readonly AnyPolicySpec[];
  /** Function tools, made by `defineTool`. Defaults to none. */
  readonly tools?: readonly FunctionTool[];
  /** Functions that run before and after each call. Defaults to none. */
  readonly hooks?: CallHooks;
  /** Registers every tool directly instead of `climax_search` and `climax_call`. Defaults to false. */
  readonly classic?: boolean;
  /** Whether output that exceeds a reply is kept, so that clients can read it with `output_read`. Defaults to true. */
  readonly spool?: boolean;
  /** Directory that contains the directories of Directive definitions. Defaults to the working directory. */
  readonly directory?: string;
  /**
   * Environment that commands inherit, except for variables that the policies exclude. Defaults to `process.env`. `CLIMAX_HTTP_TOKEN`,
   * `CLIMAX_STATE_KEY` and the credentials of OpenTelemetry are removed.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Defaults to warnings and errors on standard error. */
  readonly log?: CallLog;
  /** Appends one JSON line for each call to `file`. `values` shows the values of arguments that are not secret. Defaults to no audit. */
  readonly audit?: { readonly file: string; readonly values?: boolean };
}

/** The sender of a request or a connection, which the program has authenticated. Compatible with the SDK's `AuthInfo`. */
export interface SenderInfo {
  /** Identifies the client program. */
  readonly clientId: string;
  /** Identifies the user. A call can be confirmed only by the same subject. Defaults to `clientId`. */
  readonly subject?: string;
  /** Passed to function tools and hooks. The server checks only the scopes that a policy requires for a tool. */
  readonly scopes?: readonly string[];
  /** Passed to function tools and hooks. Secrets with a `claim` are read from it. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Options of one client. */
export interface ConnectOptions {
  /** Defaults to an unauthenticated sender. */
  readonly authInfo?: SenderInfo;
}

/** Options of one request. */
export interface FetchOptions extends ConnectOptions {
  /** The JSON value of the body, if a framework has already read it. */
  readonly parsedBody?: unknown;
}

/** Options of the shutdown. */
export interface CloseOptions {
  /** Time for calls in flight to finish, in milliseconds. Defaults to 5000. */
  readonly graceMs?: number;
}

/** A server for any number of clients. */
export interface McpServer {
  /**
   * Serves a client on a transport of the SDK, in both protocol eras. Returns before the transport has started. May be called for any
   * number of clients, each with its own transport. Throws if the server is closed. If the transport does not start, the reason is logged
   * and `closed` resolves.
   */
  readonly connect: (transport: ServerTransport, options?: ConnectOptions) => Connection;
  /**
   * Answers a request of MCP's streamable HTTP transport, without sessions, in both protocol eras. Before calling `fetch`, the program must
   * verify `Host`, `Origin` and tokens, and limit the rate, because `fetch` does not. Responds with status 503 if the server is closed.
   */
  readonly fetch: (request: Request, options?: FetchOptions) => Promise<Response>;
  /**
   * Refuses new calls, waits for calls in flight, cancels the remaining ones, closes all connections and terminates all processes. The
   * promise never rejects. Further calls return the same promise.
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** Time for sending the responses of terminated calls, in milliseconds. */
const FINAL_RESPONSES_MS = 1000;

/** Time for hooks to finish and for telemetry to be exported, in milliseconds. */
const FINAL_EXPORT_MS = 4000;

/**
 * Creates a server from an index, policies and functions. The MCP SDK is loaded for the first client, and the first call starts the first
 * process. Throws a `ServerSetupError` that lists every problem: a value that is not a policy or a tool, a duplicate or reserved name, an
 * invalid function tool, a policy that does not fit the tools, a missing executor, or an audit file that cannot be opened.
 */
export function createServer(options: ServerOptions): McpServer {
  const formProblems = findFormProblems(options);
  if (formProblems.length > 0) throw new ServerSetupError(formProblems);
  const { name, version, index = createToolIndex([]), tools = [], hooks, classic = false, directory } = options;
  const log = options.log ?? createLog("warn", undefined);
  const { env } = readServerEnvironment(options.env ?? process.env);
  const policies = [options.policy ?? []].flat();
  const { problems, warnings, execution, ...settled } = resolveEmbedded({ name, index, tools, policies }, env);
  const opened = options.audit && openAudit(options.audit.file);
  const failures = [...problems, ...(opened?.kind === "failed" ? [`audit.file: ${opened.problem}`] : [])];
  if (failures.length > 0 || execution === undefined) {
    if (opened?.kind === "open") opened.audit.close();
    throw new ServerSetupError(failures);
  }
  const audit = opened?.kind === "open" ? opened.audit : undefined;
  for (const warning of warnings) log.warn(warning);
  const start = async (): Promise<Running> => {
    const probed = await probeExecutor(execution);
    if (probed.kind === "refused") throw new ServerSetupError([probed.problem]);
    const server = createToolServer({
      info: { name, version },
      launch: {
        classic,
        ...discoveryOf(options),
        spool: options.spool ?? true,
        auditValues: options.audit?.values ?? false,
        ...(directory !== undefined && { directory }),
      },
      setup: { kind: "ready", ...settled, execution: probed.execution, warnings },
      env,
      audit,
      log,
      startTelemetry: await loadTelemetry(process.env, log),
      ...(hooks && { hooks }),
      hasFunctions: tools.length > 0,
    });
    logMissingPrograms(server);
    return run(server);
  };
  return serveClients(start, { log, closeAudit: () => audit?.close() });
}

/** A server that has started. */
interface Running {
  readonly server: ToolServer;
  /** Loads the handler of `fetch` on first use. */
  readonly fetchHandler: () => Promise<FetchHandler>;
  /** Ends the requests of `fetch`, and terminates all processes. */
  readonly stop: () => Promise<void>;
}

function run(server: ToolServer): Running {
  let fetching: Promise<FetchHandler> | undefined;
  const loadFetchHandler = async (): Promise<FetchHandler> => {
    const { createFetchHandler } = await import("./protocol/protocol-fetch.ts");
    return createFetchHandler(server);
  };
  const killAll = (): void => server.runner.killAllNow();
  process.on("exit", killAll);
  return {
    server,
    fetchHandler: () => (fetching ??= loadFetchHandler()),
    async stop() {
      const handler = await fetching;
      await handler?.close();
      await server.runner.terminateAll();
      await waitAtMost(FINAL_RESPONSES_MS, server.idle());
      await waitAtMost(FINAL_EXPORT_MS, server.close());
      process.off("exit", killAll);
    },
  };
}

const ENDED: Connection = { closed: Promise.resolve(), close: () => Promise.resolve() };

interface EmbeddedLog {
  readonly log: CallLog;
  readonly closeAudit: () => void;
}

function serveClients(start: () => Promise<Running>, { log, closeAudit }: EmbeddedLog): McpServer {
  const connections = new Set<Connection>();
  let running: Promise<Running> | undefined;
  let closing: Promise<void> | undefined;

  const open = async (transport: ServerTransport, caller: Caller): Promise<Connection> => {
    // The client can disconnect or send messages while the SDK is loading. A transport reports each event only once.
    let hasEnded = false;
    const received: ReceivedMessage[] = [];
    transport.onclose = () => void (hasEnded = true);
    transport.onmessage = (...message) => void received.push(message);
    const [{ server }, { openConnection }] = await Promise.all([(running ??= start()), import("./protocol/protocol-connection.ts")]);
    return hasEnded ? ENDED : openConnection(server, caller, transport, received);
  };

  const shutDown = async (graceMs: number): Promise<void> => {
    // A server that did not start has nothing to stop, and its clients have received the reason.
    const started = await running?.catch(() => undefined);
    started?.server.refuseCalls();
    if (started !== undefined) await waitAtMost(graceMs, started.server.idle());
    // The replies of calls that have just ended are sent in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([...connections].map((connection) => connection.close()));
    await started?.stop();
    closeAudit();
  };

  return {
    connect(transport, { authInfo } = {}) {
      if (closing !== undefined) throw new Error("the server is closed");
      const opening = open(transport, toCaller(authInfo));
      const connection = toConnection(opening, (problem) => log.error("connection failed", { problem }));
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    async fetch(request, { authInfo, parsedBody } = {}) {
      if (closing !== undefined) return closedResponse();
      const { fetchHandler } = await (running ??= start());
      const handler = await fetchHandler();
      const caller = { ...toCaller(authInfo), credentials: readCredentials(request, authInfo) };
      return await handler.fetch(request, { caller, ...(parsedBody !== undefined && { parsedBody }) });
    },
    close: ({ graceMs = 5000 } = {}) => (closing ??= shutDown(graceMs)),
  };
}

function toConnection(opening: Promise<Connection>, onFailure: (problem: string) => void): Connection {
  const closed = opening.then(
    (opened) => opened.closed,
    (error: unknown) => onFailure(messageOf(error)),
  );
  return {
    closed,
    close: () =>
      opening.then(
        (opened) => opened.close(),
        // Reported by `closed`.
        () => undefined,
      ),
  };
}

/**
 * Returns the caller. It may run tools of every risk, because the program checks that itself. One with `authInfo` needs the scopes that the
 * policies require, and has no headers. One without is the program.
 */
function toCaller(authInfo: SenderInfo | undefined): Caller {
  if (authInfo === undefined) return unrestricted({});
  const { clientId, subject = clientId, scopes, extra } = authInfo;
  return { ...unrestricted({ subject, ...defined({ scopes, extra }) }), credentials: toCredentials({}, extra) };
}

/** Returns what secrets can be read from: the headers of an authenticated request, and `extra`, which has the claims of its token. */
function readCredentials({ headers }: Request, authInfo: SenderInfo | undefined): Credentials {
  if (authInfo === undefined) return toCredentials({});
  return toCredentials(Object.fromEntries(Array.from(headers, ([name, value]) => [name, [value]])), authInfo.extra);
}

function closedResponse(): Response {
  const error = { code: RPC_CODES.server, message: "the server is closed" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 503 });
}
