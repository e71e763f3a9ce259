/** Serves one client on standard input and output, until it closes the connection. */
import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";
import { answerSearchesOf } from "./protocol-search.ts";
import { LOCAL_CALLER } from "../server/caller.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { defined } from "../text/defined.ts";
import { messageOf } from "../text/message-of.ts";
import type { StdioOptions } from "./stdio-transport.ts";
import { createStdioTransport } from "./stdio-transport.ts";

/**
 * Listens until the input ends or a signal arrives, then terminates all running commands and exits with status 0. After the end of the
 * input, calls in flight have `drainMs` to finish, by default that of `createStdioTransport`. A signal terminates them at once.
 */
export function listenOnStdio(server: ToolServer, { drainMs }: Pick<StdioOptions, "drainMs"> = {}): void {
  const { runner, log } = server;
  let isEnding = false;
  const end = (reason: string): void => {
    if (isEnding) return;
    isEnding = true;
    log.info("stopping", { reason });
    // Waits for one more turn of the event loop, in which the terminated calls are recorded.
    void runner.terminateAll().then(() => setImmediate(() => void server.close().then(() => process.exit(0))));
  };
  const transport = createStdioTransport(process.stdin, process.stdout, { onClosed: end, ...defined({ drainMs }) });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
  process.on("exit", () => runner.killAllNow());
  serveStdio((connection) => announceToolChanges(createProtocolServer(server, { callerOf: () => LOCAL_CALLER }, connection), server), {
    transport: answerSearchesOf(transport, server),
    onerror: createProtocolErrorLog(log),
  });
}

/**
 * Notifies the client after each change of the tools, until the connection closes. A client of 2026-07-28 receives the notification if it
 * has subscribed. Returns the same server.
 */
function announceToolChanges(server: Server, { live, log }: Pick<ToolServer, "live" | "log">): Server {
  if (live === undefined) return server;
  const unsubscribe = live.subscribe(() => {
    server.sendToolListChanged().catch((error: unknown) => log.debug("tools/list_changed", { problem: messageOf(error) }));
  });
  server.onclose = unsubscribe;
  return server;
}
