/** Finds the programs that a server starts. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Program, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { engineOf } from "@climax-gen/runtime/internal/executor/engine";
import { commandOf, commandsOf } from "@climax-gen/runtime/internal/tool/tool";

/** The programs that must be installed where a server runs. */
export interface ServerPrograms {
  /** Program of the policies' executor, such as `docker`. Omitted if commands run as processes of the server. */
  readonly engine?: string;
  /** Programs of the tools, each once. Empty if commands run in docker, because the image contains them. */
  readonly programs: readonly Program[];
}

/** Returns the programs of a server with these tools. A tool can have another program than its CLI. */
export function findServerPrograms(tools: readonly Tool[], policies: readonly AnyPolicySpec[] = []): ServerPrograms {
  const type = policies.map(({ executor }) => executor?.type ?? "local").find((one) => one !== "local") ?? "local";
  const engine = engineOf(type);
  const programs = type === "docker" ? [] : tools.flatMap((tool) => commandOf(tool)?.program ?? []);
  const unique = new Map(programs.map((program) => [JSON.stringify([commandsOf(program).map(([name]) => name), program.env]), program]));
  return { ...(engine !== undefined && { engine }), programs: [...unique.values()] };
}
