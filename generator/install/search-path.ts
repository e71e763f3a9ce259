/** The `PATH` that a server's tools need, which a client that was started from a desktop does not have. */
import { delimiter, join, resolve } from "node:path";
import type { CompiledHeader } from "@climax-gen/runtime";
import { engineOf, expandCommand } from "@climax-gen/runtime";

export interface SearchPath {
  /** The folders, and `/usr/bin:/bin`. */
  readonly path: string;
  /** Programs that were found nowhere. */
  readonly missing: readonly string[];
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  /** Whether a file is there and can be run. */
  readonly isProgram: (path: string) => boolean;
  /** Programs that may be needed as well; they are not missed. */
  readonly optional?: readonly string[];
}

/** Where the system's own programs are; what a shell script starts with is there. */
const SYSTEM_FOLDERS = ["/usr/bin", "/bin"];

/**
 * The folders of the caller's `PATH` that hold a base command of the tools, or what the policy runs them in, and no others. They keep
 * their order, so that each program is found where it is found now.
 */
export function toSearchPath(
  header: Pick<CompiledHeader, "clis" | "policies">,
  { env, isProgram, optional = [] }: Surroundings,
): SearchPath {
  const folders = (env["PATH"] ?? "").split(delimiter).map((folder) => resolve(folder));
  const needed = new Set<string>();
  const missing = new Set<string>();
  const programs = programsOf(header, env);
  for (const program of [...programs, ...optional]) {
    const folder = program.includes("/") ? undefined : folders.find((candidate) => isProgram(join(candidate, program)));
    if (folder !== undefined) needed.add(folder);
    else if (programs.has(program) && !hasOwnPlace(program, isProgram)) missing.add(program);
  }
  const found = [...new Set(folders)].filter((folder) => needed.has(folder));
  return { path: [...new Set([...found, ...SYSTEM_FOLDERS])].join(delimiter), missing: [...missing] };
}

/** A relative path starts at the folder that the client starts the server in, which is not known yet. */
function hasOwnPlace(program: string, isProgram: Surroundings["isProgram"]): boolean {
  return program.includes("/") && (!program.startsWith("/") || isProgram(program));
}

/** What is looked for on the server's `PATH`: in docker, the commands are those of the image. A config with a `PATH` of its own brings that. */
function programsOf({ clis, policies = [] }: Pick<CompiledHeader, "clis" | "policies">, env: Surroundings["env"]): ReadonlySet<string> {
  const programs = clis.flatMap(({ cli }) => cli.program ?? []);
  const commands = programs.flatMap((program) =>
    program.env?.["PATH"] === undefined ? expandCommand(program.command, env).slice(0, 1) : [],
  );
  const type = policies.map(({ executor }) => executor?.type ?? "local").find((one) => one !== "local") ?? "local";
  return new Set([engineOf(type) ?? [], type === "docker" ? [] : commands].flat());
}
