/** Serves one client on a transport of the SDK, in both protocol eras. */
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Caller } from "../server/caller.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { createProtocolErrorLog } from "./protocol-log.ts";
import { createProtocolServer } from "./protocol-server.ts";
import type { Connection, ReceivedMessage, ServerTransport } from "./server-transport.ts";

/**
 * Starts the transport. The first message determines the protocol era of the connection.
 * @param received the messages so far. The transport appends messages until it has started, because an HTTP transport can receive messages
 * before.
 */
export function openConnection(server: ToolServer, caller: Caller, transport: ServerTransport, received: ReceivedMessage[]): Connection {
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const handle = serveStdio((context) => createProtocolServer(server, { callerOf: () => caller }, context), {
    transport: watchTransport(transport as Transport, received, end),
    onerror: createProtocolErrorLog(server.log),
  });
  return { closed, close: () => handle.close().finally(end) };
}

/**
 * Wraps the transport. The result also delivers the messages that the transport received before its start. Calls `end` when the transport
 * closes or does not start, because the SDK reports neither.
 */
function watchTransport(transport: Transport, received: ReceivedMessage[], end: () => void): Transport {
  const wire: Transport = {
    async start() {
      transport.onerror = (error) => wire.onerror?.(error);
      transport.onclose = () => {
        wire.onclose?.();
        end();
      };
      try {
        await transport.start();
      } catch (error) {
        end();
        throw error;
      }
      for (const message of received.splice(0)) wire.onmessage?.(...message);
      transport.onmessage = (message, extra) => wire.onmessage?.(message, extra);
    },
    send: (message, options) => transport.send(message, options),
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
  };
  return wire;
}
