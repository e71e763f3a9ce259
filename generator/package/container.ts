/** What the image, Compose and Kubernetes must agree on: how the server is started, as whom, and where it listens. */

/** The port that the server listens on in its container. */
export const SERVER_PORT = 8080;
/** No user of a base image has this number, and Kubernetes can see that it is not root. */
export const USER_ID = 10_001;
/** The variable that the server takes its bearer token from. */
export const TOKEN_VARIABLE = "CLIMAX_HTTP_TOKEN";
/** Seconds that calls under way have to end in when the server is told to stop; what they have as a rule is `--drain`. */
export const DRAIN_SECONDS = 25;
/** Answers without a token whether the process lives, and whether it takes calls. */
export const HEALTH_PATH = "/healthz";
export const READY_PATH = "/readyz";

/** The arguments behind `server.mjs` in a container; `hosts`: the names that clients address it by, besides those of loopback. */
export function serverArguments(hosts: readonly string[] = []): readonly string[] {
  const allowed = hosts.flatMap((host) => ["--allow-host", host]);
  return ["--http", `0.0.0.0:${SERVER_PORT}`, "--drain", String(DRAIN_SECONDS), ...allowed];
}
