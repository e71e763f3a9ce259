/** `npm run hosts [-- NAME…]`: bundles `hosts/` and runs it with this Node.js, which cannot run TypeScript itself. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

process.chdir(path("."));
const outfile = path(".bench/code/hosts.mjs");
await build({
  entryPoints: [path("hosts/main.ts")],
  outfile,
  bundle: true,
  external: ["playwright-core"],
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
await import(pathToFileURL(outfile).href);
