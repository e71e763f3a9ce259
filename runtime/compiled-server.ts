/** The entry of the bundled server: the same server, over the compiled index in `dist/`. */
import { openCompiledIndex } from "./tool-index/compiled/read.ts";
import { failStart } from "./serve/failed-start.ts";
import { serve } from "./server.ts";
import type { PolicyLoader } from "./serve/setup.ts";
import { createIndexOver } from "./tool-index/tool-index.ts";

export { warmUp } from "./serve/warm-up.ts";

/**
 * Serves the compiled index in `folder`; ends the process with status 1 and one line where it cannot be read.
 * `policyLoader`: see `SetupOptions`.
 */
export function serveCompiled(folder: string, policyLoader?: PolicyLoader): void {
  try {
    const { header, reader } = openCompiledIndex(folder);
    const { name, version, classic, policies = [] } = header;
    serve({
      name,
      version,
      classic,
      index: createIndexOver(reader),
      policies,
      isNarrowed: true,
      ...(policyLoader && { policyLoader }),
    });
  } catch (error) {
    failStart(error instanceof Error ? error.message : String(error));
  }
}
