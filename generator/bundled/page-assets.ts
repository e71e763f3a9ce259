/** Reads the prebuilt script and style sheet of pages. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Returns the files that the build compiles from `generator/page/browser/`. Rejects if climax-gen has not been built. */
export async function readPageAssets(): Promise<{ readonly script: string; readonly style: string }> {
  const folder = join(dirname(createRequire(import.meta.url).resolve("climax-gen/package.json")), "dist/page/browser");
  const [script, style] = await Promise.all(["page.js", "page.css"].map(async (name) => await readFile(join(folder, name), "utf8")));
  return { script: script ?? "", style: style ?? "" };
}
