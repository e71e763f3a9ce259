/** Tests the contents of both packages with `npm publish --dry-run`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, run } from "./project.ts";

interface Published {
  readonly name: string;
  readonly version: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/**
 * Dry-runs a release, against a registry that no request can reach. Scripts are disabled, because `prepare` would rebuild files that other
 * tests run.
 */
async function publish(folder: string): Promise<{ readonly stderr: string; readonly published: Published | undefined }> {
  const registry = ["--offline", "--registry", "http://127.0.0.1:9/", "--fetch-retries", "0"];
  const args = ["publish", "--dry-run", "--json", "--ignore-scripts", ...registry];
  const { status, stdout, stderr } = await run("npm", args, { cwd: join(ROOT, folder) });
  expect(status, stderr).toBe(0);
  return { stderr, published: Object.values(JSON.parse(stdout) as Record<string, Published>)[0] };
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

describe.each([
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
])("the package $name", ({ name, sources, folder, required, allowed }) => {
  it("can be published with the license, every compiled module and no other files", async () => {
    const { stderr, published } = await publish(folder);
    expect(published).toMatchObject({ name, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
    expect(stderr).not.toMatch(/auto-corrected|errors? corrected/);
    const paths = (published?.files ?? []).map(({ path }) => path);
    expect(paths.filter(isModule).toSorted()).toEqual(compiledModules(sources));
    expect(paths).toEqual(expect.arrayContaining(required));
    expect(paths.filter((path) => !isModule(path) && !required.includes(path) && !allowed.test(path))).toEqual([]);
  });
});
