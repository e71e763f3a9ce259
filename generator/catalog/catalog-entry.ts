/** Defines an entry of the catalog: a directory with the reviewed config of a program. Pure. */
import type { InputFile } from "../load/decode.ts";
import type { LoadedDocument } from "../load/document.ts";
import { loadDocument } from "../load/document.ts";
import type { YamlValue } from "../load/values.ts";
import { isList } from "../load/values.ts";
import { isMapping } from "../load/values.ts";

/** A file of an entry. */
export interface CatalogFile {
  /** Name of the file, such as `git.yaml`. */
  readonly name: string;
  readonly text: string;
  readonly input: InputFile;
}

/** One directory of the catalog. */
export interface CatalogEntry {
  /** Name of the directory: of the program, or of a family of programs such as coreutils. */
  readonly name: string;
  /** The configs, sorted by name. Each has the name of its program. */
  readonly configs: readonly CatalogFile[];
  /** Files that the configs include. Their names are unique in the catalog. */
  readonly fragments: readonly CatalogFile[];
  /** The read-only policy. Omitted if there is none. */
  readonly policy?: CatalogFile;
  /** The golden queries. Omitted if there are none. */
  readonly queries?: CatalogFile;
}

/** What an entry needs to run besides its program. */
export const CATALOG_NEEDS = ["network", "account", "daemon", "display"] as const;

/** The key `x-catalog` of a config or fragment of an entry. */
export interface CatalogFacts {
  /** The versions of the program that the entry was tested with. */
  readonly tested: readonly string[];
  /** Name of the package that has the program, by package manager: `[["debian", "git"]]`. */
  readonly packages: readonly (readonly [manager: string, name: string])[];
  /** Some of `CATALOG_NEEDS`. */
  readonly needs: readonly string[];
}

/** Returns the entry with only the config of one of its programs. Returns the whole entry for its own name, and undefined for another name. */
export function selectProgram(entry: CatalogEntry, program: string): CatalogEntry | undefined {
  if (entry.name === program) return entry;
  const configs = entry.configs.filter(({ name }) => name === `${program}.yaml`);
  return configs.length === 0 ? undefined : { ...entry, configs };
}

/** Returns the facts of the first file of an entry that has the key `x-catalog`. Values of other types are ignored. */
export function readFacts({ configs, fragments }: Pick<CatalogEntry, "configs" | "fragments">): CatalogFacts {
  const found = [...configs, ...fragments].map((file) => loadFile(file)?.value["x-catalog"]).find((value) => value !== undefined);
  const { tested, package: packages, needs } = isMapping(found) ? found : {};
  const named = packages !== undefined && isMapping(packages) ? Object.entries(packages) : [];
  return {
    tested: listTexts(tested),
    packages: named.flatMap(([manager, name]) => (typeof name === "string" ? [[manager, name] as const] : [])),
    needs: listTexts(needs),
  };
}

/** Parses a file of an entry. Returns undefined if it is not a YAML mapping. */
export function loadFile({ input }: CatalogFile): LoadedDocument | undefined {
  return loadDocument(input).document;
}

function listTexts(value: YamlValue | undefined): readonly string[] {
  if (!isList(value)) return [];
  return value.flatMap((item) => (typeof item === "string" || typeof item === "number" ? [String(item)] : []));
}
