/** Defines a side of a comparison: the tools of a server, and the location of each part. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { PackagedServer } from "@climax-gen/runtime/internal/tool-index/compiled/packaged-server";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { FilePosition } from "../check/files/locations.ts";

/** A version of a server, under its policies. */
export interface Side {
  /** Name as specified by the user. */
  readonly label: string;
  /** The tools that agents can reach, under the policies, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Names of the tools that are defined and that a policy disables. */
  readonly disabled: ReadonlySet<string>;
  /** The policies of the server, all of which apply. Empty if everything is allowed. */
  readonly policies: readonly AnyPolicySpec[];
  /** Program versions in the config of each tool, by the name of the tool. Omitted for a compiled server, which does not contain them. */
  readonly programVersions?: ReadonlyMap<string, ProgramVersions>;
  /** Set for a generated project whose mode the size of the list of tools decides. */
  readonly isAuto?: true;
  readonly locate: (part: PartName) => FilePosition | undefined;
}

/** The keys of a config that only `verify` reads, as written. */
export interface ProgramVersions {
  readonly program_version: string | undefined;
  readonly version_command: string | undefined;
}

/** Reference to a part of the YAML: the innermost name that is set, then keys below it. An empty name matches nothing. */
export interface PartName {
  readonly tool: string | undefined;
  readonly arg: string | undefined;
  /** A tool of the CLI. Only set if the part is a CLI. */
  readonly member: string | undefined;
  readonly keys: readonly string[];
  /** True if the part is in a policy, not in the config. */
  readonly isPolicy: boolean;
  /** Value at the keys, to select one of several policies that set them. Defaults to any value. */
  readonly value?: unknown;
}

/** Returns the tools by name. */
export function toToolMap(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** Returns the side of a generated project. It does not contain the tools that its embedded policies disable. Its parts have no locations. */
export function toCompiledSide(label: string, { tools, policies, isAuto }: PackagedServer): Side {
  return { label, tools: toToolMap(tools), disabled: new Set(), policies, ...(isAuto && { isAuto }), locate: () => undefined };
}
