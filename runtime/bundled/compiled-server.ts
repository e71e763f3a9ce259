/** The entry of the bundled server, which reads the compiled index in `dist/`. */
import { dirname } from "node:path";
import { openCompiledIndex } from "../tool-index/compiled/read.ts";
import { failStart } from "../launch/failed-start.ts";
import type { ServeOptions } from "../process-server.ts";
import { serveProcess } from "../process-server.ts";
import type { StaleDist } from "../launch/stale-dist.ts";
import { findStaleDist } from "../launch/stale-dist.ts";
import type { PolicyLoader } from "../server/setup.ts";
import { runShell } from "../shell/shell.ts";
import { createIndexOver } from "../tool-index/tool-index.ts";
import { discoveryOf } from "../tool/discovery-options.ts";
import { messageOf } from "../text/message-of.ts";

export { runOneCall } from "../one-call.ts";
export { serveProcess } from "../process-server.ts";
export { warmUp } from "./warm-up.ts";

/**
 * Serves the compiled index in `folder`, which is in `dist/`. Ends the process with status 1 and a message if the index cannot be read, or
 * if `dist/` was not generated with the sources next to it. `policyLoader`: see `SetupOptions`.
 */
export function serveCompiled(folder: string, policyLoader?: PolicyLoader): void {
  withIndex(folder, policyLoader, serveProcess);
}

/** Runs the front end for shells over the compiled index in `folder`. Its failures are those of `serveCompiled`. */
export function runCompiledShell(folder: string, policyLoader?: PolicyLoader): void {
  withIndex(folder, policyLoader, (options) => {
    runShell(options).catch((error: unknown) => failStart(messageOf(error)));
  });
}

function withIndex(folder: string, policyLoader: PolicyLoader | undefined, use: (options: ServeOptions) => void): void {
  const stale = findStaleDist(dirname(folder));
  if (stale !== undefined) return failStart(describeProblem(stale));
  try {
    const { header, reader } = openCompiledIndex(folder);
    const { name, version, classic, policies = [], disabled = [] } = header;
    use({
      name,
      version,
      classic,
      ...discoveryOf(header),
      index: createIndexOver(reader),
      policies,
      isNarrowed: true,
      loadDisabled: () => loadDisabled(disabled),
      ...(policyLoader && { policyLoader }),
    });
  } catch (error) {
    failStart(messageOf(error));
  }
}

/** Returns the check for names of disabled tools. Loads `node:crypto`, which other starts do not need. */
async function loadDisabled(digests: readonly string[]): Promise<(name: string) => boolean> {
  const { digestName } = await import("../tool-index/compiled/name-digest.ts");
  return (name) => digests.includes(digestName(name));
}

function describeProblem({ command }: StaleDist): string {
  const remedy = command === undefined ? "run climax-gen again with the inputs and the flags of this project" : `run \`${command}\``;
  return `dist/ was not generated with the sources next to it: ${remedy}`;
}
