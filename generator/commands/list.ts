/** `climax-gen list`: prints the tools of the inputs as a table or as JSON. */
import type { ExecutorSpec, ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { DirectiveHandler } from "@climax-gen/runtime/internal/tool/directive-spec";
import type { Cli, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { SecretSources } from "@climax-gen/runtime/internal/tool/secret-source";
import { systemsOf } from "@climax-gen/runtime/internal/tool/systems";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { toListedSchema } from "@climax-gen/runtime/internal/tool/listed-schema";
import { commandOf, readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { formatToolTable } from "../list/tool-table.ts";
import { combineSurroundings } from "../describe/combine-surroundings.ts";
import { argConstraints, scopesOfRules, toolPolicies } from "../describe/describe-policy.ts";
import type { ServerModel } from "../resolve/model.ts";
import { listTools } from "../resolve/model.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { readInstalled } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Runs the command. Returns the exit status: 1, without a table, if the inputs have errors. */
export async function runList(inputs: readonly string[], flags: InputFlags, terminal: Terminal): Promise<number> {
  const read = await readInstalled(inputs, flags, terminal);
  if (typeof read === "number") return read;
  const { model } = read;
  terminal.out(flags.json ? formatJson(toData(model)) : formatToolTable(model, terminal.width));
  return 0;
}

function toData({ clis, policies }: ServerModel): object {
  const byTool = toolPolicies(policies);
  const { toolExecutors, env } = combineSurroundings(policies);
  return listTools(clis).map((tool) => ({
    name: tool.name,
    description: tool.description,
    cli: tool.cli.name,
    ...describeMachine(tool),
    ...describeHandler(tool),
    ...describeSources(tool, env?.secrets),
    input_schema: toListedSchema({ ...tool, args: tool.args.map(maskDefault) }),
    ...(policies.length > 0 && describeRules(byTool.get(tool.name) ?? [], toolExecutors?.get(tool.name))),
  }));
}

/** Returns the keys about the machines on which a tool is available, as far as they are set. */
function describeMachine(tool: Tool): Pick<Cli, "os" | "when_missing"> {
  const os = systemsOf(tool);
  const { when_missing } = tool.cli;
  return { ...(os && { os }), ...(when_missing && { when_missing }) };
}

/** Returns the command of a tool. `command` is empty for a Directive tool, which has `handler` instead. */
function describeHandler(tool: Tool): { readonly command: readonly string[]; readonly handler?: DirectiveHandler } {
  const command = commandOf(tool);
  const reading = readingOf(tool);
  return {
    command: command === undefined ? [] : [...command.program.command, ...command.command],
    ...(reading && { handler: reading.handler }),
  };
}

/** Returns the sources of the secret variables of a tool's command, if it has any. Those of policies override those of configs. */
function describeSources(tool: Tool, ofPolicies: SecretSources | undefined): { readonly secrets?: SecretSources } {
  const command = commandOf(tool);
  const secrets = command && { ...command.program.secrets, ...ofPolicies };
  return secrets === undefined || Object.keys(secrets).length === 0 ? {} : { secrets };
}

/** Describes the constraints of arguments. An argument that several policies constrain has a list of constraints. */
function describeRules(rules: readonly ToolPolicy[], executor: ExecutorSpec | undefined): object {
  const scopes = scopesOfRules(rules);
  const constraints = Array.from(argConstraints(rules), ([name, all]) => [name, all.length === 1 ? all[0] : all] as const);
  return {
    confirm: rules.some(({ confirm }) => confirm === true),
    constraints: Object.fromEntries(constraints),
    ...(executor && { executor }),
    ...(scopes.length > 0 && { scopes }),
  };
}
