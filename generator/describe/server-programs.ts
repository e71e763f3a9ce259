/** Finds the programs that a server starts. */
import type { AnyPolicySpec, ExecutorSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Program, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { engineOf } from "@climax-gen/runtime/internal/executor/engine";
import { commandOf, commandsOf } from "@climax-gen/runtime/internal/tool/tool";

/** The programs that must be installed where a server runs. */
export interface ServerPrograms {
  /** Programs of the policies' executors, such as `docker`, each once. Empty if commands run as processes of the server. */
  readonly engines: readonly string[];
  /** Programs of the tools, each once, without those of tools that run in docker, because the image contains them. */
  readonly programs: readonly Program[];
}

/** Returns the programs of a server with these tools. A tool can have another program than its CLI. */
export function findServerPrograms(tools: readonly Tool[], policies: readonly AnyPolicySpec[] = []): ServerPrograms {
  const commands = tools.flatMap((tool) => {
    const program = commandOf(tool)?.program;
    return program === undefined ? [] : [{ program, type: executorTypeOf(tool.name, policies) }];
  });
  const types = tools.length === 0 ? [executorTypeOf(undefined, policies)] : commands.map(({ type }) => type);
  const programs = commands.flatMap(({ program, type }) => (type === "docker" ? [] : [program]));
  const unique = new Map(programs.map((program) => [JSON.stringify([commandsOf(program).map(([name]) => name), program.env]), program]));
  return { engines: [...new Set(types)].flatMap((type) => engineOf(type) ?? []), programs: [...unique.values()] };
}

/** Returns the type of the executor of a tool, or of the tools without their own. Executors of several policies have the same type. */
export function executorTypeOf(tool: string | undefined, policies: readonly AnyPolicySpec[]): ExecutorSpec["type"] {
  const types = policies.map(({ executor, tools }) => {
    const own = tool !== undefined && Object.hasOwn(tools, tool) ? tools[tool]?.executor : undefined;
    return (own ?? executor)?.type ?? "local";
  });
  return types.find((type) => type !== "local") ?? "local";
}
