/** One of the two versions that are compared: what a server of it would offer, and where each part is written. */
import type { AnyPolicySpec, Tool } from "@climax-gen/runtime";

export interface Side {
  /** As the user named it. */
  readonly label: string;
  /** The tools that agents can reach, under the policies, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Names of the tools that are defined and that a policy disables. */
  readonly disabled: ReadonlySet<string>;
  /** All of them hold. Empty: everything is allowed. */
  readonly policies: readonly AnyPolicySpec[];
  readonly locate: (part: PartName) => SidePlace | undefined;
}

/** A place in a file; lines and columns count from 1, columns in UTF-16 code units. */
export interface SidePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A part of the YAML: the innermost of the names that are given, and keys below it. An empty name is nowhere. */
export interface PartName {
  readonly tool: string | undefined;
  readonly arg: string | undefined;
  /** A tool of the CLI that is meant, where no tool is. */
  readonly member: string | undefined;
  readonly keys: readonly string[];
  /** In a policy file, not in the config. */
  readonly isPolicy: boolean;
}

/** The tools by name. */
export function toToolMap(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
