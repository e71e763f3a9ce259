/** The transports that a server accepts. */

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
