/** What the call of a tool would do, by the stages that run it; runs nothing and reads no file that a tool would read. */
import type { CommandWord } from "./argument-vector.ts";
import { listCommandWords } from "./argument-vector.ts";
import type { Environment } from "./environment-variables.ts";
import { prepareCall, readPlaces } from "./prepare-call.ts";
import type { ReadyCall } from "./prepare-call.ts";
import { argumentProblemsReply, policyViolationsReply, timeoutSeconds, toProcessReply } from "./reply.ts";
import { maskSecrets } from "./secrets.ts";
import type { WrapProblem } from "../executor/plain-command.ts";
import { toBuildableTool, wrapCommand } from "../executor/wrap-command.ts";
import type { ArgViolation } from "../directive/directive-refusal.ts";
import type { Policy } from "../policy/policy.ts";
import { needsConfirmation } from "../policy/policy.ts";
import type { Execution } from "../serve/execution.ts";
import { combineExecution } from "../serve/execution.ts";
import type { ArgValue, Tool } from "../tool/tool-spec.ts";

export type CallExplanation = ExplainedRefusal | ExplainedCommand | ExplainedReading;

/** Nothing would run. */
export interface ExplainedRefusal {
  readonly kind: "refused";
  /** The reply's text. */
  readonly text: string;
  /** Coerced and with defaults; absent where the arguments themselves are wrong. */
  readonly values?: ReadonlyMap<string, unknown>;
  /** What the policy says against them. */
  readonly violations: readonly ArgViolation[];
}

/** A process would be started. The values of `secret` arguments are `***`. */
export interface ExplainedCommand {
  readonly kind: "command";
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The words that an executor puts before the command. */
  readonly prefix: readonly string[];
  readonly words: readonly CommandWord[];
  readonly stdin?: string;
  /** Where the program runs. Absent: in the server's own directory, or the one that an image has by itself. */
  readonly directory?: string;
  /** Names of the server's variables that the command gets, sorted; in docker, its client. */
  readonly inherited: readonly string[];
  readonly isConfirmed: boolean;
  readonly timeoutSeconds: number;
}

/** Files would be read. */
export interface ExplainedReading {
  readonly kind: "reading";
  readonly values: ReadonlyMap<string, unknown>;
  /** Below the server's working directory or `--root`; where there are several, the first that is there. */
  readonly paths: readonly string[];
  readonly isConfirmed: boolean;
}

export interface ExplainOptions {
  /** The environment that `$VAR` and `~` of the config are resolved in. */
  readonly env: Environment;
  /** All of them hold. Defaults to none, which allows everything. */
  readonly policies?: readonly Policy[];
}

/** Name of a container, which is another in each call. */
const ANY_CONTAINER = "climax-…";

/** Explains a call of a server with these policies embedded. Rejects if the policies contradict each other, which the generator reports. */
export async function explainCall(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { env, policies = [] }: ExplainOptions,
): Promise<CallExplanation> {
  if (tool.directive !== undefined) {
    const { explainReading } = await import("../directive/explain-reading.ts");
    return await explainReading({ tool, directive: tool.directive, given }, policies);
  }
  const combined = combineExecution({ baked: policies }, env);
  if (combined.kind === "refused") throw new Error(`policies that contradict each other: ${combined.problem}`);
  const { execution } = combined;
  const buildable = toBuildableTool(execution.executor, tool);
  const prepared = await prepareCall(buildable, given, { env, policies, execution });
  switch (prepared.kind) {
    case "invalid_arguments":
      return { kind: "refused", text: argumentProblemsReply(prepared.problems, prepared.omitted).text, violations: [] };
    case "policy": {
      const { values, violations } = prepared;
      return { kind: "refused", text: policyViolationsReply(violations).text, values, violations };
    }
    case "ready":
      return explainCommand(buildable, prepared, { env, execution, isConfirmed: needsConfirmation(tool.name, policies) });
  }
}

interface CommandSurroundings {
  readonly env: Environment;
  readonly execution: Execution;
  readonly isConfirmed: boolean;
}

function explainCommand(
  tool: Tool,
  prepared: ReadyCall,
  { env, execution, isConfirmed }: CommandSurroundings,
): ExplainedCommand | ExplainedRefusal {
  const { executor, host, limits } = execution;
  const shown = maskSecrets(tool, prepared.values) ?? { tool, values: prepared.values };
  const words = listCommandWords(shown.tool, shown.values, env);
  const argv = words.map(({ text }) => text);
  // A directory may be a secret too.
  const places = readPlaces(shown.tool, shown.values);
  const directory = places.directory === prepared.places.directory ? prepared.directory : places.directory;
  const command = { ...prepared.invocation, ...places, argv, env: tool.cli.env ?? {} };
  // The values of the config's variables are in files and environments, which are not shown.
  const wrapped = wrapCommand(executor, command, host, () => ANY_CONTAINER);
  if (wrapped.problem !== undefined) return explainProblem(tool, wrapped.problem, shown.values);
  const prefix = wrapped.argv.slice(0, wrapped.argv.length - argv.length);
  const { stdin } = prepared.invocation;
  const isSecretInput = tool.args.some((arg) => arg.stdin === true && arg.secret === true);
  return {
    kind: "command",
    values: shown.values,
    prefix,
    words: words.map((word, index) => ({ ...word, text: wrapped.argv[prefix.length + index] ?? word.text })),
    ...(stdin === undefined ? {} : { stdin: isSecretInput ? "***" : stdin }),
    ...(directory === undefined ? {} : { directory }),
    inherited: Object.keys(host.inherited).toSorted(),
    isConfirmed,
    timeoutSeconds: timeoutSeconds(tool, limits.max_timeout),
  };
}

function explainProblem(tool: Tool, problem: WrapProblem, values: ReadonlyMap<string, ArgValue>): ExplainedRefusal {
  const { text } = toProcessReply(tool, { kind: "not_started", message: "", ...problem });
  return { kind: "refused", text, values, violations: [] };
}
