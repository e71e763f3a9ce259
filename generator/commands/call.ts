/** `climax-gen call`: runs one call as the server would, and prints its result. */
import type { CallResult } from "@climax-gen/runtime/one-call";
import { readModel } from "../inputs/read-model.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { describeDisabling } from "../explain/disabling-policies.ts";
import type { ExplainInputs } from "./explain.ts";
import { runExplain } from "./explain.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createQuestion } from "../terminal/confirm-question.ts";
import { describeMissingPolicy, toLiveSetup } from "../inputs/live-setup.ts";
import { readVersion } from "../host/version.ts";
import { findDefinitions } from "../check/files/definitions.ts";
import { untilInterrupted } from "../terminal/interruption.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen call`. */
export interface CallFlags extends InputFlags {
  readonly dryRun?: boolean;
  /** Base directory of Directive definitions. */
  readonly root?: string;
}

/** Runs the command. Returns the exit status: 0, or 1 for an error result or inputs with errors. */
export async function runCall(request: ExplainInputs, flags: CallFlags, terminal: Terminal): Promise<number> {
  if (flags.dryRun) return await runExplain(request, flags, terminal);
  const [read, { runOneCall }] = await Promise.all([readModel(request.inputs, flags, terminal), import("@climax-gen/runtime/one-call")]);
  if (typeof read === "number") return read;
  const { model, configs, policies } = read;
  const { tool, given } = request;
  const setup = toLiveSetup(model);
  if (setup.index.get(tool) !== undefined) terminal.err(describeMissingPolicy(model, flags.policy));
  else if (findDefinitions(configs).has(tool)) terminal.err(`${describeDisabling(policies, tool)}\n`);
  const { signal, release } = untilInterrupted();
  const question = createQuestion({ input: process.stdin, output: process.stderr });
  // Progress is not shown during the question, because its line would overwrite the question.
  let isAsking = false;
  const result = await runOneCall({
    setup,
    info: { name: model.name, version: model.version },
    client: { name: "climax-gen", version: readVersion() },
    tool,
    given,
    ...(flags.root !== undefined && { directory: flags.root }),
    signal,
    ...(question && {
      confirm: async (text) => {
        isAsking = true;
        terminal.progress.clear();
        const answer = await question(text, signal);
        isAsking = false;
        return answer;
      },
    }),
    onProgress: (text) => {
      if (!isAsking) terminal.progress.show(text);
    },
  });
  release();
  terminal.progress.clear();
  return print(result, flags, terminal);
}

function print(result: CallResult, { json }: CallFlags, terminal: Terminal): number {
  if (result.kind === "refused") {
    const text = `nothing was run: ${result.problem.trimEnd()}`;
    if (json) terminal.out(formatJson({ content: [{ type: "text", text }], isError: true }));
    else terminal.err(`${text}\n`);
    return 1;
  }
  terminal.out(json ? formatJson(result.result) : result.texts.map((text) => `${text}\n`).join(""));
  return result.isError ? 1 : 0;
}
