/**
 * The golden projects: `input/` with configs, `policy.yaml` where a case has one, `options.json` where it has options, `expected/`
 * with the whole generated tree.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { templateNames } from "../../generator/emit/project-files.ts";
import type { Generated } from "../../generator/generate.ts";
import { generate } from "../../generator/generate.ts";
import { readTemplates } from "../../generator/host.ts";
import { readInputs } from "../../generator/host-inputs.ts";

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
      return generate(files, { classic: false, ...options, policies, templates: readTemplates(templateNames) });
    },
  };
});

/** Path → text of every file below a folder, sorted by path. */
export function readTree(folder: string): ReadonlyMap<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.toSorted().map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}
