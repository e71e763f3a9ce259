/** Exports the public API of climax-gen: the stages between reading inputs and writing files. */
import { isUint8Array } from "node:util/types";
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { bundleServer } from "./bundled/bundle.ts";
import { templateNames } from "./emit/project-files.ts";
import type { Generated } from "./generate.ts";
import { generate as generateWith } from "./generate.ts";
import { readDeclarations, readTemplates } from "./host/own-package.ts";
import type { InputFile } from "./load/decode.ts";
import type { ServerSettings } from "./resolve/resolve-model.ts";

export type { Severity } from "./diagnostics/code-entry.ts";
export type { Diagnostic, SourceText, Span } from "./diagnostics/diagnostic.ts";
export { formatDiagnostics } from "./diagnostics/format.ts";
export type { Generated } from "./generate.ts";
export type { InputFile } from "./load/decode.ts";

/** Options of `generate`. They correspond to the options of the command line. */
export interface GenerateOptions extends ServerSettings {
  /** The policies to embed; all of them apply. Defaults to none, which allows everything. */
  readonly policies?: readonly InputFile[];
  /** Generates `dist/` too. Defaults to true. */
  readonly bundle?: boolean;
  /** Import source of the runtime: declarations in the project, or the package `@climax-gen/runtime`. Defaults to `carried`. */
  readonly runtime?: "carried" | "package";
}

/**
 * Generates the project of the given inputs. Returns content by path, or no files and the diagnostics. Reads the package's templates and
 * server, and leaves no files behind. The same inputs and options give the same bytes, except for `dist/runtime.cache` and its hash in
 * `dist/.climax-gen.json`. This file is V8's code cache, which depends on the version of Node.js. Rejects with a `TypeError` that names the
 * argument if it has the wrong type or `options` has an unknown property.
 */
export async function generate(inputs: readonly InputFile[], options: GenerateOptions = {}): Promise<Generated> {
  checkArguments(inputs, options);
  const { bundle = true, runtime = "carried", ...others } = options;
  return await generateWith(inputs, {
    ...others,
    templates: readTemplates(templateNames),
    ...(runtime === "carried" && { declarations: readDeclarations() }),
    ...(bundle && { bundle: bundleServer }),
  });
}

/** Checks the argument types, because callers can use JavaScript or read the options from a file. */
function checkArguments(inputs: unknown, options: unknown): void {
  if (!Array.isArray(inputs)) throw wrongType("inputs", "an array of { path, bytes }", inputs);
  inputs.forEach((input, place) => checkFile(`inputs[${place}]`, input));
  if (!isJsonObject(options)) throw wrongType("options", "an object", options);
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
    case "discovery":
      if (value !== "auto") throw wrongType("options.discovery", '"auto"', value);
      return;
    case "searchSchemas":
    case "searchBytes":
      if (typeof value !== "number") throw wrongType(`options.${name}`, "a number", value);
      if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`generate: options.${name} must not be ${value}`);
      return;
    case "classic":
    case "splitCalls":
    case "bundle":
      if (typeof value !== "boolean") throw wrongType(`options.${name}`, "a boolean", value);
      return;
    case "policies":
      if (!Array.isArray(value)) throw wrongType("options.policies", "an array of { path, bytes }", value);
      return value.forEach((policy, place) => checkFile(`options.policies[${place}]`, policy));
    default:
      throw new TypeError(
        `generate: options.${name} is not an option, the options are name, version, classic, discovery, splitCalls, searchSchemas, searchBytes, policies, runtime and bundle`,
      );
  }
}

function checkFile(place: string, file: unknown): void {
  if (!isJsonObject(file)) throw wrongType(place, "an object { path, bytes }", file);
  const { path, bytes, isFromFolder } = file;
  if (typeof path !== "string") throw wrongType(`${place}.path`, "a string", path);
  // `instanceof` is not used, because test runners can have another Uint8Array.
  if (!isUint8Array(bytes)) throw wrongType(`${place}.bytes`, "a Uint8Array", bytes);
  if (isFromFolder !== undefined && typeof isFromFolder !== "boolean") throw wrongType(`${place}.isFromFolder`, "a boolean", isFromFolder);
}

function wrongType(place: string, wanted: string, given: unknown): TypeError {
  return new TypeError(`generate: ${place} must be ${wanted}, not ${describeType(given)}`);
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
