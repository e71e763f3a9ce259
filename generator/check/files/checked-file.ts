/** The results of the check stage: files without an error, in the types that the next stages use. */
import type { AnyPolicySpec, CommandHandler, DirectiveToolSpec, Program, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import type { LoadedDocument } from "../../load/document.ts";

/** A checked input of a server. */
export type CheckedFile = CliFile | DirectiveFile;

/** A config: a program and the tools that call it. Keys that are omitted, null or equal to their default are omitted. */
export interface CliFile extends Pick<Program, "env" | "working_dir" | "global_args"> {
  readonly kind: "cli";
  /** The file, which locates the parts. */
  readonly document: LoadedDocument;
  readonly name: string;
  /** May be empty. */
  readonly description: string;
  /** Command line of the program, not yet split into words. */
  readonly command: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Default of the tools. */
  readonly end_of_options?: boolean;
  readonly tools: readonly CommandTool[];
}

/** A tool of a config. */
export interface CommandTool
  extends
    Pick<Tool, "name" | "title" | "description" | "args" | "timeout" | "risk" | "keywords">,
    Pick<CommandHandler, "output" | "exit_codes" | "timeout_is_success" | "stderr"> {
  /** Arguments after the command of the config, not yet split into words. May be empty. */
  readonly command: string;
  readonly success_exit_codes?: readonly number[];
  /** Overrides the config's. */
  readonly end_of_options?: boolean;
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
  readonly spec: AnyPolicySpec;
}
