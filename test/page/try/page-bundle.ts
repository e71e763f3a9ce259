/** Bundles modules of the page for a browser, and loads them in Node.js. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Metafile } from "esbuild";
import { build } from "esbuild";
import { PAGE_OPTIONS } from "../../../scripts/bundled/page-bundle.mjs";
import { ROOT } from "../../imports.ts";

const FOLDER = join(ROOT, "generator/page/browser");

export interface PageBundle {
  readonly code: string;
  readonly style: string;
  readonly metafile: Metafile;
}

/** Bundles code that imports from the folder of the page's script, with the settings of the build. Rejects if it imports a module of Node.js. */
export async function bundleForBrowser(contents: string): Promise<PageBundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: FOLDER, sourcefile: "entry.tsx", loader: "tsx" },
    absWorkingDir: ROOT,
    outdir: "out",
    format: "esm",
    logLevel: "silent",
    ...PAGE_OPTIONS,
  });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { code: textOf(".js"), style: textOf(".css"), metafile };
}

/** Loads bundled code as a module. */
export async function loadBundle<Exports>(contents: string): Promise<Exports> {
  const { code } = await bundleForBrowser(contents);
  const folder = mkdtempSync(join(tmpdir(), "climax-page-"));
  try {
    const file = join(folder, "page.mjs");
    writeFileSync(file, code);
    return (await import(pathToFileURL(file).href)) as Exports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
