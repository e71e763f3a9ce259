/** The MCP server of a generated project: reads how it is launched, settles what it may do, and listens. */
import type { Environment } from "./call/environment-variables.ts";
import { openAudit } from "./serve/audit.ts";
import type { Launch } from "./serve/launch.ts";
import { listText, readLaunch } from "./serve/launch.ts";
import { createLog } from "./serve/log.ts";
import { createServices } from "./serve/services.ts";
import type { SetupOptions } from "./serve/setup.ts";
import { setUp } from "./serve/setup.ts";
import { listenOnStdio } from "./serve/stdio.ts";

export { createToolIndex } from "./tool-index/tool-index.ts";

export interface ServeOptions extends SetupOptions {
  readonly name: string;
  readonly version: string;
  /** Whether every tool is registered directly, unless the launch says otherwise. */
  readonly classic: boolean;
}

/**
 * Runs the server as the launch arguments (`process.argv`) say; returns before it listens. It ends by itself: with exit
 * status 0 when the client closes its end or on SIGTERM or SIGINT, with 2 on arguments that it does not know, and with 1 where
 * it cannot do what it is told to: a policy with mistakes, an executor that is missing, an audit file that cannot be opened.
 */
export function serve(options: ServeOptions, argv: readonly string[] = process.argv.slice(2)): void {
  const launch = readLaunch(argv, options);
  switch (launch.kind) {
    case "print":
      process.stdout.write(launch.text);
      return;
    case "refused":
      process.stderr.write(launch.text);
      process.exitCode = 2;
      return;
    case "list":
    case "serve":
      start(options, launch).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  }
}

async function start(options: ServeOptions, launch: Extract<Launch, { kind: "list" | "serve" }>): Promise<void> {
  const env = { ...process.env } as Environment;
  const setup = await setUp(options, launch.policyFile, env);
  if (setup.kind === "refused") return fail(setup.text);
  if (launch.kind === "list") return void process.stdout.write(listText(setup.index));
  const auditFile = readVariable(env, "CLIMAX_AUDIT_FILE");
  const opened = auditFile === undefined ? undefined : openAudit(auditFile);
  if (opened?.kind === "failed") return fail(opened.problem);
  const log = createLog(launch.logLevel, readVariable(env, "CLIMAX_LOG_FILE"));
  const { name, version } = options;
  listenOnStdio(createServices({ info: { name, version }, launch, setup, env, audit: opened?.audit, log }));
  const { index, execution } = setup;
  log.info("serving", {
    name,
    mode: launch.classic ? "classic" : "progressive",
    tools: index.toolCount,
    executor: execution.executor.type,
  });
}

function fail(problem: string): void {
  process.stderr.write(`cannot start: ${problem.trimEnd()}\n`);
  process.exitCode = 1;
}

function readVariable(env: Environment, name: string): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined;
}
