import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bundleForBrowser } from "./page-bundle.ts";

/** Limit of the page without its data, in bytes. */
const MAX_PAGE = 400 * 1024;

describe("the script of the page", () => {
  it("imports no module of Node.js, and leaves room for its markup in 400 KiB, with its styles", async () => {
    const { code, style, metafile } = await bundleForBrowser(
      'import "./main.tsx";\nexport * from "./try/call-form.tsx";\nexport * from "./try/search-panel.tsx";',
    );
    const inputs = Object.values(metafile.inputs);
    expect(inputs.flatMap(({ imports }) => imports.map(({ path }) => path)).filter((path) => path.startsWith("node:"))).toEqual([]);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    console.log(`script: ${Math.ceil(code.length / 1024)} KiB, ${Math.ceil(gzipSync(code).length / 1024)} KiB with gzip`);
    expect(style.length).toBeGreaterThan(1000);
    // The markup without data has less than a tenth of the page.
    expect(code.length + style.length).toBeLessThan(0.9 * MAX_PAGE);
  });

  it("fails to build with a module of Node.js", async () => {
    await expect(bundleForBrowser('import { readFileSync } from "node:fs";\nconsole.log(readFileSync);')).rejects.toThrow(/node:fs/);
  });
});
