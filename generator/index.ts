/** climax-gen as a library: what the command does between reading inputs and writing files. */
import { bundleServer } from "./bundle.ts";
import { templateNames } from "./emit/project-files.ts";
import type { Generated } from "./generate.ts";
import { generate as generateWith } from "./generate.ts";
import { readDeclarations, readTemplates } from "./host.ts";
import type { InputFile } from "./load/decode.ts";

export type { Diagnostic, Severity, SourceText, Span } from "./diagnostics/diagnostic.ts";
export { formatDiagnostics } from "./diagnostics/format.ts";
export type { Generated } from "./generate.ts";
export type { InputFile } from "./load/decode.ts";

export interface GenerateOptions {
  /** Name of the server. Default: the config's name when there is one config, else "climax". */
  readonly name?: string;
  /** Version of the server: a semantic version. Default: "1.0.0". */
  readonly version?: string;
  /** Register every tool directly unless the launch says otherwise. Default: whether all inputs are Directive definitions. */
  readonly classic?: boolean;
  /** The policy that is baked in. Default: none, so that the server may do everything. */
  readonly policy?: InputFile;
  /** Whether `dist/` is made too. Default: true. */
  readonly bundle?: boolean;
  /** Whether the project carries the declarations of the runtime or imports `@climax-gen/runtime`. Default: carried. */
  readonly runtime?: "carried" | "package";
}

/**
 * The generated project of the given inputs: path → content, or no files and what is wrong. Reads the package's own templates and
 * server, and writes nothing that stays. The same inputs and options give the same bytes.
 */
export async function generate(inputs: readonly InputFile[], options: GenerateOptions = {}): Promise<Generated> {
  const { name, version, classic, policy, bundle = true, runtime = "carried" } = options;
  return await generateWith(inputs, {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(classic !== undefined && { classic }),
    ...(policy && { policy }),
    templates: readTemplates(templateNames),
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    ...(bundle && { bundle: bundleServer }),
  });
}
