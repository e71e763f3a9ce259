/** The types of a Directive definition. Its tools have a JSON Schema, and read files instead of running a command. */
import type { SchemaObject } from "../json-schema/schema.ts";

/** The handler of a tool. `bundle` returns a file below the templates directory together with its procedure and context. */
export type DirectiveHandler = "files.list" | "file.get" | { readonly bundle: string };

/** One tool of a definition in generated code, with the keys of the YAML file. */
export interface DirectiveToolSpec {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Schema of the arguments: listed unchanged, and used to validate calls. Draft 2020-12, or draft-07 if `$schema` specifies it. */
  readonly inputSchema: SchemaObject;
  readonly handler: DirectiveHandler;
  /** A JSON-RPC method that returns the tool's result as a plain object, for clients that predate MCP tools. */
  readonly method?: string;
}

/** The properties that all tools of a definition share. */
export interface DirectiveSpec {
  readonly name: string;
  readonly description: string;
  /**
   * The directory to read, below the server's working directory or `--root`: components separated by `/`, without `..`. Files are listed
   * and requested under its last component only: `docs/directive` contains `directive/agent_context.md`, so the descriptions of the tools
   * hold for any location of the directory.
   */
  readonly root: string;
  /** Number of tools in the definition. Defaults to the number of tools in the module; a tool that a later file redefines still counts. */
  readonly tool_count?: number;
}

/** One definition in generated code: the namespace of its module. */
export interface DirectivePart {
  readonly directive: DirectiveSpec;
  readonly tools: Readonly<Record<string, DirectiveToolSpec>>;
}
