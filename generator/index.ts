/** climax-gen as a library: what the command does between reading inputs and writing files. */
import { isUint8Array } from "node:util/types";
import { bundleServer } from "./bundled/bundle.ts";
import { templateNames } from "./emit/project-files.ts";
import type { Generated } from "./generate.ts";
import { generate as generateWith } from "./generate.ts";
import { readDeclarations, readTemplates } from "./host/output-folder.ts";
import type { InputFile } from "./load/decode.ts";

export type { Severity } from "./diagnostics/code-entry.ts";
export type { Diagnostic, SourceText, Span } from "./diagnostics/diagnostic.ts";
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
  /** The policies to embed; all of them hold. Defaults to none, which allows everything. */
  readonly policies?: readonly InputFile[];
  /** Whether `dist/` is made too. Default: true. */
  readonly bundle?: boolean;
  /** Whether the project carries the declarations of the runtime or imports `@climax-gen/runtime`. Default: carried. */
  readonly runtime?: "carried" | "package";
}

/**
 * The generated project of the given inputs: path → content, or no files and what is wrong. Reads the package's own templates and
 * server, and writes nothing that stays. The same inputs and options give the same bytes, except for `dist/runtime.cache`, which V8 makes
 * and which depends on the version of Node.js, and for its hash in `dist/.climax-gen.json`. Rejects with a `TypeError` that names the
 * argument if one has another type than declared, or if `options` has an unknown property.
 */
export async function generate(inputs: readonly InputFile[], options: GenerateOptions = {}): Promise<Generated> {
  checkArguments(inputs, options);
  const { name, version, classic, policies, bundle = true, runtime = "carried" } = options;
  return await generateWith(inputs, {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(classic !== undefined && { classic }),
    ...(policies && { policies }),
    templates: readTemplates(templateNames),
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    ...(bundle && { bundle: bundleServer }),
  });
}

/** Programs in JavaScript, and programs that read their options from a file, can pass anything. */
function checkArguments(inputs: unknown, options: unknown): void {
  if (!Array.isArray(inputs)) throw wrongType("inputs", "an array of { path, bytes }", inputs);
  inputs.forEach((input, place) => checkFile(`inputs[${place}]`, input));
  if (!isRecord(options)) throw wrongType("options", "an object", options);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) checkOption(name, value);
  }
}

function checkOption(name: string, value: unknown): void {
  switch (name) {
    case "name":
    case "version":
      if (typeof value !== "string") throw wrongType(`options.${name}`, "a string", value);
      return;
    case "runtime":
      if (value !== "carried" && value !== "package") throw wrongType("options.runtime", '"carried" or "package"', value);
      return;
    case "classic":
    case "bundle":
      if (typeof value !== "boolean") throw wrongType(`options.${name}`, "a boolean", value);
      return;
    case "policies":
      if (!Array.isArray(value)) throw wrongType("options.policies", "an array of { path, bytes }", value);
      return value.forEach((policy, place) => checkFile(`options.policies[${place}]`, policy));
    default:
      throw new TypeError(
        `generate: options.${name} is not an option, the options are name, version, classic, policies, runtime and bundle`,
      );
  }
}

function checkFile(place: string, file: unknown): void {
  if (!isRecord(file)) throw wrongType(place, "an object { path, bytes }", file);
  const { path, bytes, isFromFolder } = file;
  if (typeof path !== "string") throw wrongType(`${place}.path`, "a string", path);
  // Not `instanceof`: a test runner can have a Uint8Array of its own.
  if (!isUint8Array(bytes)) throw wrongType(`${place}.bytes`, "a Uint8Array", bytes);
  if (isFromFolder !== undefined && typeof isFromFolder !== "boolean") throw wrongType(`${place}.isFromFolder`, "a boolean", isFromFolder);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrongType(place: string, wanted: string, given: unknown): TypeError {
  return new TypeError(`generate: ${place} must be ${wanted}, not ${describeType(given)}`);
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
