/** Defines the resolved model of a server, from which the emitted files and the compiled index are created. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { DiscoveryOptions } from "@climax-gen/runtime/internal/tool/discovery-options";
import type { CliWithTools } from "@climax-gen/runtime/internal/tool-index/index-reader";
import type { Cli, Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { ModuleNames } from "./module-names.ts";
import type { ToolIdentifiers } from "./tool-identifiers.ts";

/** Everything that the generated project contains, independent of its layout in files. */
export interface ServerModel extends DiscoveryOptions {
  /** `--name`. Defaults to the config's name if there is a single config, otherwise to "climax" (vectors list.combo). */
  readonly name: string;
  /** `--server-version`. Defaults to "1.0.0". */
  readonly version: string;
  /** Registers every tool directly, unless a launch argument overrides it. */
  readonly classic: boolean;
  /** The size of the classic list, in estimated tokens, if it decided about `classic`. */
  readonly listTokens?: number;
  /** Sorted by name; CLIs with the same name in input order. */
  readonly clis: readonly CliModel[];
  /** The embedded policies, restricted to the tools that all of them enable. `clis` are narrowed by all of them. */
  readonly policies: readonly AnyPolicySpec[];
  /** Names of the tools that the policies disable. No generated file contains them. */
  readonly disabled: readonly string[];
}

/** A module of the generated project: the tools of one input file. */
export type CliModel = CommandCliModel | DirectiveCliModel;

/** The tools of a config. */
export interface CommandCliModel extends CliModelFields {
  readonly kind: "cli";
}

/** The tools of a Directive definition. */
export interface DirectiveCliModel extends CliModelFields {
  readonly kind: "directive";
  /** The directory that the tools read, below the working directory or `--root`. */
  readonly root: string;
}

interface CliModelFields extends ModuleNames {
  readonly cli: Cli;
  /** The tools sorted by name, without those that a later config redefines. */
  readonly tools: readonly ToolModel[];
}

/** A tool with its names in the generated code. */
export interface ToolModel extends ToolIdentifiers {
  readonly tool: Tool;
}

/** Returns the CLIs with their tools, as the runtime takes them. */
export function toCliTools(clis: readonly CliModel[]): readonly CliWithTools[] {
  return clis.map(({ cli, tools }) => ({ cli, tools: tools.map(({ tool }) => tool) }));
}

/** Returns every tool, CLI by CLI. */
export function listTools(clis: readonly CliModel[]): readonly Tool[] {
  return toCliTools(clis).flatMap(({ tools }) => tools);
}
