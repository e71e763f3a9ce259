/** The entry `@climax-gen/runtime/server`: runs the server of a generated project as this process. */
import { createRequire } from "node:module";
import type { ServeOptions } from "./process-server.ts";
import { serveProcess } from "./process-server.ts";
import type { LoadedPolicy } from "./server/setup.ts";

export type { ServeOptions } from "./process-server.ts";

/**
 * Runs the server with launch arguments, which default to the arguments of the process. Returns before it listens. The process exits with
 * status 0 if the client closes the connection, or on SIGTERM, SIGINT or SIGHUP. It exits with 2 for unknown arguments, and with 1 if the
 * server cannot start: an invalid policy, a missing executor, an audit file that cannot be opened, or Windows.
 */
export function serve(options: ServeOptions, argv?: readonly string[]): void {
  serveProcess({ policyLoader: loadPolicy, ...options }, argv);
}

/** Reads a file of `--policy`. The loader is a bundle of this package, because only it needs a YAML parser. */
async function loadPolicy(path: string): Promise<LoadedPolicy> {
  const load = createRequire(import.meta.url);
  const loader = load("./bundle/policy-loader.cjs") as { readonly loadPolicy: (path: string) => Promise<LoadedPolicy> };
  return await loader.loadPolicy(path);
}
