/** Settings shared by the image, Compose and Kubernetes: the arguments, user and port of the server. */

/** Port of the server in its container. */
export const SERVER_PORT = 8080;
/** User id that no base image uses, and that Kubernetes can verify not to be root. */
export const USER_ID = 10_001;
/** Environment variable of the server's bearer token. */
export const TOKEN_VARIABLE = "CLIMAX_HTTP_TOKEN";
/** Value of `--drain` in a container, in seconds: the time for in-flight calls after SIGTERM. */
export const DRAIN_SECONDS = 25;
/** Health endpoint. Reports without a token whether the process is alive. */
export const HEALTH_PATH = "/healthz";
/** Readiness endpoint. Reports without a token whether the process accepts calls. */
export const READY_PATH = "/readyz";

/** Every address of the container, of both IP versions: the pods of some clusters have only IPv6 addresses. */
const EVERY_ADDRESS = "[::]";

/** Returns the arguments after `server.mjs` in a container. `hosts` are the host names of the server besides loopback. */
export function serverArguments(hosts: readonly string[] = []): readonly string[] {
  const allowed = hosts.flatMap((host) => ["--allow-host", host]);
  return ["--http", `${EVERY_ADDRESS}:${SERVER_PORT}`, "--drain", String(DRAIN_SECONDS), ...allowed];
}
