/** Reads the catalog, which is installed with climax-gen. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CatalogEntry, CatalogFile } from "../catalog/catalog-entry.ts";
import { selectProgram } from "../catalog/catalog-entry.ts";
import { readInput } from "./inputs.ts";
import { isThere, kindOf, listEntries } from "./file-system.ts";

/** Path of the read-only policy in the directory of an entry. */
const POLICY = "policies/read-only.yaml";
const QUERIES = "queries.yaml";

/** Returns the directory of the catalog. */
function findCatalog(): string {
  return fileURLToPath(new URL("../../catalog/", import.meta.url));
}

/** Returns all entries of a catalog, sorted by name. Returns an empty list if the directory is missing. */
export function readCatalog(folder: string = findCatalog()): readonly CatalogEntry[] {
  return listNames(folder).map((name) => readEntry(folder, name));
}

/** Returns the entry of a program, with the configs of this program only. Returns undefined if the catalog has no such program. */
export function findEntry(program: string, folder: string = findCatalog()): CatalogEntry | undefined {
  const names = listNames(folder);
  if (names.includes(program)) return readEntry(folder, program);
  for (const name of names) {
    if (!isThere(join(folder, name, `${program}.yaml`))) continue;
    const entry = selectProgram(readEntry(folder, name), program);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Returns the names of all entries and of all their programs, sorted. */
export function listPrograms(folder: string = findCatalog()): readonly string[] {
  const names = readCatalog(folder).flatMap(({ name, configs }) => [name, ...configs.map((file) => file.name.replace(/\.yaml$/, ""))]);
  return [...new Set(names)].toSorted();
}

function listNames(folder: string): readonly string[] {
  return (listEntries(folder) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

function readEntry(folder: string, name: string): CatalogEntry {
  const read = (path: string): CatalogFile => readFile(join(folder, name, path), path);
  const files = (listEntries(join(folder, name)) ?? [])
    .map((entry) => entry.name)
    .filter((file) => file.endsWith(".yaml") && file !== QUERIES)
    .toSorted()
    .map(read);
  const isFragment = ({ text }: CatalogFile): boolean => /^kind: *fragment\b/m.test(text);
  const has = (path: string): boolean => kindOf(join(folder, name, path)) === "file";
  return {
    name,
    configs: files.filter((file) => !isFragment(file)),
    fragments: files.filter(isFragment),
    ...(has(POLICY) && { policy: read(POLICY) }),
    ...(has(QUERIES) && { queries: read(QUERIES) }),
  };
}

/** Throws if the file cannot be read, because it is a part of the package. */
function readFile(path: string, name: string): CatalogFile {
  const input = readInput(path);
  if ("code" in input) throw new Error(`${path}: ${input.message}`);
  return { name, text: Buffer.from(input.bytes).toString("utf8"), input };
}
