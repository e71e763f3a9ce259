/** Compares the files of a packed package with those of the build, and tries to publish its package.json. */
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT, run } from "./project.ts";

/** A package that `npm pack` has packed. */
export interface PackedPackage {
  readonly name: string;
  /** Path of the archive. */
  readonly archive: string;
  /** Directories of the sources and of the package, from the root of the repository. */
  readonly sources: string;
  readonly folder: string;
  readonly required: readonly string[];
  /** Pattern of the other files, apart from compiled modules. */
  readonly allowed: RegExp;
}

export const PACKAGES: readonly Omit<PackedPackage, "archive">[] = [
  {
    name: "climax-gen",
    sources: "generator",
    folder: ".",
    required: ["LICENSE", "README.md", "action.yml", "bin/climax-gen.cjs", "package.json"],
    allowed:
      /^(dist\/([\w-]+\.(cjs|cache)|bundle\/[\w-]+\.cjs|page\/browser\/page\.(js|css)|build-id|licenses\.txt)|templates\/.+|catalog\/.+)$/,
  },
  {
    name: "@climax-gen/runtime",
    sources: "runtime",
    folder: "runtime",
    required: ["LICENSE", "package.json"],
    allowed: /^(README\.md|dist\/bundle\/([\w-]+\/)?[\w-]+\.(cjs|mjs|cache|json|txt))$/,
  },
];

/** Expects the license, every compiled module, and no other files. */
export async function expectPublishedFiles({ archive, sources, required, allowed }: PackedPackage): Promise<void> {
  const { stdout } = await run("tar", ["-tzf", archive]);
  const paths = stdout
    .split("\n")
    .filter(Boolean)
    .map((path) => path.replace(/^package\//, ""));
  expect(paths.filter(isModule).toSorted()).toEqual(compiledModules(sources));
  expect(paths).toEqual(expect.arrayContaining([...required]));
  expect(paths.filter((path) => !isModule(path) && !required.includes(path) && !allowed.test(path))).toEqual([]);
}

/** Modules that a build compiles from the sources in `folder`, as paths of the package. */
function compiledModules(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .flatMap((path) => /^(?!(?:node_modules|dist|dist\.next|page\/browser)\/)(.*)\.ts$/.exec(path)?.[1] ?? [])
    .flatMap((module) => [`dist/${module}.js`, `dist/${module}.d.ts`])
    .toSorted();
}

/** Reports whether a path is a compiled module. The script of the page is a bundle instead. */
const isModule = (path: string): boolean => /^dist\/(?!page\/browser\/).*(\.js|\.d\.ts)$/.test(path);

/**
 * Dry-runs a release of a package, against a registry that no request can reach. Only package.json and the programs that it names are copied,
 * because npm would pack the other files again, which takes seconds. `prepare` would rebuild files that other tests run.
 */
export async function expectPublishable({ name, folder }: Pick<PackedPackage, "name" | "folder">, copy: string): Promise<void> {
  mkdirSync(copy);
  cpSync(join(ROOT, folder, "package.json"), join(copy, "package.json"));
  if (folder === ".") cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  const registry = ["--offline", "--registry", "http://127.0.0.1:9/", "--fetch-retries", "0"];
  const { status, stdout, stderr } = await run("npm", ["publish", "--dry-run", "--json", "--ignore-scripts", ...registry], { cwd: copy });
  expect(status, stderr).toBe(0);
  const [published] = Object.values(JSON.parse(stdout) as Record<string, unknown>);
  expect(published).toMatchObject({ name, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  expect(stderr).not.toMatch(/auto-corrected|errors? corrected/);
}
