/** The MCP server over stdio, for both protocol eras: the only file besides its transport that knows the SDK. */
import type { ListToolsResult } from "@modelcontextprotocol/server";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { CallContext, FinishedCall } from "./call-tool.ts";
import { createLimiter } from "./limiter.ts";
import { readLaunch } from "./launch.ts";
import type { Log } from "./log.ts";
import { createLog } from "./log.ts";
import { createProcessRunner } from "./process.ts";
import type { ToolReply } from "./reply.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import type { ToolIndex } from "./tool-index.ts";

export { createToolIndex } from "./tool-index.ts";

export interface ServeOptions {
  readonly name: string;
  readonly version: string;
  readonly index: ToolIndex;
  /** Whether every tool is registered directly, unless the launch says otherwise. */
  readonly classic: boolean;
}

/**
 * Runs the server as the launch arguments (`process.argv`) say; returns when it listens. It ends by itself: with exit
 * status 0 when the client closes its end or on SIGTERM or SIGINT, with 2 on arguments that it does not know.
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
    case "serve":
      listen({ ...options, classic: launch.classic }, createLog(launch.logLevel, process.env["CLIMAX_LOG_FILE"]));
  }
}

function listen(options: ServeOptions, log: Log): void {
  const runner = createProcessRunner();
  const handler = createRequestHandler(options.index, options.classic);
  const context: CallContext = {
    env: { ...process.env } as CallContext["env"],
    run: runner.run,
    limiter: createLimiter(),
    onFinished: (call) => logCall(log, call),
  };

  const buildServer = (): Server => {
    const server = new Server({ name: options.name, version: options.version }, { capabilities: { tools: {} } });
    // The cast only drops `readonly`, which the SDK's types do not have: a listing is JSON as it stands.
    server.setRequestHandler("tools/list", () => ({ tools: handler.listTools() as unknown as ListToolsResult["tools"] }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
      const reply = await handler.callTool(params.name, params.arguments ?? {}, { ...context, signal });
      return toCallResult(reply);
    });
    return server;
  };

  const transport = createStdioTransport(process.stdin, process.stdout);
  const end = once((reason: string): void => {
    log.info("stopping", { reason });
    void runner.endAll().then(() => process.exit(0));
  });
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  process.on("SIGHUP", () => end("SIGHUP"));
  process.on("exit", () => runner.killAllNow());
  process.stdin.on("end", () => end("end of input")).on("close", () => end("end of input"));
  process.stdout.on("error", () => end("output closed"));
  serveStdio(buildServer, { transport, onerror: (error) => log.warn("protocol error", { message: error.message }) });
  log.info("serving", { name: options.name, mode: options.classic ? "classic" : "progressive", tools: options.index.toolCount });
}

function once<Argument>(action: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (done) return;
    done = true;
    action(argument);
  };
}

function toCallResult({ text, hint, isError }: ToolReply): { content: { type: "text"; text: string }[]; isError?: true } {
  const texts = hint === undefined ? [text] : [text, hint];
  return { content: texts.map((item) => ({ type: "text", text: item })), ...(isError ? { isError: true } : {}) };
}

function logCall(log: Log, call: FinishedCall): void {
  log.info("call", { ...call });
}
