/** Defines the results of the check stage: files without an error, in the types that later stages use. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { DirectiveToolSpec } from "@climax-gen/runtime/internal/tool/directive-spec";
import type { Cli, CommandHandler, Program, Resolver } from "@climax-gen/runtime/internal/tool/tool";
import type { KeyOfOwner } from "@climax-gen/runtime/internal/tool/tool-keys";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ToolExample } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";
import type { YamlPath } from "../../load/locate.ts";

/** A checked input of a server. */
export type CheckedFile = CliFile | DirectiveFile;

/** A warning of the check stage. `x-allow` can acknowledge it in the part at the path, and in the parts that contain this part. */
export interface FoundHazard {
  readonly diagnostic: Diagnostic;
  readonly path: YamlPath;
}

/** A config: a program and the tools that call it. Keys that are null or equal to their default are omitted. */
export interface CliFile
  extends Pick<Program, "env" | "secrets" | "working_dir" | "global_args">, Pick<Cli, "unknown_args" | "when_missing" | "os"> {
  readonly kind: "cli";
  /** The commands of `any_of`, as written. `command` is one of them: the first, or the one that is installed (`chooseCommands`). */
  readonly any_of?: readonly string[];
  /** The file, which locates the parts. */
  readonly document: LoadedDocument;
  readonly name: string;
  /** May be empty. */
  readonly description: string;
  /** Command line of the program, not yet split into words. */
  readonly command: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Words that print the version, not yet split. Omitted without `program_version`. */
  readonly version_command?: string;
  readonly tools: readonly CommandTool[];
  /** Hazards that the check stage finds. Omitted if empty. */
  readonly hazards?: readonly FoundHazard[];
}

/** A tool of a config. `order` has one item for each item of `args` in the file. */
export interface CommandTool extends Omit<Tool, "cli" | "handler" | "examples">, Pick<CommandHandler, KeyOfOwner<"handler">> {
  /** Arguments after the command of the config, not yet split into words. May be empty. */
  readonly command: string;
  /** Replaces the command of the config, not yet split into words. */
  readonly program?: string;
  /** Variables that override those of the config. */
  readonly env?: Readonly<Record<string, string>>;
  /** Secret variables that override those of the config. */
  readonly secrets?: Program["secrets"];
  readonly working_dir?: string;
  readonly examples?: readonly CheckedExample[];
  readonly resolve?: readonly CheckedResolver[];
}

/** A command that runs before a confirmation. */
export interface CheckedResolver extends Omit<Resolver, "command"> {
  /** Arguments after the command of the config, not yet split into words. May be empty. */
  readonly command: string;
}

/** A call that the config's author has written down. */
export interface CheckedExample extends ToolExample {
  /** The expected command line, with the unexpanded command of the config. */
  readonly argv?: readonly string[];
}

/** A Directive definition: tools that read files. */
export interface DirectiveFile {
  readonly kind: "directive";
  /** The file, which locates the parts. */
  readonly document: LoadedDocument;
  readonly name: string;
  /** May be empty. */
  readonly description: string;
  readonly root: string;
  readonly tools: readonly DirectiveTool[];
}

/** A tool of a Directive definition. */
export interface DirectiveTool extends DirectiveToolSpec {
  /** The properties of the input schema that a policy can constrain. */
  readonly args: readonly ToolArg[];
}

/** A checked policy. */
export interface CheckedPolicy {
  readonly kind: "policy";
  /** The file, which locates the parts. */
  readonly document: LoadedDocument;
  /** The rules of the file. After `checkInputs`, globs are expanded for the tools of the configs. */
  readonly spec: AnyPolicySpec;
  /** The globs among the names of `tools`, in the order of the file. */
  readonly globs: readonly string[];
  /** The position of `spec` among the policies that the file was expanded to. Defaults to 0. */
  readonly layer?: number;
}
