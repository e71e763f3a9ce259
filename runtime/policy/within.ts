/** Whether a path stays inside a folder (`within`), symbolic links followed at the time of the call. */
import { basename, isAbsolute, parse, resolve } from "node:path";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import type { Policy } from "./policy.ts";
import { rulesFor } from "./policy.ts";
import { findProgramPath, isInside } from "./real-path.ts";

/** A call, as far as its paths depend on it. */
export interface PathContext {
  readonly tool: Tool;
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The policy whose folder it is, and those that were in force before it. */
  readonly policies: readonly Policy[];
  /** Where the program will run. Relative: seen from the server's own directory. */
  readonly workingDirectory: string;
  /** Where it would run without later policies: relative folders of the policy start there. Relative: as above. */
  readonly policyDirectory: string;
}

/**
 * What is wrong with a path that has to stay inside `folder`, in words that follow the value; `undefined` where it does. `~` is an
 * ordinary name. Parts `..` are refused wherever they lead: a program may read `link/..` otherwise than the system does.
 * Between this check and the program, whoever may write to the folder can still change a link.
 */
export async function findEscape(path: string, folder: string, arg: string, context: PathContext): Promise<string | undefined> {
  if (path.includes("\0")) return "has a NUL character in it, which no path can have";
  if (path.split(/[/\\]/).includes("..")) return `has a part '..', which is not allowed inside '${folder}'`;
  const starts = await findStarts(arg, context);
  const [fence, target] = [resolve(starts.folder, folder), resolve(starts.value, path)];
  const [realFence, realTarget] = await Promise.all([findProgramPath(fence), findProgramPath(target)]);
  if (realFence.kind === "process") return `cannot be inside '${folder}', which is another folder for each process`;
  if (realFence.kind === "unknown" || realTarget.kind === "unknown") return `cannot be followed to a place inside '${folder}'`;
  if (realTarget.kind === "process") {
    const isOwnDescriptor = realTarget.folder === realFence.path && basename(realFence.path) === "fd";
    return isOwnDescriptor ? undefined : `leads to another file for each process, which is not allowed inside '${folder}'`;
  }
  if (isInside(realTarget.path, realFence.path)) return undefined;
  return isInside(target, fence) ? `leaves '${folder}' through a symbolic link` : `is not inside '${folder}'`;
}

/**
 * A value starts where the program runs, and so does the folder. But where the caller picks that directory freely, the folder starts
 * where the config says: else `within: .` would let every caller move the fence. Freely means through a `cwd` argument that no policy
 * confines, with another value than its default. A later policy does not count, neither for this nor by its executor: it would move
 * the fence of an earlier one, and widen what that allows. The `cwd` argument itself starts at the server's own directory, as the
 * system has it.
 */
async function findStarts(
  arg: string,
  { tool, values, policies, workingDirectory, policyDirectory }: PathContext,
): Promise<{ readonly value: string; readonly folder: string }> {
  const directory = tool.args.find(({ name, cwd }) => cwd === true && values.has(name));
  if (directory?.name === arg) return { value: ".", folder: "." };
  const isChosen = directory !== undefined && values.get(directory.name) !== directory.default;
  const isFree = isChosen && !(await isConfined(tool, directory.name, policies));
  return { value: workingDirectory, folder: isFree ? (tool.cli.program?.working_dir ?? ".") : policyDirectory };
}

/** A rule that allows any folder confines nothing. */
async function isConfined(tool: Tool, arg: string, policies: readonly Policy[]): Promise<boolean> {
  const confining = rulesFor(tool.name, arg, policies).map(
    async ({ within, one_of, pattern }) =>
      (within !== undefined && !isWholeSystem(within)) ||
      one_of !== undefined ||
      (pattern !== undefined && !(await matchesAnyFolder(pattern))),
  );
  return (await Promise.all(confining)).includes(true);
}

/** Reports whether a folder of `within` is `/`, however it is written. */
export function isWholeSystem(folder: string): boolean {
  return isAbsolute(folder) && resolve(folder) === parse(folder).root;
}

/** Folders that are in none that a policy could mean to confine a program to. */
const ANYWHERE = ["/", "/etc"];

/** Reports whether a pattern for folders matches folders anywhere. A pattern that cannot be compiled matches none. */
export async function matchesAnyFolder(pattern: LinearPattern): Promise<boolean> {
  const compiled = await pattern.compile();
  return compiled.kind === "ready" && ANYWHERE.some((folder) => compiled.matchesAll(folder));
}
