/** What no client can make the server exceed. docs/http.md lists all of it, and a test holds the two together. */
export const HTTP_LIMITS = {
  /** Of one request, in bytes. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Of all headers of a request together, in bytes. */
  maxHeaderBytes: 16 * 1024,
  /** From the first byte of a connection or of a next request to the end of its headers, in milliseconds. */
  headersTimeoutMs: 10_000,
  /** From the first byte of a request to the last one of its body, in milliseconds. */
  requestTimeoutMs: 30_000,
  /** How long a connection stays open without a request, in milliseconds: longer than load balancers keep theirs. */
  keepAliveTimeoutMs: 75_000,
  /** How long a client may leave an answer unread that does not fit into the buffers in between, in milliseconds; noticed within twice that. */
  writeTimeoutMs: 30_000,
} as const;

/** How long `tools/list` may be kept by a client, in milliseconds: the tools of a server change only with its next version. */
export const TOOLS_TTL_MS = 300_000;
