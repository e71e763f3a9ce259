/** Names the generated CLI modules: their files, and the identifiers of their imports. */
import { toSlug } from "@climax-gen/runtime/internal/text/slug";
import { claim, isIdentifier } from "./tool-identifiers.ts";

/** The names of a config, from which those of its module are derived. */
export interface ModuleOrigin {
  /** Base name of the YAML file. */
  readonly sourceName: string;
  /** The config's `name`, which is used if the file name has no usable letter. */
  readonly cliName: string;
}

/** The names of a module. */
export interface ModuleNames {
  /** Base name of the YAML file, for the generated header comment. */
  readonly sourceName: string;
  /** Module name below `src/clis/` or `src/directives/`, unique in both without regard to case: `git` for `git.yaml`. */
  readonly moduleName: string;
  /** Identifier of the module where other generated modules import it: `gitTools` for `git-tools`. */
  readonly namespaceName: string;
}

/** File names that Windows reserves for devices, with any extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Names that the modules with these imports declare or import themselves. */
const NAMESPACE_TAKEN = ["createToolIndex", "toolIndex", "createTools", "createTypedTools", "client"];

/** Maximum length of a module name, in characters. Leaves room for numbers and extensions within the limits of every file system. */
const MAX_LENGTH = 60;

/** Returns one module per config, by index. File names are lower-case kebab-case ASCII, so they are unique on every file system. */
export function nameModules(origins: readonly ModuleOrigin[]): readonly ModuleNames[] {
  const modules = new Set<string>();
  const namespaces = new Set(NAMESPACE_TAKEN);
  return origins.map(({ sourceName, cliName }) => {
    const moduleName = claim(toModuleName(sourceName, cliName), modules, "-");
    return { sourceName, moduleName, namespaceName: claim(toNamespace(moduleName), namespaces) };
  });
}

/** Returns the module's path below `src/`: commands and Directive definitions have separate directories. */
export function modulePath({ moduleName, kind }: Pick<ModuleNames, "moduleName"> & { readonly kind: "cli" | "directive" }): string {
  return `${kind === "cli" ? "clis" : "directives"}/${moduleName}.ts`;
}

function toModuleName(sourceName: string, cliName: string): string {
  const name = toSlug(sourceName.replace(/\.ya?ml$/i, ""), MAX_LENGTH) || toSlug(cliName, MAX_LENGTH) || "cli";
  return WINDOWS_DEVICE.test(name) ? `${name}-cli` : name;
}

function toNamespace(moduleName: string): string {
  const camelCase = moduleName.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return isIdentifier(camelCase) ? camelCase : `_${camelCase}`;
}
