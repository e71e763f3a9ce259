/** The entry of the bundled server: the same server, over the compiled index in `dist/`. */
import { openCompiledIndex } from "./compiled-index/read.ts";
import { serve } from "./server.ts";
import { createIndexOver } from "./tool-index.ts";

/** Serves the compiled index in `folder`; ends the process with status 1 and one line where it cannot be read. */
export function serveCompiled(folder: string): void {
  try {
    const { header, reader } = openCompiledIndex(folder);
    const { name, version, classic } = header;
    serve({ name, version, classic, index: createIndexOver(reader) });
  } catch (error) {
    process.stderr.write(`cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
