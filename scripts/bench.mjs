/**
 * `npm run bench`: bundles bench/ with esbuild, which takes a tenth of a second, and runs it with this Node.js. Node.js 20 cannot run
 * TypeScript itself. The benchmarks measure the output of the last `npm run build`.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

// npm sets the directory in which the user ran it. Without npm, this is the current directory.
process.env["INIT_CWD"] ??= process.cwd();
process.chdir(path("."));
const shared = { outdir: path(".bench/code"), bundle: true, platform: "node", sourcemap: "linked", logLevel: "warning" };
await build({
  ...shared,
  entryPoints: ["main", "generation-floor", "spawn-loop", "line-server", "loop-delay", "soak-client"].map((name) =>
    path(`bench/${name}.ts`),
  ),
  outExtension: { ".js": ".mjs" },
  splitting: true,
  format: "esm",
  packages: "external",
});
// The SDK is bundled into one CommonJS file, like a generated server: separate modules would need more memory and start more slowly.
await build({ ...shared, entryPoints: [path("bench/sdk-server.ts")], outExtension: { ".js": ".cjs" }, format: "cjs" });
await import(pathToFileURL(path(".bench/code/main.mjs")).href);
