/** `climax-gen list`: the tools of the inputs as a table, or as data. */
import { toListedSchema } from "@climax-gen/runtime";
import { checkInputs } from "../check-inputs.ts";
import { formatDiagnostics, summarizeDiagnostics } from "../diagnostics/format.ts";
import { readInputs } from "../host-inputs.ts";
import { formatToolTable } from "../list/tool-table.ts";
import { toolPolicies } from "../resolve/describe-policy.ts";
import type { ServerModel } from "../resolve/model.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import { hasFailure } from "./generate.ts";
import type { Terminal } from "./terminal.ts";

export interface ListFlags {
  /** Path of the policy. */
  readonly policy?: string;
  readonly json?: boolean;
}

/** Runs the command; returns the exit status: 1 where the inputs have errors, and then there is no table. */
export async function runList(inputs: readonly string[], flags: ListFlags, terminal: Terminal): Promise<number> {
  const read = readInputs(inputs, flags.policy);
  const options = { onProgress: terminal.progress.show, ...(read.policy && { policy: read.policy }) };
  const { configs, policy, diagnostics: found } = await checkInputs(read.files, options);
  terminal.progress.clear();
  const diagnostics = [...read.diagnostics, ...found];
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  if (hasFailure(diagnostics, false)) {
    terminal.err(`${summarizeDiagnostics(diagnostics)}\n`);
    return 1;
  }
  const model = resolveModel(configs, { ...(policy && { policy: policy.spec }) });
  terminal.out(flags.json ? `${JSON.stringify(toData(model), null, 2)}\n` : formatToolTable(model, terminal.width));
  return 0;
}

function toData({ clis, policy }: ServerModel): object {
  const policies = toolPolicies(policy);
  return listTools(clis).map((tool) => ({
    name: tool.name,
    description: tool.description,
    cli: tool.cli.name,
    command: [...tool.cli.command, ...tool.command],
    ...(tool.directive && { handler: tool.directive.handler }),
    input_schema: toListedSchema(tool),
    ...(policy && { confirm: policies.get(tool.name)?.confirm ?? false, constraints: policies.get(tool.name)?.args ?? {} }),
  }));
}
