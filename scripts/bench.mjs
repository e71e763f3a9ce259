/**
 * `npm run bench`: bundles test/bench with esbuild, which is here anyway and needs a tenth of a second, and runs it with this
 * Node.js; version 20 cannot run TypeScript by itself. What it measures is what `npm run build` has left.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

// npm says where a command was given; started without it, that is here.
process.env["INIT_CWD"] ??= process.cwd();
process.chdir(path("."));
await build({
  entryPoints: [path("test/bench/main.ts"), path("test/bench/generation-floor.ts"), path("test/bench/spawn-loop.ts")],
  outdir: path(".bench/code"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
await import(pathToFileURL(path(".bench/code/main.mjs")).href);
