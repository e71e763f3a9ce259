/** The types of a Directive definition: tools that are described by a JSON Schema and answered by reading files, never by a command. */
import type { SchemaObject } from "../json-schema/schema.ts";

/** Who answers a tool. `bundle`: a file below the templates folder, with the procedure and the context that belong to it. */
export type DirectiveHandler = "files.list" | "file.get" | { readonly bundle: string };

/** One tool of a definition, as generated code writes it. The keys are those of the YAML file. */
export interface DirectiveToolSpec {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Shown to clients as it stands, and what arguments are held against: draft 2020-12, or draft-07 where `$schema` says so. */
  readonly inputSchema: SchemaObject;
  readonly handler: DirectiveHandler;
  /** A JSON-RPC method that answers as the tool does, with the bare result object (spec 004, "Non-breaking"). */
  readonly method?: string;
}

/** What all tools of a definition share. */
export interface DirectiveSpec {
  readonly name: string;
  readonly description: string;
  /**
   * The folder that is read, below the server's working directory or `--root`: parts separated by `/`, none of them `..`.
   * Files are listed and asked for under its last part, whatever stands before it: `docs/directive` has
   * `directive/agent_context.md`, so that what the tools' descriptions say stays true wherever the folder is.
   */
  readonly root: string;
  /** Number of tools in the definition. Defaults to the number of tools in the module; a tool that a later file redefines still counts. */
  readonly tool_count?: number;
}

/** One definition as generated code hands it over: the namespace of its module. */
export interface DirectivePart {
  readonly directive: DirectiveSpec;
  readonly tools: Readonly<Record<string, DirectiveToolSpec>>;
}
