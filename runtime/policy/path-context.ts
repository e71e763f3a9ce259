/** The inputs of a check of a path, and the part of the check that needs no machine. */
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import type { Policy } from "./policy.ts";

/** The data of a call that its paths depend on. */
export interface PathContext {
  readonly tool: Tool;
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The policy that sets `within`, and all earlier ones. */
  readonly policies: readonly Policy[];
  /** The program's working directory, absolute or relative to the server's own. */
  readonly workingDirectory: string;
  /** The working directory without later policies, which relative directories of the policy are resolved against. */
  readonly policyDirectory: string;
}

/**
 * Checks that the path `path` of the argument `arg` is inside `folder`. Resolves to a message that follows the value, or to `undefined` if
 * the path is inside.
 */
export type FindEscape = (path: string, folder: string, arg: string, context: PathContext) => Promise<string | undefined>;

/** Returns the message for a path whose text alone excludes it from every directory, or `undefined`. */
export function findWrittenEscape(path: string, folder: string): string | undefined {
  if (path.includes("\0")) return "contains a NUL character, which no path can have";
  if (path.split(/[/\\]/).includes("..")) return `has a part '..', which is not allowed inside '${folder}'`;
  return undefined;
}
