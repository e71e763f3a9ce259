/**
 * `npm run bench`: bundles test/bench with esbuild, which takes a tenth of a second, and runs it with this Node.js. Node.js 20 cannot run
 * TypeScript itself. The benchmarks measure the output of the last `npm run build`.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

// npm sets the directory in which a command was entered. Without npm, it is the current one.
process.env["INIT_CWD"] ??= process.cwd();
process.chdir(path("."));
await build({
  entryPoints: ["main", "generation-floor", "spawn-loop", "line-server", "loop-delay", "soak-client"].map((name) =>
    path(`test/bench/${name}.ts`),
  ),
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
