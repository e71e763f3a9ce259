/** Defines the commands that run tools, without an output directory. */
import type { Command } from "commander";
import { Option } from "commander";
import type { CallFlags } from "../commands/call.ts";
import type { ServeFlags } from "../commands/serve.ts";
import { loadTerminal, openTerminal } from "../terminal/open-terminal.ts";
import { readCallWords } from "./call-words.ts";
import { describeFailure } from "./exit-status.ts";
import { collect, parseNonEmpty, parseVersion } from "./option-values.ts";
import { CALL, CALL_USAGE, INPUTS, JSON_RESULT, NAME, POLICY, ROOT, SPLIT_CALLS } from "./shared-options.ts";

/** Adds the command `call`. */
export function addCall(program: Command): void {
  const command = program
    .command("call")
    .description("run one call as the server would, and print its result")
    .usage(CALL_USAGE)
    .argument(...CALL)
    .option(...POLICY)
    .addOption(new Option("--dry-run", "print the command line like `explain`; run nothing").conflicts("root"))
    .option(...ROOT, parseNonEmpty)
    .option(...JSON_RESULT)
    .action(async (words: string[], flags: CallFlags) => {
      const request = readCallWords(words);
      if (request.kind === "refused") return command.error(`error: ${request.problem}\nhelp: ${request.help}`);
      const { runCall } = await import("../commands/call.ts");
      process.exitCode = await runCall(request, flags, await openTerminal());
    });
  describeFailure(command, "the result is an error, or inputs have errors");
}

/** Flags of `serve` that are passed to the server. A test compares them with those of a generated server. */
const LAUNCH_OPTIONS: readonly (readonly [flags: string, description: string])[] = [
  ["--classic", "register every tool directly"],
  ["--progressive", "register only climax_search and climax_call"],
  ["--discovery <mode>", "progressive, classic, or auto: register every tool directly if their list is short"],
  SPLIT_CALLS,
  ["--search-schemas <n>", "give full schemas for the first N results of a search (default: all)"],
  ["--search-bytes <n>", "maximum size in bytes of the reply to a search (default: 6144)"],
  ["--log-level <level>", "level of the log on standard error: debug, info, warn, error or silent (default: warn)"],
  ROOT,
  ["--audit-values", "write the values of arguments to the audit, other than secret ones"],
  ["--require-programs", "start only if the programs of all tools are installed; /readyz checks this, too"],
  ["--spool <on|off>", "keep output that exceeds a reply for output_read (default: on)"],
  ["--http <address>", "serve over HTTP on [HOST:]PORT instead of standard input and output"],
  ["--token-file <file>", "with --http: file of the token that clients must send (default: CLIMAX_HTTP_TOKEN)"],
  ["--allow-host <name>", "with --http: accept requests for this host; can be repeated"],
  ["--allow-origin <url>", "with --http: accept requests of web pages of this origin; can be repeated"],
  ["--max-requests <n>", "with --http: maximum number of concurrent requests (default: 256)"],
  ["--max-connections <n>", "with --http: maximum number of connections (default: 1024)"],
  ["--max-sessions <n>", "with --http: maximum number of sessions of clients of 2025-11-25 and earlier (default: 1000)"],
  ["--session-idle <seconds>", "with --http: time for which a session may be unused (default: 1800)"],
  ["--stateless", "with --http: keep no sessions"],
  ["--drain <seconds>", "with --http: time for calls to finish after SIGTERM (default: 10)"],
  ["--oauth-issuer <url>", "with --http: accept access tokens of this issuer instead of one token"],
  ["--oauth-audience <url>", "with --http: public address of the server, for which tokens must be issued"],
  ["--oauth-jwks <url>", "with --http: address of the issuer's keys (default: from its metadata)"],
];

/** Reports whether a server has an option, without its value: `--http` or `--http=8080`. */
export function isServerOption(option: string): boolean {
  const [name] = option.split("=", 1);
  return name === "--policy" || LAUNCH_OPTIONS.some(([flags]) => flags.split(" ", 1)[0] === name);
}

/** Adds the command `serve`. */
export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("serve the inputs over MCP, compiled in memory")
    .argument(...INPUTS)
    .option(...POLICY)
    .option("--watch", "compile again after each change of an input, and notify the clients")
    .option(...NAME)
    .option("--server-version <version>", "version of the server (default: 1.0.0)", parseVersion);
  const launchOptions = LAUNCH_OPTIONS.map(([flags, description]) => {
    const option = new Option(flags, description);
    return option.isBoolean() ? option : option.argParser(collect);
  });
  for (const option of launchOptions) command.addOption(option);
  command.action(async (inputs: string[], flags: Omit<ServeFlags, "launch">) => {
    const { findLaunchProblem, runServe } = await import("../commands/serve.ts");
    const launch = launchOptions.flatMap((option) => toLaunchWords(option, command.getOptionValue(option.attributeName())));
    const problem = findLaunchProblem(launch);
    if (problem !== undefined) return command.error(`error: ${problem}`);
    const status = await runServe(inputs, { ...flags, launch }, await loadTerminal());
    if (status !== undefined) process.exitCode = status;
  });
  describeFailure(command, "the server does not start");
}

/** Converts the value of an option to launch arguments of a server. */
function toLaunchWords({ long }: Option, value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map((item) => `${long}=${item}`) : [`${long}`];
}
