/** `npm run frameworks [-- NAME…]`: bundles `test/frameworks/` and runs it with this Node.js, which cannot run TypeScript itself. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

process.chdir(path("."));
const outfile = path(".bench/code/frameworks.mjs");
await build({
  entryPoints: [path("test/frameworks/main.ts")],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  alias: { "@climax-gen/runtime/internal": path("runtime"), "@climax-gen/runtime": path("runtime") },
  logLevel: "warning",
});
await import(pathToFileURL(outfile).href);
