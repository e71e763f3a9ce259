/**
 * Builds both packages: `tsc` for the libraries and their types, esbuild for the server in the `dist/` of every generated project. Run by
 * `npm ci` (prepare), `npm run build` and `npx climax-gen` in a clone.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollUpDeclarations } from "./declarations.mjs";
import { collectLicenses } from "./licenses.mjs";
import { draftSample, generateTwice, printTypes, runStages, showHelp } from "./bundled/cached-runs.mjs";
import { makeGuardsFast } from "./bundled/fast-guards.mjs";
import { makeSchemasLazy } from "./bundled/lazy-schemas.mjs";
import {
  bundleOfModules,
  bundlesApart,
  heavyApart,
  noPrettier,
  noSubprograms,
  serverApart,
  typePrinterApart,
  yamlForBrowsers,
} from "./bundled/command-bundle.mjs";
import { PAGE_OPTIONS } from "./bundled/page-bundle.mjs";
import {
  INTERPRETED_SCHEMAS,
  noDefaultValidator,
  PATTERNS_FILE,
  patternsAbove,
  patternsApart,
  RARE_FILE,
  rareApart,
  searchApart,
  writeRareModules,
} from "./bundled/server-bundle.mjs";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Fills a new directory and replaces the old one with it. The old one is kept if the build fails. */
async function replaceFolder(folder, fill) {
  const next = `${folder}.next`;
  rmSync(path(next), { recursive: true, force: true });
  await fill(next);
  rmSync(path(folder), { recursive: true, force: true });
  renameSync(path(next), path(folder));
}

/** Type-checks and emits one package. */
function compile(config, outDir) {
  const args = [path("node_modules/typescript/bin/tsc"), "-p", path(config), "--outDir", path(outDir)];
  execFileSync(process.execPath, args, { cwd: path("."), stdio: "inherit" });
}

/** Bundles a module of the server separately, to be loaded on demand. */
const lazyBundle = (module, chunk) => ({
  name: `${chunk}-bundle`,
  setup: ({ onResolve }) => onResolve({ filter: module }, () => ({ path: `./${chunk}.cjs`, external: true })),
});

/** Loaded with the first `select`. */
const SELECT = lazyBundle(/\/select\.ts$/, "select");

/** Loaded with `--oauth-issuer`. */
const OAUTH = lazyBundle(/\/oauth\.ts$/, "oauth");

/** Loaded with `--http`, if a collector is configured, and with the first output that is not text. */
const PARTS = [
  lazyBundle(/\/http\/listen\.ts$/, "http"),
  lazyBundle(/\/telemetry\/otel\.ts$/, "telemetry"),
  lazyBundle(/\/output\/media-type\.ts$/, "media-type"),
  SELECT,
];

/** Source files of the bundles. */
const bundled = new Set();

/**
 * Bundles a module with its imports into one CommonJS file, which starts faster than an ES module. The output is ASCII, which is read
 * faster. `entry` is the module's path, or its text as esbuild's `stdin`; `finish` transforms the output.
 */
async function bundle(entry, outFile, { finish = (code) => code, ...options } = {}) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: path("."),
    metafile: true,
    ...(typeof entry === "string" ? { entryPoints: [entry] } : { stdin: entry }),
    outfile: path(outFile),
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    charset: "ascii",
    // Code in a `vm.Script` cannot use `import()`.
    supported: { "dynamic-import": false },
    legalComments: "inline",
    logLevel: "warning",
    ...options,
  });
  for (const input of Object.keys(metafile.inputs)) bundled.add(input);
  mkdirSync(dirname(path(outFile)), { recursive: true });
  writeFileSync(path(outFile), toAscii(finish(outputFiles[0].text)));
}

/**
 * Escapes characters that `charset: "ascii"` does not escape: those in regular expressions, template tags and comments. Bundles are read as
 * Latin-1, which would change these characters.
 */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Bundles a server without unused code. Creates the SDK's schemas lazily, and makes its checks of message kinds faster. */
async function bundleServer(entry, outFile, { plugins = [], finish = (code) => code } = {}) {
  const parts = { plugins: [noDefaultValidator, patternsApart, ...plugins], banner: { js: INTERPRETED_SCHEMAS } };
  await bundle(path(entry), outFile, { ...parts, finish: (code) => finish(makeSchemasLazy(makeGuardsFast(code))) });
}

/** Bundles the guard, and the modules that few of its command lines need. Smaller files are read faster, and the guard prints no stack traces. */
async function bundleGuard(outDir) {
  const plugins = [patternsApart, searchApart, ...PARTS];
  const rare = new Set();
  await bundle(path("runtime/bundled/compiled-guard.ts"), `${outDir}/bundle/guard-runtime.cjs`, {
    plugins: [...plugins, rareApart(rare)],
    finish: Module.wrap,
    minify: true,
  });
  const entry = { contents: writeRareModules(rare), resolveDir: path("."), loader: "js" };
  await bundle(entry, `${outDir}/bundle/${RARE_FILE}`, { plugins, minify: true });
}

/** Bundles the runtime for projects that start from their sources: `#runtime`, `#runtime/server` and `#runtime/client`. */
async function bundleModules(outDir) {
  const options = { format: "esm", supported: {}, plugins: [patternsAbove] };
  await bundle(path("runtime/generated-project.ts"), `${outDir}/bundle/runtime/index.mjs`, options);
  await bundle(path("runtime/client.ts"), `${outDir}/bundle/runtime/client.mjs`, options);
  copyFileSync(path("scripts/bundled/runtime-server.mjs"), path(`${outDir}/bundle/runtime/server.mjs`));
  const entries = Object.entries({ index: "generated-project", server: "server", client: "client" });
  const declarations = await rollUpDeclarations(entries.map(([name, module]) => [name, path(`${outDir}/${module}.d.ts`)]));
  writeFileSync(path(`${outDir}/bundle/declarations.json`), JSON.stringify(Object.fromEntries(declarations)));
}

/**
 * Wraps the command's code in a function with a module's parameters. Sets `import.meta.url` so that the code finds files like the modules
 * of `dist/host/`.
 */
const COMMAND = {
  define: { "import.meta.url": "COMMAND_URL" },
  banner: { js: `const COMMAND_URL = require("node:url").pathToFileURL(__dirname + "/host/").href;` },
  finish: Module.wrap,
};

/**
 * Bundles the command: a file to load bundles, one for `--help`, one for generation that finds nothing to do, one for `import`, and one for
 * all other commands.
 * Finding and reading one module per source file would take longer than running them.
 */
async function bundleCommand(outDir) {
  copyFileSync(path("scripts/bundled/load-bundle.cjs"), path(`${outDir}/load-bundle.cjs`));
  const modules = { generate: new Set(), import: new Set(), commands: new Set() };
  const optionsOf = (own) => ({
    ...COMMAND,
    plugins: [bundlesApart(own, modules), typePrinterApart, serverApart, heavyApart, yamlForBrowsers, noSubprograms],
  });
  const allOf = (own) => ({ contents: bundleOfModules(modules[own]), resolveDir: path("generator"), sourcefile: `${own}.cjs` });
  // jsonc-parser's main file loads its parts with a `require` that bundlers cannot resolve.
  const mainFields = ["module", "main"];
  await bundle(path("generator/cli.ts"), `${outDir}/command-line.cjs`, optionsOf("command-line"));
  await bundle("json-schema-to-typescript", `${outDir}/type-printer.cjs`, { plugins: [noPrettier], finish: Module.wrap });
  // Bundled one after another, because each bundle collects the modules of the next.
  for (const own of ["generate", "import", "commands"]) await bundle(allOf(own), `${outDir}/${own}.cjs`, { ...optionsOf(own), mainFields });
}

/** Bundles the script and the style sheet of `climax-gen page` for browsers. The licenses of the script's packages are a comment in it. */
async function bundlePage(outDir) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: path("."),
    entryPoints: [path("generator/page/browser/main.tsx")],
    outfile: path(`${outDir}/page/browser/page.js`),
    format: "iife",
    logLevel: "warning",
    ...PAGE_OPTIONS,
  });
  const licenses = collectLicenses(Object.keys(metafile.inputs), path("."));
  if (licenses.includes("*/")) throw new Error("a license text contains the end of a comment, in which the script of the page quotes it");
  mkdirSync(path(`${outDir}/page/browser`), { recursive: true });
  for (const { path: file, text } of outputFiles) {
    writeFileSync(file, file.endsWith(".js") ? `/*\n${licenses}*/\n${text}` : text);
  }
}

/** Writes the V8 code cache of a bundle next to it. */
async function cacheCode(name, make) {
  const file = path(`${name}.cjs`);
  writeFileSync(path(`${name}.cache`), await make(file, readFileSync(file, "latin1")));
}

/** Computes the id of this build: a hash of all output and of the versions of the dependencies. */
function hashBuild() {
  const hash = createHash("sha256").update(readFileSync(path("package.json")));
  for (const folder of ["dist", "runtime/dist"]) {
    const names = readdirSync(path(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of names.map((entry) => join(entry.parentPath, entry.name)).toSorted()) hash.update(readFileSync(file));
  }
  return hash.digest("base64");
}

try {
  await replaceFolder("runtime/dist", async (outDir) => {
    compile("runtime/tsconfig.build.json", outDir);
    // The server of generated projects. A small entry file runs it unchanged, wrapped in a function as by `require`.
    await bundleServer("runtime/bundled/compiled-server.ts", `${outDir}/bundle/runtime.cjs`, { plugins: PARTS, finish: Module.wrap });
    await bundle(path("runtime/http/listen.ts"), `${outDir}/bundle/http.cjs`, { plugins: [OAUTH] });
    await bundle(path("runtime/http/oauth.ts"), `${outDir}/bundle/oauth.cjs`);
    await bundle(path("runtime/telemetry/otel.ts"), `${outDir}/bundle/telemetry.cjs`);
    await bundle(path("runtime/output/media-type.ts"), `${outDir}/bundle/media-type.cjs`);
    await bundle(path("runtime/output/select.ts"), `${outDir}/bundle/select.cjs`);
    // Minified, because a guard loads it for one command line.
    await bundle("re2js", `${outDir}/bundle/${PATTERNS_FILE}`, { minify: true });
    await bundleGuard(outDir);
    copyFileSync(path("scripts/bundled/guard-entry.cjs"), path(`${outDir}/bundle/guard.cjs`));
    const entry = readFileSync(path("scripts/bundled/server-entry.mjs"), "utf8");
    writeFileSync(path(`${outDir}/bundle/server.mjs`), entry);
    // The front end for shells differs from the server only in the function that it calls.
    writeFileSync(path(`${outDir}/bundle/cli.mjs`), entry.replace(".serveCompiled(", ".runCompiledShell("));
    await bundleModules(outDir);
    // The loader of `--policy` files, for servers that start from dist/ or from the package.
    await bundle(path("generator/inputs/launch-policy.ts"), `${outDir}/bundle/policy-loader.cjs`, {
      plugins: [patternsApart, yamlForBrowsers],
    });
  });
  await replaceFolder("dist", async (outDir) => {
    compile("tsconfig.build.json", outDir);
    await bundleCommand(outDir);
    await bundlePage(outDir);
  });
  const licenses = collectLicenses([...bundled], path("."));
  for (const folder of ["runtime/dist/bundle", "dist"]) writeFileSync(path(`${folder}/licenses.txt`), licenses);
  // Written before the code caches are created: runs are recorded only with a build id, and the caches must include the code that records
  // them.
  writeFileSync(path("dist/build-id"), hashBuild());
  const { makeCodeCache, makeServerCache } = await import("../dist/bundled/code-cache.js");
  const { makeGuardCache, makePatternsCache } = await import("../dist/bundled/guard-cache.js");
  await cacheCode("runtime/dist/bundle/runtime", makeServerCache);
  await cacheCode("runtime/dist/bundle/guard-runtime", makeGuardCache);
  // The guard loads it as `require` would. A server uses `require`.
  await cacheCode("runtime/dist/bundle/patterns", (file, code) => makePatternsCache(file, Module.wrap(code)));
  await cacheCode("dist/command-line", (file, code) => makeCodeCache(file, code, showHelp));
  await cacheCode("dist/generate", (file, code) => makeCodeCache(file, code, generateTwice));
  await cacheCode("dist/import", (file, code) => makeCodeCache(file, code, draftSample));
  await cacheCode("dist/type-printer", (file, code) => makeCodeCache(file, code, printTypes));
  await cacheCode("dist/commands", (file, code) => makeCodeCache(file, code, runStages));
} catch (error) {
  // The compilers have printed the errors; a stack trace of this script would hide them.
  console.error(`build failed: ${error.message.split("\n")[0]}`);
  process.exitCode = 1;
}
