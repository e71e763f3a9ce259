/** Decides whether an exit code with `error_if` means success or failure, by the output of the program. */
import type { OutputCapture } from "./capture-output.ts";
import { conditionalMeaning, withMeaning } from "./exit-code.ts";
import { toExitCode } from "./process-reply.ts";
import { cleanText } from "../output/clean-text.ts";
import { formatBytes } from "../output/cut-text.ts";
import type { StreamCapture } from "../output/stream-capture.ts";
import type { ProcessResult } from "../process/process.ts";
import { toLinearPattern } from "../text/linear-pattern.ts";
import type { CommandHandler } from "../tool/tool.ts";
import type { ErrorPatterns, ExitMeaning } from "../tool/tool-spec.ts";

/** The streams that conditions read. Their captures keep bytes if `readsStream` reports so. */
type Streams = Pick<OutputCapture, "stdout" | "stderr">;

/** The result of a condition. `problem` completes "`error_if` of the tool cannot be decided: ", and implies a failure. */
type ConditionResult = { readonly isError: boolean } | { readonly isError: true; readonly problem: string };

/**
 * Returns the handler with the meaning of the exit code of this result: a success or an error, without a condition. A condition that cannot
 * be decided, for example because the output is not JSON, is an error. A failure by a pattern of standard error always shows standard
 * error. Never rejects.
 */
export async function decideExitCode(handler: CommandHandler, result: ProcessResult, streams: Streams): Promise<CommandHandler> {
  if (result.kind !== "exited") return handler;
  const code = toExitCode(result.exit);
  const meaning = conditionalMeaning(handler, code);
  if (meaning === undefined) return handler;
  const { error_if: condition, text = "", error = "" } = meaning;
  const verdict =
    typeof condition === "string" ? await findInJson(condition, handler, streams) : await findInText(condition, handler, streams);
  const decided: ExitMeaning = verdict.isError ? { error: "problem" in verdict ? addProblem(error, verdict.problem) : error } : text;
  // A failure that standard error decides is not explained without it.
  const isOfErrors = verdict.isError && typeof condition !== "string" && condition.stderr !== undefined;
  return { ...withMeaning(handler, code, decided), ...(isOfErrors && { stderr: "always" }) };
}

function addProblem(error: string, problem: string): string {
  const note = `[\`error_if\` of the tool cannot be decided, so the call counts as failed: ${problem}]`;
  return error === "" ? note : `${error}\n${note}`;
}

/** Evaluates a JMESPath expression on the JSON of standard output. */
async function findInJson(expression: string, { output = {} }: CommandHandler, { stdout }: Streams): Promise<ConditionResult> {
  const bytes = stdout.bytes();
  if (bytes === undefined) return { isError: true, problem: describeExcess("standard output", stdout) };
  const { evaluate } = await import("../output/structured.ts");
  const found = await evaluate(bytes, output, expression);
  return found.kind === "value" ? { isError: isTrue(found.value) } : { isError: true, problem: `the output ${found.problem}` };
}

/** Reports whether a value is true in JMESPath: all values are, except `false`, `null`, and empty strings, lists and objects. */
function isTrue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Matches patterns with a part of a stream. One match is enough. */
async function findInText(patterns: ErrorPatterns, { output }: CommandHandler, streams: Streams): Promise<ConditionResult> {
  for (const [stream, name] of [
    ["stdout", "standard output"],
    ["stderr", "standard error"],
  ] as const) {
    const source = patterns[stream];
    if (source === undefined) continue;
    const bytes = streams[stream].bytes();
    if (bytes === undefined) return { isError: true, problem: describeExcess(name, streams[stream]) };
    const text = bytes.toString("utf8");
    const pattern = await toLinearPattern(source, "deny").compile();
    if (pattern.kind === "invalid") return { isError: true, problem: pattern.problem };
    if (pattern.matchesPart(output?.format === "raw" ? text : cleanText(text))) return { isError: true };
  }
  return { isError: false };
}

function describeExcess(name: string, stream: StreamCapture): string {
  return `${name} has ${formatBytes(stream.size())}, more than \`limits.max_output_bytes\` of the policy allows`;
}
