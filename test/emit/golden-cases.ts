/**
 * The golden projects: `input/` with configs, `policy.yaml` where a case has one, `options.json` where it has options, `expected/`
 * with the generated tree. The declarations of the runtime, which every project carries, are only in `examples/generated`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { templateNames } from "../../generator/emit/project-files.ts";
import type { Generated } from "../../generator/generate.ts";
import { generate } from "../../generator/generate.ts";
import { readDeclarations, readTemplates } from "../../generator/host.ts";
import { readInputs } from "../../generator/host-inputs.ts";
import { MANIFEST_NAME } from "../../generator/write/manifest.ts";

const FOLDER = fileURLToPath(new URL("../golden/project", import.meta.url));

export interface GoldenCase {
  readonly name: string;
  /** Its `expected/`. */
  readonly expected: string;
  readonly generate: () => Promise<Generated>;
}

export const goldenCases: readonly GoldenCase[] = readdirSync(FOLDER).map((name) => {
  const folder = join(FOLDER, name);
  const optionsFile = join(folder, "options.json");
  const options = existsSync(optionsFile) ? (JSON.parse(readFileSync(optionsFile, "utf8")) as { name?: string; classic?: boolean }) : {};
  return {
    name,
    expected: join(folder, "expected"),
    generate: () => {
      const policyFile = join(folder, "policy.yaml");
      const { files, policies } = readInputs([join(folder, "input")], existsSync(policyFile) ? [policyFile] : []);
      const texts = { templates: readTemplates(templateNames), declarations: readDeclarations() };
      return generate(files, { classic: false, ...options, policies, ...texts });
    },
  };
});

/** The generated files, and the lines of their manifest, apart from the declarations of the runtime. */
export function ownFiles({ files }: Generated): ReadonlyMap<string, string> {
  const own = Array.from(files, ([path, content]) => [path, String(content)] as const).filter(([path]) => !path.startsWith("runtime/"));
  return new Map(own.map(([path, text]) => [path, path === MANIFEST_NAME ? text.replaceAll(/ {4}"runtime\/.*\n/g, "") : text]));
}

/** Path → text of every file below a folder, sorted by path. */
export function readTree(folder: string): ReadonlyMap<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.toSorted().map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}
