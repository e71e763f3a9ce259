/** Limits and timeouts of the HTTP server. */
import { DEFAULT_SESSION_IDLE_SECONDS } from "../launch/http-launch.ts";
import { MAX_JSON_PARTS } from "../text/json-size.ts";

/** Limits on the content of requests, enforced for every client. A test compares them with the table in docs/http.md. */
export const HTTP_LIMITS = {
  /** Maximum size of a request body, in bytes. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Maximum number of objects and arrays in a request body, of properties, and of list items. */
  maxBodyParts: MAX_JSON_PARTS,
  /** Maximum total size of the headers of a request, in bytes. */
  maxHeaderBytes: 16 * 1024,
} as const;

/** Timeouts and intervals of a server, in milliseconds. Tests shorten them. Only `sessionIdleMs` has a launch argument. */
export interface HttpTimeouts {
  /** Timeout from the first byte of a connection or request to the end of its headers. */
  readonly headersMs: number;
  /** Timeout from the first byte of a request to the last byte of its body. */
  readonly requestMs: number;
  /** Interval between two checks of `headersMs` and `requestMs`. */
  readonly checkMs: number;
  /** Idle timeout of a connection. */
  readonly keepAliveMs: number;
  /** Timeout for a client that does not read a response larger than the socket buffers. Takes effect within twice that time. */
  readonly writeMs: number;
  /** Time after which a session without requests ends. Takes effect within 1.25 times that time. */
  readonly sessionIdleMs: number;
  /** Minimum time between two reads of the token file. */
  readonly tokenRereadMs: number;
}

/**
 * Defaults. The idle timeout is longer than the idle timeout of common load balancers. A test compares them with the table in docs/http.md.
 */
export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 1000,
  keepAliveMs: 75_000,
  writeMs: 30_000,
  sessionIdleMs: DEFAULT_SESSION_IDLE_SECONDS * 1000,
  tokenRereadMs: 5000,
};

/** Time for which clients may cache `tools/list`, in milliseconds. The tools of a server change only with its version. */
export const TOOLS_TTL_MS = 300_000;
