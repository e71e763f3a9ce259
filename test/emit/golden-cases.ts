/**
 * Reads the golden projects: `input/` with configs, optionally with `policy.yaml` and `options.json`, and `expected/` with the generated
 * tree. The declarations of the runtime, which every project contains, are only in `examples/generated`. Files that are nearly equal in all
 * projects are whole in `one-config`, and patches of it in the others.
 */
import { fileURLToPath } from "node:url";
import { templateNames } from "../../generator/emit/project-files.ts";
import type { Generated } from "../../generator/generate.ts";
import { generate } from "../../generator/generate.ts";
import { readDeclarations, readTemplates } from "../../generator/host/own-package.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { MANIFEST_NAME } from "../../generator/write/manifest.ts";
import type { Archive } from "../golden-archive.ts";
import { below, listCases, readCase, replaceBelow } from "../golden-archive.ts";

const FOLDER = fileURLToPath(new URL("../golden/project", import.meta.url));

const INPUTS = ["input/", "options.json", "policy.yaml"];
const EXPECTED = "expected/";

const BASE = "one-config";
const PATCHED = [".gitignore", "README.md", "package.json", "src/main.ts", "tsconfig.json"];

/** Names of the golden projects. The first has the base of the others' patches, so an update rewrites the base first. */
export const goldenProjects: readonly string[] = [BASE, ...listCases(FOLDER).filter((name) => name !== BASE)];

/** Returns the expected tree of a golden project. */
export function expectedProject(name: string): Archive {
  return below(readCase(FOLDER, name, EXPECTED), EXPECTED);
}

/** Generates a golden project from its inputs. */
export async function generateProject(name: string): Promise<Generated> {
  // An update generates while the expected files are still patches of the previous base.
  const archive = new Map(INPUTS.flatMap((prefix) => [...readCase(FOLDER, name, prefix)]));
  const options = JSON.parse(archive.get("options.json")?.toString() ?? "{}") as { name?: string; classic?: boolean };
  const policy = archive.get("policy.yaml");
  const inputs = Array.from(below(archive, "input/"), ([path, bytes]): InputFile => ({ path: `input/${path}`, bytes }));
  return await generate(inputs, {
    classic: false,
    ...options,
    policies: policy === undefined ? [] : [{ path: "policy.yaml", bytes: policy }],
    templates: readTemplates(templateNames),
    declarations: readDeclarations(),
  });
}

/** Returns the generated files, with their lines of the manifest, without the declarations of the runtime. */
export function ownFiles({ files }: Generated): ReadonlyMap<string, string> {
  const own = Array.from(files, ([path, content]) => [path, String(content)] as const).filter(([path]) => !path.startsWith("runtime/"));
  return new Map(own.map(([path, text]) => [path, path === MANIFEST_NAME ? text.replaceAll(/ {4}"runtime\/.*\n/g, "") : text]));
}

/** Replaces the expected tree of a golden project. */
export function updateProject(name: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const bases = new Map(name === BASE ? [] : PATCHED.map((path) => [path, `${BASE}:${EXPECTED}${path}`]));
  replaceBelow({ folder: FOLDER, name, prefix: EXPECTED }, files, bases);
}
