/**
 * Builds both packages: `tsc` for the libraries and their types, esbuild for the server that every generated project
 * carries in `dist/`. Run by `npm ci` (prepare), `npm run build` and `npx climax-gen` in a clone.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Fills a new folder and puts it in the place of the old one, which stays when the build fails. */
async function replaceFolder(folder, fill) {
  const next = `${folder}.next`;
  rmSync(path(next), { recursive: true, force: true });
  await fill(next);
  rmSync(path(folder), { recursive: true, force: true });
  renameSync(path(next), path(folder));
}

/** Type-checks one package and emits it. */
function compile(config, outDir) {
  const args = [path("node_modules/typescript/bin/tsc"), "-p", path(config), "--outDir", path(outDir)];
  execFileSync(process.execPath, args, { cwd: path("."), stdio: "inherit" });
}

/** Serving over HTTP is a bundle of its own, which a server loads that is started with `--http`. */
const httpApart = {
  name: "http-apart",
  setup: ({ onResolve }) => onResolve({ filter: /\/http\/listen\.ts$/ }, () => ({ path: "./http.cjs", external: true })),
};

/** One CommonJS file, which starts faster than an ES module, from a module and all that it imports. */
async function bundle(entry, outFile, plugins = []) {
  await build({
    plugins,
    entryPoints: [path(entry)],
    outfile: path(outFile),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    charset: "utf8",
    legalComments: "inline",
    logLevel: "warning",
  });
}

try {
  await replaceFolder("runtime/dist", async (outDir) => {
    compile("runtime/tsconfig.build.json", outDir);
    // The server of generated projects, behind a small entry.
    await bundle("runtime/compiled-server.ts", `${outDir}/bundle/runtime.cjs`, [httpApart]);
    await bundle("runtime/http/listen.ts", `${outDir}/bundle/http.cjs`);
    copyFileSync(path("scripts/server-entry.mjs"), path(`${outDir}/bundle/server.mjs`));
  });
  await replaceFolder("dist", async (outDir) => {
    compile("tsconfig.build.json", outDir);
    // What such a server reads the file of `--policy` with.
    await bundle("generator/launch-policy.ts", `${outDir}/bundle/policy-loader.cjs`);
  });
} catch (error) {
  // The compilers have said what is wrong; a stack of this script would hide it.
  console.error(`build failed: ${error.message.split("\n")[0]}`);
  process.exitCode = 1;
}
