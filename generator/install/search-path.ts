/** Computes the `PATH` that a server's tools need. Clients started from a desktop often have a shorter `PATH` than a shell. */
import { delimiter, join, resolve } from "node:path";
import type { CompiledHeader } from "@climax-gen/runtime/compiler";
import { engineOf, expandCommand } from "@climax-gen/runtime/compiler";

/** The `PATH` of an installed server. */
export interface SearchPath {
  /** Directories of the programs, followed by `/usr/bin:/bin`. */
  readonly path: string;
  /** Programs that were not found. */
  readonly missing: readonly string[];
}

/** Access to the environment and to the programs of the machine. */
export interface SearchContext {
  readonly env: Readonly<Record<string, string>>;
  /** Reports whether a path is an executable file. */
  readonly isProgram: (path: string) => boolean;
  /** Programs that the tools may need. They are never reported as missing. */
  readonly optional?: readonly string[];
}

/** Directories of the system's programs, including the interpreters of scripts. */
const SYSTEM_DIRECTORIES = ["/usr/bin", "/bin"];

/**
 * Returns the directories of `PATH` that contain a base command of the tools or the engine of the policy's executor. Directories keep
 * their order, so that each program resolves to the same file as in the current `PATH`.
 */
export function toSearchPath(
  header: Pick<CompiledHeader, "clis" | "policies">,
  { env, isProgram, optional = [] }: SearchContext,
): SearchPath {
  const directories = (env["PATH"] ?? "").split(delimiter).map((directory) => resolve(directory));
  const needed = new Set<string>();
  const missing = new Set<string>();
  const programs = programsOf(header, env);
  for (const program of [...programs, ...optional]) {
    const directory = program.includes("/") ? undefined : directories.find((candidate) => isProgram(join(candidate, program)));
    if (directory !== undefined) needed.add(directory);
    else if (programs.has(program) && !isUsablePath(program, isProgram)) missing.add(program);
  }
  const found = [...new Set(directories)].filter((directory) => needed.has(directory));
  return { path: [...new Set([...found, ...SYSTEM_DIRECTORIES])].join(delimiter), missing: [...missing] };
}

/** Reports whether a path is an executable file. Accepts all relative paths, because the tool's working directory is unknown. */
function isUsablePath(program: string, isProgram: SearchContext["isProgram"]): boolean {
  return program.includes("/") && (!program.startsWith("/") || isProgram(program));
}

/**
 * Returns the programs that the server looks up in its `PATH`. Excludes commands that run in docker, which the image provides, and commands
 * of configs that set `PATH` themselves.
 */
function programsOf({ clis, policies = [] }: Pick<CompiledHeader, "clis" | "policies">, env: SearchContext["env"]): ReadonlySet<string> {
  const programs = clis.flatMap(({ cli }) => cli.program ?? []);
  const commands = programs.flatMap((program) =>
    program.env?.["PATH"] === undefined ? expandCommand(program.command, env).slice(0, 1) : [],
  );
  const type = policies.map(({ executor }) => executor?.type ?? "local").find((one) => one !== "local") ?? "local";
  return new Set([engineOf(type) ?? [], type === "docker" ? [] : commands].flat());
}
