/** Opens a server for one use in this process. */
import type { OpenOptions } from "./open-server.ts";
import { openServer } from "./open-server.ts";
import type { ToolServer } from "./tool-server.ts";

/** The result of the use, or the reason why the server cannot start. */
export type UsedServer<Result> = { readonly kind: "used"; readonly result: Result } | { readonly kind: "failed"; readonly problem: string };

/**
 * Opens a server, and closes it after the use. Resolves when all of its processes have exited and all records are written. Kills the
 * processes if this process exits before.
 */
export async function useServer<Result>(options: OpenOptions, use: (server: ToolServer) => Promise<Result>): Promise<UsedServer<Result>> {
  const opened = await openServer(options);
  if (opened.kind === "failed") return opened;
  const { server } = opened;
  const killAll = (): void => server.runner.killAllNow();
  process.on("exit", killAll);
  try {
    return { kind: "used", result: await use(server) };
  } finally {
    await server.runner.terminateAll();
    await server.close();
    process.off("exit", killAll);
  }
}
