/** Checks `within`: a path must be inside a directory after symbolic links are resolved, at the time of the call. */
import { basename, isAbsolute, parse, resolve } from "node:path";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import type { PathContext } from "./path-context.ts";
import { findWrittenEscape } from "./path-context.ts";
import type { Policy } from "./policy.ts";
import { rulesFor } from "./policy.ts";
import { findProgramPath, isInside } from "./real-path.ts";

/**
 * Checks that a path is inside `folder`. Returns a message that follows the value, or `undefined` if the path is inside. `~` is an
 * ordinary name. `..` components are always rejected, because programs can resolve `link/..` differently from the system. Users who may
 * write to the directory can still change a link between this check and the start of the program.
 */
export async function findEscape(path: string, folder: string, arg: string, context: PathContext): Promise<string | undefined> {
  const written = findWrittenEscape(path, folder);
  if (written !== undefined) return written;
  const starts = await findStarts(arg, context);
  const [root, target] = [resolve(starts.folder, folder), resolve(starts.value, path)];
  const [realRoot, realTarget] = await Promise.all([findProgramPath(root), findProgramPath(target)]);
  if (realRoot.kind === "process") return `cannot be inside '${folder}', which is a different directory for each process`;
  if (realRoot.kind === "unknown" || realTarget.kind === "unknown") return `cannot be resolved to a path inside '${folder}'`;
  if (realTarget.kind === "process") {
    const isOwnDescriptor = realTarget.folder === realRoot.path && basename(realRoot.path) === "fd";
    return isOwnDescriptor ? undefined : `refers to a different file in each process, which is not allowed inside '${folder}'`;
  }
  if (isInside(realTarget.path, realRoot.path)) return undefined;
  return isInside(target, root) ? `leaves '${folder}' through a symbolic link` : `is not inside '${folder}'`;
}

/**
 * Returns the directories that the value and the root directory are resolved against. Both are normally the program's working directory.
 * If the caller chooses that directory freely, the root directory is resolved against the config's instead; otherwise `within: .` would
 * let every caller choose the root directory. A caller chooses freely through a `cwd` argument that no policy confines, with a value
 * other than its default. Later policies and their executors are ignored, because they could move the root directory of an earlier
 * policy and so widen it. The value of the `cwd` argument itself is resolved against the server's own directory.
 */
async function findStarts(
  arg: string,
  { tool, values, policies, workingDirectory, policyDirectory }: PathContext,
): Promise<{ readonly value: string; readonly folder: string }> {
  const directory = tool.args.find(({ name, cwd }) => cwd === true && values.has(name));
  if (directory?.name === arg) return { value: ".", folder: "." };
  const isChosen = directory !== undefined && values.get(directory.name) !== directory.default;
  const isFree = isChosen && !(await isConfined(tool, directory.name, policies));
  return { value: workingDirectory, folder: isFree ? (commandOf(tool)?.program.working_dir ?? ".") : policyDirectory };
}

/** Reports whether a policy confines the argument. A rule that allows any directory does not. */
async function isConfined(tool: Tool, arg: string, policies: readonly Policy[]): Promise<boolean> {
  const confining = rulesFor(tool.name, arg, policies).map(
    async ({ within, one_of, pattern, equals, forbid }) =>
      forbid === true ||
      equals !== undefined ||
      (within !== undefined && !isWholeSystem(within)) ||
      one_of !== undefined ||
      (pattern !== undefined && !(await matchesAnyFolder(pattern))),
  );
  return (await Promise.all(confining)).includes(true);
}

/** Reports whether a directory of `within` resolves to `/`. */
export function isWholeSystem(folder: string): boolean {
  return isAbsolute(folder) && resolve(folder) === parse(folder).root;
}

/** Directories outside any directory that a policy could confine a program to. */
const ANYWHERE = ["/", "/etc"];

/** Reports whether a pattern for directories matches directories anywhere. A pattern that cannot be compiled matches none. */
export async function matchesAnyFolder(pattern: LinearPattern): Promise<boolean> {
  const compiled = await pattern.compile();
  return compiled.kind === "ready" && ANYWHERE.some((folder) => compiled.matchesAll(folder));
}
