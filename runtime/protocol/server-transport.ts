/**
 * Types of the transports that a server accepts, and of its connections. They use no types of the SDK, because a program may not have the
 * SDK.
 */

/**
 * A transport of MCP's TypeScript SDK for one client: `StdioServerTransport`, `InMemoryTransport` and others, of
 * `@modelcontextprotocol/server` or of `@modelcontextprotocol/sdk`. The server starts and closes it.
 */
export interface ServerTransport {
  start(): Promise<void>;
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/** The arguments of `onmessage`. */
export type ReceivedMessage = Parameters<NonNullable<ServerTransport["onmessage"]>>;

/** The connection of a server to one client. */
export interface Connection {
  /** Cancels the calls in flight and closes the transport. Never rejects. */
  readonly close: () => Promise<void>;
  /** Resolves when the connection has ended, for any reason. Never rejects. */
  readonly closed: Promise<void>;
}
