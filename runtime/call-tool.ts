/** Answers the call of a tool: arguments, command line, process, reply, each stage in a file of its own. */
import { validateArguments, withDefaults } from "./arguments.ts";
import type { Environment, Invocation } from "./command-line.ts";
import { buildCommandLine } from "./command-line.ts";
import type { Limiter } from "./limiter.ts";
import type { ProcessRequest, ProcessResult, ProcessRunner } from "./process.ts";
import type { ToolReply } from "./reply.ts";
import { argumentProblemsReply, busyReply, timeoutSeconds, toExitCode, toProcessReply } from "./reply.ts";
import { maskSecrets } from "./secrets.ts";
import type { ArgValue, Cli, Tool } from "./tool-spec.ts";

export { unknownToolReply } from "./reply.ts";

/** What a call needs of its server, and the `signal` that cancels it. */
export interface CallContext {
  /** The server's environment, copied once at start: reading `process.env` is slow. */
  readonly env: Environment;
  readonly run: ProcessRunner["run"];
  readonly limiter: Limiter;
  readonly signal?: AbortSignal;
  /** Told of every call once it is answered. */
  readonly onFinished?: (call: FinishedCall) => void;
}

/** A call as a log may show it. */
export interface FinishedCall {
  readonly tool: string;
  readonly outcome: "invalid_arguments" | "busy" | ProcessResult["kind"];
  /** The command line, the values of secret arguments as `***`. Absent where none was built. */
  readonly argv?: readonly string[];
  /** As in the reply: negative for a signal. Absent where no process ended by itself. */
  readonly exit?: number;
  /** From the call to its reply, waiting included, in milliseconds. */
  readonly duration_ms: number;
}

/** Per stream, in bytes (design 7). */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs the tool with the given arguments, both modes alike (design 4.2). Never rejects: every failure is a reply. */
export async function callTool(tool: Tool, given: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolReply> {
  const startedAt = performance.now();
  const answer = (reply: ToolReply, call: Omit<FinishedCall, "tool" | "duration_ms">): ToolReply => {
    context.onFinished?.({ tool: tool.name, ...call, duration_ms: Math.round(performance.now() - startedAt) });
    return reply;
  };

  const { values: coerced, problems } = validateArguments(tool.args, given);
  if (problems.length > 0) return answer(argumentProblemsReply(problems), { outcome: "invalid_arguments" });
  const values = withDefaults(tool.args, coerced);

  const line = buildCommandLine(tool, values, context.env);
  if (line.kind === "refused") return answer(argumentProblemsReply(line.problems), { outcome: "invalid_arguments" });

  const request = toRequest(tool, line.invocation, context);
  const turn = await context.limiter.run(() => context.run(request), context.signal);
  const argv = context.onFinished === undefined ? {} : { argv: loggedArgv(tool, values, line.invocation, context.env) };
  switch (turn.kind) {
    case "busy":
      return answer(busyReply(), { outcome: "busy", ...argv });
    case "cancelled":
      return answer(toProcessReply(tool, { kind: "cancelled", stdout: "", stderr: "" }), { outcome: "cancelled", ...argv });
    case "done": {
      const exit = turn.value.kind === "exited" ? { exit: toExitCode(turn.value.exit) } : {};
      return answer(toProcessReply(tool, turn.value), { outcome: turn.value.kind, ...argv, ...exit });
    }
  }
}

function toRequest(tool: Tool, invocation: Invocation, { env, signal }: CallContext): ProcessRequest {
  return {
    ...invocation,
    env: toProcessEnv(tool.cli, env),
    timeoutMs: timeoutSeconds(tool) * 1000,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The config's variables win over the server's (vector call.env.004). Only a CLI that has some pays for a copy. */
function toProcessEnv({ env: own }: Cli, env: Environment): Environment {
  return own === undefined ? env : { ...env, ...own };
}

/** The command line once more, from values that are no secrets: so a secret is found wherever the first one put it. */
function loggedArgv(tool: Tool, values: ReadonlyMap<string, ArgValue>, { argv }: Invocation, env: Environment): readonly string[] {
  const masked = maskSecrets(tool, values);
  if (masked === undefined) return argv;
  const line = buildCommandLine(masked.tool, masked.values, env);
  return line.kind === "ready" ? line.invocation.argv : [];
}
