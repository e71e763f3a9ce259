/** The MCP server over stdio, for both protocol eras: the only file besides its transport that knows the SDK. */
import type {
  CallToolResult,
  ClientCapabilities,
  Implementation,
  InputRequiredResult,
  ListToolsResult,
  McpRequestContext,
  ServerContext,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { AuditEntry } from "./serve/audit-entry.ts";
import { toAuditEntry } from "./serve/audit-entry.ts";
import type { Audit } from "./serve/audit.ts";
import { openAudit } from "./serve/audit.ts";
import type { CallContext, CallFacts, FinishedCall } from "./call/call-context.ts";
import type { GivenAnswer } from "./call/confirmation.ts";
import { createConfirmations } from "./call/confirmation.ts";
import type { MethodAnswer } from "./directive/directive-reply.ts";
import { toMethodAnswer } from "./directive/directive-reply.ts";
import type { Environment } from "./call/environment-variables.ts";
import type { ServeLaunch } from "./serve/launch.ts";
import { listText, readLaunch } from "./serve/launch.ts";
import { createLimiter } from "./process/limiter.ts";
import type { Log } from "./serve/log.ts";
import { createLog } from "./serve/log.ts";
import { createProcessRunner } from "./process/process.ts";
import type { ToolReply } from "./call/reply.ts";
import { unauditedReply } from "./call/reply.ts";
import { createRequestHandler } from "./serve/request-handler.ts";
import type { Setup, SetupOptions } from "./serve/setup.ts";
import { setUp } from "./serve/setup.ts";
import { createStdioTransport } from "./serve/stdio-transport.ts";

export { createToolIndex } from "./tool-index/tool-index.ts";

export interface ServeOptions extends SetupOptions {
  readonly name: string;
  readonly version: string;
  /** Whether every tool is registered directly, unless the launch says otherwise. */
  readonly classic: boolean;
}

/**
 * Runs the server as the launch arguments (`process.argv`) say; returns before it listens. It ends by itself: with exit
 * status 0 when the client closes its end or on SIGTERM or SIGINT, with 2 on arguments that it does not know, and with 1 where
 * it cannot do what it is told to: a policy with mistakes, an executor that is missing, an audit file that cannot be opened.
 */
export function serve(options: ServeOptions, argv: readonly string[] = process.argv.slice(2)): void {
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
      start(options, launch).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  }
}

async function start(options: ServeOptions, launch: ServeLaunch | { readonly kind: "list"; readonly policyFile?: string }): Promise<void> {
  const env = { ...process.env } as Environment;
  const setup = await setUp(options, launch.policyFile, env);
  if (setup.kind === "refused") return fail(setup.text);
  if (launch.kind === "list") return void process.stdout.write(listText(setup.index));
  const audit = readVariable(env, "CLIMAX_AUDIT_FILE");
  const opened = audit === undefined ? undefined : openAudit(audit);
  if (opened?.kind === "failed") return fail(opened.problem);
  listen(options, launch, { ...setup, env, audit: opened?.audit, log: createLog(launch.logLevel, readVariable(env, "CLIMAX_LOG_FILE")) });
}

function fail(problem: string): void {
  process.stderr.write(`cannot start: ${problem.trimEnd()}\n`);
  process.exitCode = 1;
}

function readVariable(env: Environment, name: string): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined;
}

/** What the connections of a server share. */
interface Shared extends Omit<Extract<Setup, { kind: "ready" }>, "kind"> {
  readonly env: Environment;
  readonly audit: Audit | undefined;
  readonly log: Log;
}

function listen({ name, version }: ServeOptions, { classic, auditValues, directory }: ServeLaunch, shared: Shared): void {
  const { index, policies, execution, env, audit, log } = shared;
  const { limits } = execution;
  const runner = createProcessRunner();
  const handler = createRequestHandler(index, classic);
  const limiter = createLimiter({ maxRunning: limits.max_concurrency, maxWaiting: limits.max_queue });
  const context: CallContext = { env, policies, execution, run: runner.run, limiter, ...(directory !== undefined && { directory }) };
  const confirmations = createConfirmations();

  const record = (client: AuditEntry["client"]) => (call: FinishedCall, facts?: CallFacts) => {
    log.info("call", { ...call, tool: call.tool.slice(0, LONGEST_LOGGED_NAME) });
    audit?.record(toAuditEntry(call, facts, { client, env, showValues: auditValues }));
  };

  const contextOf = (server: Server, request: ProtocolRequest): CallContext => ({
    ...context,
    signal: request.signal,
    onFinished: record(readClient(server, request)),
  });

  const buildServer = ({ era }: McpRequestContext): Server => {
    const server = new Server({ name, version }, { capabilities: { tools: {} } });
    // The cast only drops `readonly`, which the SDK's types do not have: a listing is JSON as it stands.
    server.setRequestHandler("tools/list", () => ({ tools: handler.listTools() as unknown as ListToolsResult["tools"] }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      if (audit?.isReady() === false) return toCallResult(unauditedReply());
      const reply = await handler.callTool(params.name, params.arguments ?? {}, {
        ...contextOf(server, mcpReq),
        confirm: (pending) => confirmations.decide(pending, readAnswer(mcpReq), canAsk(server, mcpReq)),
      });
      return reply.question === undefined ? toCallResult(reply) : toQuestionResult(reply.question);
    });
    // Clients of the modern era ask for tools.
    for (const method of era === "legacy" ? index.methods.keys() : []) {
      server.setRequestHandler(method, { params: ANY_PARAMS }, async (params, { mcpReq }) => {
        if (audit?.isReady() === false) return toMethodResult(toMethodAnswer(unauditedReply()));
        return toMethodResult(await handler.callMethod(method, params, contextOf(server, mcpReq)));
      });
    }
    return server;
  };

  const end = once((reason: string): void => {
    log.info("stopping", { reason });
    // One more turn of the event loop: calls that have ended with their processes are recorded.
    void runner.endAll().then(() => setImmediate(() => process.exit(0)));
  });
  const transport = createStdioTransport(process.stdin, process.stdout);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
  process.on("exit", () => runner.killAllNow());
  process.stdin.on("end", () => end("end of input")).on("close", () => end("end of input"));
  process.stdout.on("error", () => end("output closed"));
  serveStdio(buildServer, { transport, onerror: (error) => log.warn("protocol error", { message: error.message }) });
  log.info("serving", { name, mode: classic ? "classic" : "progressive", tools: index.toolCount, executor: execution.executor.type });
}

/** In UTF-16 units: a caller may ask for a tool of any name. */
const LONGEST_LOGGED_NAME = 200;

function once<Argument>(action: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (done) return;
    done = true;
    action(argument);
  };
}

function toCallResult({ text, hint, structured, isError }: ToolReply): CallToolResult {
  const texts = hint === undefined ? [text] : [text, hint];
  return {
    content: texts.map((item) => ({ type: "text", text: item })),
    ...(structured && { structuredContent: { ...structured } }),
    ...(isError ? { isError: true } : {}),
  };
}

/** The tool's own schema decides about the parameters; `_meta` is the protocol's. */
const ANY_PARAMS: StandardSchemaV1<unknown, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "climax-gen",
    validate: (params) => {
      const { _meta, ...given } = (params ?? {}) as Record<string, unknown>;
      return { value: given };
    },
  },
};

/** The result of a JSON-RPC method; an error is thrown, as the SDK wants it. */
function toMethodResult(answer: MethodAnswer): Record<string, unknown> {
  if (answer.kind === "result") return { ...answer.result };
  const { code, message, data } = answer.error;
  throw new ProtocolError(code, message, data);
}

type ProtocolRequest = ServerContext["mcpReq"];

const CONFIRMATION = "confirmation";

/** The question to the client: on 2026-07-28 as the result, on older protocols the SDK sends it as a request of the server. */
function toQuestionResult({ text, token }: NonNullable<ToolReply["question"]>): InputRequiredResult {
  const question = inputRequired.elicit({ message: text, requestedSchema: { type: "object", properties: {} } });
  return inputRequired({ inputRequests: { [CONFIRMATION]: question }, requestState: token });
}

function readAnswer({ inputResponses, requestState }: ProtocolRequest): GivenAnswer {
  const answer = inputResponse(inputResponses, CONFIRMATION);
  return { token: requestState(), action: answer.kind === "elicit" ? answer.action : undefined };
}

/** What a client of 2026-07-28 says of itself with every request. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

/** The SDK has held the envelope against its schema, but declares no fields of it. */
function readEnvelope({ envelope }: ProtocolRequest): Envelope {
  return envelope ?? {};
}

/** Whether the client shows forms to its user; one that names no kind of question means forms. */
function canAsk(server: Server, request: ProtocolRequest): boolean {
  const { elicitation } = readEnvelope(request)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function readClient(server: Server, request: ProtocolRequest): AuditEntry["client"] {
  const client = readEnvelope(request)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return client === undefined ? null : { name: client.name, version: client.version };
}
