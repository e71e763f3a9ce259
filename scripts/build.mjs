/**
 * Builds both packages: `tsc` for the libraries and their types, esbuild for the server that every generated project
 * carries in `dist/`. Run by `npm ci` (prepare), `npm run build` and `npm pack`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Type-checks and emits one package into its emptied output folder. */
function compile(config, outDir) {
  rmSync(path(outDir), { recursive: true, force: true });
  execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path(config)], { cwd: root, stdio: "inherit" });
}

/** The server of generated projects: one CommonJS file, which starts faster than an ES module, behind a small entry. */
async function bundleServer(outDir) {
  await build({
    entryPoints: [path("runtime/compiled-server.ts")],
    outfile: path(`${outDir}/runtime.cjs`),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    charset: "utf8",
    legalComments: "inline",
    logLevel: "warning",
  });
  writeFileSync(path(`${outDir}/server.mjs`), readFileSync(path("scripts/server-entry.mjs")));
}

compile("runtime/tsconfig.build.json", "runtime/dist");
await bundleServer("runtime/dist/bundle");
compile("tsconfig.build.json", "dist");
