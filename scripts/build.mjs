/**
 * Builds both packages: `tsc` for the libraries and their types, esbuild for the server that every generated project
 * carries in `dist/`. Run by `npm ci` (prepare), `npm run build` and `npx climax-gen` in a clone.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import picocolors from "picocolors";
import { rollUpDeclarations } from "./declarations.mjs";
import { collectLicenses } from "./licenses.mjs";
import { makeSchemasLazy } from "./lazy-schemas.mjs";
import { bundleOfModules, bundlesApart, heavyApart, noSubprograms, yamlForBrowsers } from "./command-bundle.mjs";
import { INTERPRETED_SCHEMAS, noDefaultValidator, PATTERNS_FILE, patternsAbove, patternsApart } from "./server-bundle.mjs";

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

/** A part of the server that is a bundle of its own, which a server loads only when it needs it. */
const apart = (module, chunk) => ({
  name: `${chunk}-apart`,
  setup: ({ onResolve }) => onResolve({ filter: module }, () => ({ path: `./${chunk}.cjs`, external: true })),
});

/** Loaded with `--http`, and where a collector is named. */
const PARTS = [apart(/\/http\/listen\.ts$/, "http"), apart(/\/telemetry\/otel\.ts$/, "telemetry")];

/** The files that the bundles were made of. */
const bundled = new Set();

/**
 * Writes one CommonJS file, which starts faster than an ES module, from a module and all that it imports. In ASCII, which is read
 * faster. `entry` is the module's path, or its text as esbuild's `stdin`; `finish` has the last word about what is written.
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
    // What runs in a `vm.Script` has no `import()`.
    supported: { "dynamic-import": false },
    legalComments: "inline",
    logLevel: "warning",
    ...options,
  });
  for (const input of Object.keys(metafile.inputs)) bundled.add(input);
  mkdirSync(dirname(path(outFile)), { recursive: true });
  writeFileSync(path(outFile), finish(outputFiles[0].text));
}

/** The code of a server: without what it does not use, and with the SDK's schemas made when they are needed. */
async function bundleServer(entry, outFile, { plugins = [], finish = (code) => code } = {}) {
  const parts = { plugins: [noDefaultValidator, patternsApart, ...plugins], banner: { js: INTERPRETED_SCHEMAS } };
  await bundle(path(entry), outFile, { ...parts, finish: (code) => finish(makeSchemasLazy(code)) });
}

/** The runtime of a generated project that is started from its sources: what `#runtime`, `#runtime/server` and `#runtime/client` are. */
async function bundleModules(outDir) {
  const options = { format: "esm", supported: {}, plugins: [patternsAbove] };
  await bundle(path("runtime/generated-project.ts"), `${outDir}/bundle/runtime/index.mjs`, options);
  await bundle(path("runtime/client.ts"), `${outDir}/bundle/runtime/client.mjs`, options);
  copyFileSync(path("scripts/runtime-server.mjs"), path(`${outDir}/bundle/runtime/server.mjs`));
  const entries = Object.entries({ index: "generated-project", server: "server", client: "client" });
  const declarations = await rollUpDeclarations(entries.map(([name, module]) => [name, path(`${outDir}/${module}.d.ts`)]));
  writeFileSync(path(`${outDir}/bundle/declarations.json`), JSON.stringify(Object.fromEntries(declarations)));
}

/** The code of the command finds files as the modules of `dist/host/` do (`import.meta.url`), and is a function with the parameters of a module. */
const COMMAND = {
  define: { "import.meta.url": "COMMAND_URL" },
  banner: { js: `const COMMAND_URL = require("node:url").pathToFileURL(__dirname + "/host/").href;` },
  finish: Module.wrap,
};

/**
 * The command: a file that loads the others, which are one for `--help`, one that finds nothing to generate, and one for all that the
 * commands do. A module of its own for each source file would take longer to find and to read than to run.
 */
async function bundleCommand(outDir) {
  copyFileSync(path("scripts/load-bundle.cjs"), path(`${outDir}/load-bundle.cjs`));
  const modules = { generate: new Set(), commands: new Set() };
  const optionsOf = (own) => ({ ...COMMAND, plugins: [bundlesApart(own, modules), heavyApart, yamlForBrowsers, noSubprograms] });
  const allOf = (own) => ({ contents: bundleOfModules(modules[own]), resolveDir: path("generator"), sourcefile: `${own}.cjs` });
  // jsonc-parser's main file finds its parts by a `require` that no bundler sees.
  const mainFields = ["module", "main"];
  await bundle(path("generator/cli.ts"), `${outDir}/command-line.cjs`, optionsOf("command-line"));
  // What an earlier one loads is only then known.
  for (const own of ["generate", "commands"]) await bundle(allOf(own), `${outDir}/${own}.cjs`, { ...optionsOf(own), mainFields });
}

/** Keeps beside a bundle what V8 makes of it. */
async function cacheCode(name, make) {
  const file = path(`${name}.cjs`);
  writeFileSync(path(`${name}.cache`), await make(file, readFileSync(file, "latin1")));
}

const SAMPLE = path("examples/git.yaml");

/** What most runs do: generate, and find that there is nothing to generate. */
async function generateTwice({ "commands/generate.ts": { runGenerate } }) {
  const output = mkdtempSync(join(tmpdir(), "climax-gen-"));
  const terminal = { out() {}, err() {}, progress: { show() {}, clear() {} }, colors: picocolors.createColors(false) };
  try {
    for (let run = 0; run < 2; run += 1) await runGenerate([SAMPLE], { output, bundle: true }, terminal);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** The stages of the same. */
async function runStages(stages) {
  const [{ readTemplates }, { templateNames }] = await Promise.all([
    import("../dist/host/output-folder.js"),
    import("../dist/emit/project-files.js"),
  ]);
  const templates = readTemplates(templateNames);
  const { generate } = stages["generate.ts"];
  await generate([{ path: SAMPLE, bytes: readFileSync(SAMPLE) }], { templates, bundle: stages["host/bundle.ts"].bundleServer });
}

/** What any run does first. */
async function showHelp({ createProgram }) {
  const program = createProgram().configureOutput({ writeOut() {} });
  // It would end the process, and throws instead.
  await program.parseAsync(["--help"], { from: "user" }).catch(() => {});
}

/** What tells this build from any other: a hash of all that was built, and of which dependencies it takes. */
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
    // The server of generated projects, behind a small entry that runs it as it is: in the function that `require` would put around it.
    await bundleServer("runtime/bundled/compiled-server.ts", `${outDir}/bundle/runtime.cjs`, { plugins: PARTS, finish: Module.wrap });
    await bundleServer("runtime/http/listen.ts", `${outDir}/bundle/http.cjs`);
    await bundle(path("runtime/telemetry/otel.ts"), `${outDir}/bundle/telemetry.cjs`);
    await bundle("re2js", `${outDir}/bundle/${PATTERNS_FILE}`);
    copyFileSync(path("scripts/server-entry.mjs"), path(`${outDir}/bundle/server.mjs`));
    await bundleModules(outDir);
    // Reads the files of `--policy`, for servers that start from dist/ and for those that start from the package.
    await bundle(path("generator/commands/launch-policy.ts"), `${outDir}/bundle/policy-loader.cjs`, {
      plugins: [patternsApart, yamlForBrowsers],
    });
  });
  await replaceFolder("dist", async (outDir) => {
    compile("tsconfig.build.json", outDir);
    await bundleCommand(outDir);
  });
  const licenses = collectLicenses([...bundled], path("."));
  for (const folder of ["runtime/dist/bundle", "dist"]) writeFileSync(path(`${folder}/licenses.txt`), licenses);
  // Before the caches, which follow from what was built: only with it are runs recorded, and that belongs into a cache too.
  writeFileSync(path("dist/build-id"), hashBuild());
  const { makeCodeCache, makeServerCache } = await import("../dist/host/code-cache.js");
  await cacheCode("runtime/dist/bundle/runtime", makeServerCache);
  await cacheCode("dist/command-line", (file, code) => makeCodeCache(file, code, showHelp));
  await cacheCode("dist/generate", (file, code) => makeCodeCache(file, code, generateTwice));
  await cacheCode("dist/commands", (file, code) => makeCodeCache(file, code, runStages));
} catch (error) {
  // The compilers have said what is wrong; a stack of this script would hide it.
  console.error(`build failed: ${error.message.split("\n")[0]}`);
  process.exitCode = 1;
}
