/** `climax-gen explain`: what a call of a tool would run, and why; runs nothing. */
import { unknownToolReply } from "@climax-gen/runtime/internal/call/reply";
import { findDefinitions } from "../check/files/definitions.ts";
import { describeDisabling } from "../explain/disabling-policies.ts";
import type { Explanation } from "../explain/explanation.ts";
import { explain } from "../explain/explain.ts";
import { formatExplanation } from "../explain/format-explanation.ts";
import { readEnvironment } from "../host/environment.ts";
import { listTools } from "../resolve/model.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { readInstalled } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** The inputs, the tool, and the arguments of the call. */
export interface ExplainInputs {
  readonly inputs: readonly string[];
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Runs the command. Returns the exit status: 0 if the call would run, 1 if it would be rejected or the inputs have errors. */
export async function runExplain(request: ExplainInputs, flags: InputFlags, terminal: Terminal): Promise<number> {
  const read = await readInstalled(request.inputs, flags, terminal, request.tool);
  if (typeof read === "number") return read;
  const { model, configs, policies } = read;
  const tools = listTools(model.clis);
  const tool = tools.find(({ name }) => name === request.tool);
  const definition = findDefinitions(configs).get(request.tool);
  if (tool === undefined || definition === undefined) {
    const { text } = unknownToolReply(
      request.tool,
      tools.map(({ name }) => name),
    );
    if (definition !== undefined) terminal.err(`${describeDisabling(policies, request.tool)}\n`);
    return print({ tool: request.tool, outcome: "refused", reply: text, ...NOTHING }, flags, terminal);
  }
  return print(await explain({ tool, given: request.given, definition, policies, env: readEnvironment() }), flags, terminal);
}

const NOTHING = { arguments: [], ignored: [], limits: [], constraints: [], confirm: false } as const;

function print(explanation: Explanation, { json }: InputFlags, terminal: Terminal): number {
  const ok = explanation.outcome !== "refused";
  terminal.out(json ? formatJson({ ok, ...explanation }) : formatExplanation(explanation));
  return ok ? 0 : 1;
}
