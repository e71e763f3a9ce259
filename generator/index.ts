/** climax-gen as a library: what the command does between reading inputs and writing files. */
import { bundleServer } from "./bundle.ts";
import { templateNames } from "./emit/project-files.ts";
import type { Generated } from "./generate.ts";
import { generate as generateWith } from "./generate.ts";
import { readTemplates } from "./host.ts";
import type { InputFile } from "./load/decode.ts";

export type { Diagnostic, Severity, SourceText, Span } from "./diagnostics/diagnostic.ts";
export { formatDiagnostics } from "./diagnostics/format.ts";
export type { Generated } from "./generate.ts";
export type { InputFile } from "./load/decode.ts";

export interface GenerateOptions {
  /** Name of the server. Default: the config's name when there is one config, else "climax". */
  readonly name?: string;
  /** Register every tool directly unless the launch says otherwise. Default: whether all inputs are Directive definitions. */
  readonly classic?: boolean;
  /** The policies to embed; all of them hold. Defaults to none, which allows everything. */
  readonly policies?: readonly InputFile[];
  /** Whether `dist/` is made too. Default: true. */
  readonly bundle?: boolean;
}

/**
 * The generated project of the given inputs: path → content, or no files and what is wrong. Reads the package's own templates and
 * server, and writes nothing that stays. The same inputs and options give the same bytes.
 */
export async function generate(inputs: readonly InputFile[], options: GenerateOptions = {}): Promise<Generated> {
  const { name, classic, policies, bundle = true } = options;
  return await generateWith(inputs, {
    ...(name !== undefined && { name }),
    ...(classic !== undefined && { classic }),
    ...(policies && { policies }),
    templates: readTemplates(templateNames),
    ...(bundle && { bundle: bundleServer }),
  });
}
