/** Sends `notifications/tools/list_changed` to the client of a connection. */
import type { Server } from "@modelcontextprotocol/server";
import type { ToolServer } from "../server/tool-server.ts";
import { messageOf } from "../text/message-of.ts";

/**
 * Notifies the client after each change of the tools, until the connection closes. A client of 2026-07-28 receives the notification if it
 * has subscribed. Returns the same server.
 */
export function announceToolChanges(server: Server, { live, log }: Pick<ToolServer, "live" | "log">): Server {
  if (live === undefined) return server;
  const unsubscribe = live.subscribe(() => {
    server.sendToolListChanged().catch((error: unknown) => log.debug("tools/list_changed", { problem: messageOf(error) }));
  });
  server.onclose = unsubscribe;
  return server;
}
