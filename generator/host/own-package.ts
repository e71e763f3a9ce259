/** Reads the files of the packages that are running. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTextIfThere } from "./file-system.ts";

/** Returns the text of every file in `templates/`, by file name. */
export function readTemplates(names: readonly string[]): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("../../templates/", import.meta.url));
  return new Map(names.map((name) => [name, fs.readFileSync(join(folder, name), "utf8")]));
}

/** Returns the runtime's declarations for a self-contained project: text by file name. */
export function readDeclarations(): ReadonlyMap<string, string> {
  const path = createRequire(import.meta.url).resolve("@climax-gen/runtime/bundle/declarations.json");
  return new Map(Object.entries(JSON.parse(fs.readFileSync(path, "utf8")) as Readonly<Record<string, string>>));
}

/** Returns an identifier of this build of climax-gen. Returns undefined if it runs from its sources. */
export function readBuildId(): string | undefined {
  return readTextIfThere(fileURLToPath(new URL("../build-id", import.meta.url)));
}

/** Returns the directory of the code and the declarations of the runtime that is installed with climax-gen. */
export function findRuntimePackage(): string {
  return fs.realpathSync(dirname(createRequire(import.meta.url).resolve("@climax-gen/runtime")));
}

/** Returns the paths of the two packages that are running, in an installation or a clone. */
export function findOwnPackages(): readonly string[] {
  const { resolve: find } = createRequire(import.meta.url);
  return ["@climax-gen/runtime", "climax-gen"].map((name) => fs.realpathSync(dirname(find(`${name}/package.json`))));
}
