/** Compares explanations with the arguments that a call passes to the process runner, over the argv vectors. */
import { describe, expect, it } from "vitest";
import { explainCall } from "../../runtime/explain/explain-call.ts";
import { replyOf } from "../fixtures/tools.ts";
import { createLimiter } from "../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../runtime/process/process-request.ts";
import type { AnyPolicySpec, ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { combineExecution } from "../../runtime/executor/this-machine.ts";
import { toTool } from "../conformance/vector-tools.ts";
import type { VectorArg, VectorTool } from "../conformance/vector-tools.ts";
import { readVectors } from "../conformance/vectors.ts";

interface Input {
  readonly command: string;
  readonly tool: VectorTool;
  readonly global_args: readonly VectorArg[];
  readonly arguments_json: string;
  readonly env: Readonly<Record<string, string>>;
  readonly executor?: ExecutorSpec;
}

const { cases, quirks } = readVectors<Input, unknown>("argv");
const vectors = [...cases, ...quirks];
const EXECUTORS: readonly ExecutorSpec[] = [{ type: "local" }, { type: "docker", image: "alpine:3" }, { type: "bubblewrap" }];

/** Returns the reply of a call, and the process that it would have started. */
async function call({ input }: (typeof vectors)[number], policySpec: AnyPolicySpec) {
  const tool = toTool(input.command, input.tool, input.global_args);
  const policy = toPolicy(policySpec);
  const combined = combineExecution({ embedded: [policy] }, input.env);
  if (tool === undefined || combined.kind === "refused") return undefined;
  const given = JSON.parse(input.arguments_json) as Readonly<Record<string, unknown>>;
  const requests: ProcessRequest[] = [];
  const run = (request: ProcessRequest) => {
    requests.push(request);
    return Promise.resolve({ kind: "cancelled", stdout: "", stderr: "" } as const);
  };
  const context = { env: input.env, policies: [policy], execution: combined.execution, run, limiter: createLimiter() };
  const reply = await replyOf(tool, given, context);
  return { reply, request: requests[0], explained: await explainCall(tool, given, { env: input.env, policies: [policy] }) };
}

describe.each(EXECUTORS)("an explanation, with the executor $type", (executor) => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))("has the arguments that the runner receives in %s", async (_, vector) => {
    const called = await call(vector, { executor: vector.input.executor ?? executor, default: "enabled", tools: {} });
    if (called === undefined) return;
    const { reply, request, explained } = called;
    if (explained.kind === "refused") return expect([explained.text, undefined]).toEqual([reply.text, request]);
    if (explained.kind === "reading") throw new Error("a command is not a Directive tool");
    const argv = [...explained.prefix, ...explained.words.map(({ text }) => text)];
    const withoutName = (words: readonly string[] = []): readonly string[] => words.map((word) => word.replace(/^climax-.*/, "climax"));
    expect(withoutName(argv)).toEqual(withoutName(request?.argv));
    expect(explained.stdin).toBe(request?.stdin);
    expect(explained.timeoutSeconds * 1000).toBe(request?.timeoutMs);
  });
});
