/** The result of the check stage: a CLI config as its author meant it, defaults filled in, every part knowing its place. */
import type { ArgType, ArgValue, DirectiveToolSpec, Risk } from "@climax-gen/runtime/compiler";
import type { SourceText, Span } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";

export interface RawArg {
  readonly name: string;
  readonly description: string;
  readonly type: ArgType;
  readonly required: boolean;
  readonly default?: ArgValue;
  readonly flag?: string;
  readonly positional: boolean;
  readonly cwd: boolean;
  readonly stdin: boolean;
  readonly enum?: readonly string[];
  readonly repeat: boolean;
  readonly allow_leading_dash: boolean;
  readonly secret: boolean;
}

export interface RawTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly command: string;
  readonly args: readonly RawArg[];
  readonly timeout?: number;
  readonly risk?: Risk;
  readonly success_exit_codes?: readonly number[];
  readonly end_of_options?: boolean;
  readonly keywords?: readonly string[];
}

export interface RawConfig {
  readonly name: string;
  readonly description: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly working_dir?: string;
  readonly category?: string;
  readonly tags: readonly string[];
  readonly global_args: readonly RawArg[];
  readonly end_of_options?: boolean;
  readonly tools: readonly RawTool[];
}

/** What a Directive definition has beside what every config has. */
export interface RawDefinition {
  readonly root: string;
  /** In the order of the config's tools. */
  readonly tools: readonly DirectiveToolSpec[];
}

/** One checked file: its config, and where its tools' names stand, for diagnostics about several files. */
export interface CheckedConfig {
  readonly source: SourceText;
  /** The file itself, which knows where each part stands. */
  readonly document: LoadedDocument;
  /** Of a Directive definition: without a command, and with those arguments that a policy can constrain. */
  readonly config: RawConfig;
  /** Set where the file is a Directive definition. */
  readonly definition?: RawDefinition;
  /** Span of `command`, for what only the machine can say about it. Absent where there is none. */
  readonly commandSpan?: Span;
  /** Span of `tools[i].name`, by tool index. */
  readonly toolNameSpans: readonly Span[];
  /** Span of the `method` of each tool that has one, by method. */
  readonly methodSpans?: ReadonlyMap<string, Span>;
}
