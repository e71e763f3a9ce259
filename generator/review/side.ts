/** One of the two compared versions: the tools that its server offers, and the source location of each part. */
import type { AnyPolicySpec, Tool } from "@climax-gen/runtime";

export interface Side {
  /** Name as specified by the user. */
  readonly label: string;
  /** Enabled tools by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Names of the tools that the policy disables. */
  readonly disabled: ReadonlySet<string>;
  /** Defaults to allowing everything. */
  readonly policy?: AnyPolicySpec;
  /** Returns the location of a part, or undefined if the part does not exist. */
  readonly locate: (part: PartName) => SideLocation | undefined;
}

/** Location in a file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface SideLocation {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Reference to a part of the YAML: the innermost given name, then keys below it. An empty name matches nothing. */
export interface PartName {
  readonly tool: string | undefined;
  readonly arg: string | undefined;
  /** A tool of the CLI, if the part is a CLI. */
  readonly member: string | undefined;
  readonly keys: readonly string[];
  /** Whether the part is in the policy file instead of the config. */
  readonly isPolicy: boolean;
}

/** Returns the tools by name. */
export function toToolMap(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
