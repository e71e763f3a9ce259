import { afterAll, beforeAll } from "vitest";
import { createLimiter } from "../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import type { ToolReply } from "../../runtime/call/reply.ts";
import { createRequestHandler } from "../../runtime/server/request-handler.ts";
import { indexModel, parseConfigs } from "./configs.ts";
import { readPolicies } from "./vector-policies.ts";
import { describeConformance } from "./vectors.ts";
import type { Comparison, Vector } from "./vectors.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";

interface Input {
  readonly mode: "discovery" | "classic";
  readonly configs: readonly string[];
  readonly policy_yaml: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly name: string;
  readonly arguments_json: string;
}

interface Expected {
  readonly text?: string;
  readonly raises?: unknown;
}

const runner = createProcessRunner();
const ownDirectory = process.cwd();

// The reference was run in the root folder, so relative directories start there.
beforeAll(() => process.chdir("/"));
afterAll(async () => {
  process.chdir(ownDirectory);
  await runner.terminateAll();
});

describeConformance<Input, Expected>({
  file: "call",
  skip: ({ input }) =>
    readPolicies(input.policy_yaml).some(({ executor }) => executor) ? "the PATH of the config applies inside the container" : undefined,
  compare,
});

async function compare({ input, expected }: Vector<Input, Expected>): Promise<Comparison> {
  const parsed = await parseConfigs(input.configs);
  if (parsed.kind === "refused") return { got: parsed.diagnostics.map(({ code }) => code), want: expected };
  const policies = readPolicies(input.policy_yaml);
  const handler = createRequestHandler(indexModel(parsed.model).narrow(policies), input.mode === "classic");
  const given = (JSON.parse(input.arguments_json) ?? {}) as Readonly<Record<string, unknown>>;
  const reply = await handler.callListedTool(input.name, given, {
    env: input.env,
    run: runner.run,
    execution: plainExecution(input.env),
    limiter: createLimiter(),
    policies,
  });
  return { got: answerOf(reply, expected), want: expected.raises === undefined ? { text: withoutNames(expected.text ?? "") } : "an error" };
}

/** Returns the reply in the form of the vector. If the reference raised an exception, the test only requires that the call fails. */
function answerOf(reply: ToolReply, { raises }: Expected): unknown {
  if (raises === undefined) return { text: withoutNames(reply.text) };
  return reply.isError ? "an error" : "no error";
}

/** Removes the names after "Unknown tool: x". The reference lists every tool, and this implementation at most three similar names. */
function withoutNames(text: string): string {
  return text.replace(/^(Unknown tool: .*?)\. (?:Available tools: .*|Did you mean .*\?)$/s, "$1");
}
