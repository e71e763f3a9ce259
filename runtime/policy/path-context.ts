/** The inputs for checking a path, and the part of the check that does not access the file system. */
import { placeOf } from "../argument/form.ts";
import { listedValues } from "../constraint/constraints.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { isAbsolutePath, resolvePath } from "../text/posix-path.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import type { Policy } from "./policy.ts";
import { rulesFor } from "./policy.ts";

/** The data of a call that is needed to resolve its paths. */
export interface PathContext {
  readonly tool: Tool;
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The policy that sets `within`, and all earlier ones. */
  readonly policies: readonly Policy[];
  /** The program's working directory, absolute or relative to the server's own. */
  readonly workingDirectory: string;
  /** The working directory without later policies. Relative directories of the policy are resolved against it. */
  readonly policyDirectory: string;
}

/**
 * Checks that the path `path` of the argument `arg` is inside `folder`. Resolves to a message that follows the value, or to `undefined` if
 * the path is inside.
 */
export type FindEscape = (path: string, folder: string, arg: string, context: PathContext) => Promise<string | undefined>;

/** Returns the message for a path that can be rejected as text, without resolving it, or `undefined`. */
export function findWrittenEscape(path: string, folder: string): string | undefined {
  if (path.includes("\0")) return "contains a NUL character, which no path can have";
  if (hasParentPart(path)) return `has a part '..', which is not allowed inside '${folder}'`;
  return undefined;
}

/** Reports whether a path has a `..` component. The text of such a path does not show its location. */
function hasParentPart(path: string): boolean {
  return path.split(/[/\\]/).includes("..");
}

/**
 * Checks a path as text, for a machine whose files are not accessible. Returns the message of a server whose paths have no symbolic links,
 * or `undefined`. `directory` is the server's own directory.
 */
export async function findEscapeAsText(
  directory: string,
  ...[path, folder, arg, context]: Parameters<FindEscape>
): Promise<string | undefined> {
  const written = findWrittenEscape(path, folder);
  if (written !== undefined) return written;
  const bases = await findBaseDirectories(arg, context);
  const root = resolvePath(resolvePath(directory, bases.folder), folder);
  const target = resolvePath(resolvePath(directory, bases.value), path);
  return root === "/" || target === root || target.startsWith(`${root}/`) ? undefined : `is not inside '${folder}'`;
}

/**
 * Returns the directories that the value and the root directory are resolved against. Both are normally the program's working directory. If
 * the caller chooses that directory freely, the root directory is resolved against the config's working directory instead. Otherwise, with
 * `within: .`, every caller could choose the root directory. The choice is free if the call has a `cwd` argument that no policy confines,
 * with a value other than its default. Later policies and their executors are ignored, because they could change the root directory of an
 * earlier policy and so allow more. The value of the `cwd` argument itself is resolved against the server's own directory.
 */
export async function findBaseDirectories(
  arg: string,
  { tool, values, policies, workingDirectory, policyDirectory }: PathContext,
): Promise<{ readonly value: string; readonly folder: string }> {
  const directory = tool.args.find((candidate) => placeOf(candidate) === "directory" && values.has(candidate.name));
  if (directory?.name === arg) return { value: ".", folder: "." };
  const isChosen = directory !== undefined && values.get(directory.name) !== directory.default;
  const isFree = isChosen && !(await isConfined(tool, { arg: directory.name, path: workingDirectory }, policies));
  return { value: workingDirectory, folder: isFree ? (commandOf(tool)?.program.working_dir ?? ".") : policyDirectory };
}

/**
 * Reports whether a policy confines the directory `path` of the argument. A rule that allows any directory does not confine it. Neither
 * does a pattern if the path has a `..` component, because `/srv/.*` matches `/srv/../etc`.
 */
async function isConfined(
  tool: Tool,
  { arg, path }: { readonly arg: string; readonly path: string },
  policies: readonly Policy[],
): Promise<boolean> {
  const confining = rulesFor(tool.name, arg, policies).map(
    async ({ within, pattern, forbid, ...others }) =>
      forbid === true ||
      listedValues(others) !== undefined ||
      (within !== undefined && !isWholeSystem(within)) ||
      (pattern !== undefined && !hasParentPart(path) && !(await matchesAnyFolder(pattern))),
  );
  return (await Promise.all(confining)).includes(true);
}

/** Reports whether a directory of `within` resolves to `/`. */
export function isWholeSystem(folder: string): boolean {
  return isAbsolutePath(folder) && resolvePath("/", folder) === "/";
}

/** Sample directories. A policy that allows one of them does not confine a program. */
export const ANYWHERE: readonly string[] = ["/", "/etc", "/any/folder", "/any/folder/below"];

/** Reports whether a pattern for directories matches directories anywhere. Returns false for a pattern that cannot be compiled. */
export async function matchesAnyFolder(pattern: LinearPattern): Promise<boolean> {
  const compiled = await pattern.compile();
  return compiled.kind === "ready" && ANYWHERE.some((folder) => compiled.matchesAll(folder));
}
