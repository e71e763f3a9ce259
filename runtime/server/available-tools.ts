/**
 * Fits the tools to this machine, as their configs ask for it: leaves out those that it cannot run (`when_missing` and `os`), and chooses the
 * command that is installed (`any_of`).
 */
import type { Execution } from "../executor/execution.ts";
import { chooseCommand, nameMissingProgram } from "../executor/missing-programs.ts";
import { executionOf } from "../executor/tool-executors.ts";
import type { Policy } from "../policy/policy.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { systemOf, systemsOf } from "../tool/systems.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import { collectPrograms, programOfHandler } from "../tool-index/tool-programs.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";

/** The machine that runs the tools. */
export interface ToolMachine {
  readonly execution: Pick<Execution, "executor" | "executors" | "host" | "tools">;
  /** The server's environment. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** The tools of a server on a machine. */
export interface AvailableTools {
  readonly index: ToolIndex;
  /** The names of the tools that were left out. */
  readonly hidden: readonly string[];
  /** One sentence for each group of tools that was left out. */
  readonly warnings: readonly string[];
  /** The reason why the server must not start. Omitted if it can. */
  readonly problem?: string;
}

/**
 * Returns the tools without those that need another system or a missing program. Each runs the first of its commands that is installed.
 * Reads the tools only if a config asks for it.
 */
export function findAvailable(index: ToolIndex, machine: ToolMachine): AvailableTools {
  const available = leaveOut(index, machine);
  return { ...available, index: chooseCommands(available.index, machine) };
}

/** Replaces the commands of tools with several by the first that is installed. Tools of which none is installed keep all. */
function chooseCommands(index: ToolIndex, { execution, env }: ToolMachine): ToolIndex {
  if (!index.clis().some(({ program }) => program?.any_of !== undefined)) return index;
  return index.change((tool) => {
    const handler = commandOf(tool);
    if (handler?.program.any_of === undefined) return tool;
    const program = programOfHandler(handler);
    const own = executionOf(execution, tool.name);
    const command = chooseCommand(program, own, env);
    const isMissing = nameMissingProgram(program, own, env) !== undefined;
    const { any_of: _chosen, ...chosen } = { ...handler.program, command };
    return isMissing ? tool : { ...tool, handler: { ...handler, program: chosen } };
  });
}

function leaveOut(index: ToolIndex, machine: ToolMachine): AvailableTools {
  if (!index.clis().some(({ os, when_missing, hasOwnSystems }) => os !== undefined || when_missing !== undefined || hasOwnSystems))
    return { index, hidden: [], warnings: [] };
  const found = index.listed().flatMap((tool) => {
    const lack = findLack(tool, machine);
    return lack === undefined ? [] : [{ tool, ...lack }];
  });
  const missing = unique(found.flatMap(({ isFailure, program }) => (isFailure && program !== undefined ? [program] : [])));
  if (missing.length > 0) return { index, hidden: [], warnings: [], problem: describeProblem(missing) };
  const names = found.map(({ tool }) => tool.name);
  const warnings = unique(
    found.map(
      ({ tool, reason, isOwn }) => `${isOwn ? `the tool "${tool.name}" is` : `tools of "${tool.cli.name}" are`} left out: ${reason}`,
    ),
  );
  return { index: names.length === 0 ? index : index.narrow([toHidingPolicy(names)]), hidden: names, warnings };
}

/** The requirements of a tool that a machine does not meet. */
interface Lack {
  readonly reason: string;
  readonly program?: string;
  /** Whether the server must not start. */
  readonly isFailure: boolean;
  /** Whether the tool itself asks for it, and not its config. Defaults to false. */
  readonly isOwn?: boolean;
}

function findLack(tool: Tool, { execution, env, platform }: ToolMachine): Lack | undefined {
  const { when_missing: mode } = tool.cli;
  const os = systemsOf(tool);
  const own = executionOf(execution, tool.name);
  // Containers run Linux on every system.
  const system = own.executor.type === "docker" ? "linux" : systemOf(platform);
  if (os !== undefined && !os.some((one) => one === system)) {
    const isOwn = commandOf(tool)?.os !== undefined;
    return { reason: `${isOwn ? "it needs" : "they need"} ${os.join(" or ")}`, isFailure: false, isOwn };
  }
  if (mode === undefined || mode === "warn") return undefined;
  const program = collectPrograms([tool])
    .map((one) => nameMissingProgram(one, own, env))
    .find((name) => name !== undefined);
  return program === undefined ? undefined : { reason: `the program ${program} is not installed`, program, isFailure: mode === "fail" };
}

function describeProblem(programs: readonly string[]): string {
  return (
    `programs of tools are not installed: ${programs.join(", ")}\n` +
    "help: install them, or add their directories to PATH, or write `when_missing: hide` in the config"
  );
}

function toHidingPolicy(names: readonly string[]): Policy {
  return { enablesUnnamed: true, tools: new Map(names.map((name) => [name, { enabled: false, args: new Map() }])) };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
