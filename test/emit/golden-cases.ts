/**
 * Reads the golden projects: `input/` with configs, optionally with `policy.yaml` and `options.json`, and `expected/` with the generated
 * tree. The declarations of the runtime, which every project contains, are only in `examples/generated`.
 */
import { fileURLToPath } from "node:url";
import { templateNames } from "../../generator/emit/project-files.ts";
import type { Generated } from "../../generator/generate.ts";
import { generate } from "../../generator/generate.ts";
import { readDeclarations, readTemplates } from "../../generator/host/own-package.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { MANIFEST_NAME } from "../../generator/write/manifest.ts";
import type { Archive } from "../golden-archive.ts";
import { below, listCases, readCase, writeCase } from "../golden-archive.ts";

const FOLDER = fileURLToPath(new URL("../golden/project", import.meta.url));

const EXPECTED = "expected/";

/** Names of the golden projects. */
export const goldenProjects: readonly string[] = listCases(FOLDER);

/** Returns the expected tree of a golden project. */
export function expectedProject(name: string): Archive {
  return below(readCase(FOLDER, name), EXPECTED);
}

/** Generates a golden project from its inputs. */
export async function generateProject(name: string): Promise<Generated> {
  const archive = readCase(FOLDER, name);
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
  const kept = Array.from(readCase(FOLDER, name)).filter(([path]) => !path.startsWith(EXPECTED));
  const expected = Array.from(files, ([path, content]) => [EXPECTED + path, content] as const);
  writeCase(FOLDER, name, new Map<string, string | Uint8Array>([...kept, ...expected]));
}
