/** Limits for requests, enforced for every client. A test compares them with the table in docs/http.md. */
export const HTTP_LIMITS = {
  /** Maximum size of a request body, in bytes. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Maximum total size of the headers of a request, in bytes. */
  maxHeaderBytes: 16 * 1024,
  /** Timeout from the first byte of a connection or request to the end of its headers, in milliseconds. */
  headersTimeoutMs: 10_000,
  /** Timeout from the first byte of a request to the last byte of its body, in milliseconds. */
  requestTimeoutMs: 30_000,
  /** Idle timeout of a connection, in milliseconds. Longer than the idle timeout of common load balancers. */
  keepAliveTimeoutMs: 75_000,
  /**
   * Timeout for a client that does not read a response larger than the socket buffers, in milliseconds. Takes effect within twice that
   * time.
   */
  writeTimeoutMs: 30_000,
} as const;

/** Time for which clients may cache `tools/list`, in milliseconds. The tools of a server change only with its version. */
export const TOOLS_TTL_MS = 300_000;
