/** Runs the bundles of the command from V8 code caches, which the build has stored next to them. */
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const loaded = new Map();

/** Returns the exports of a bundle in this directory; see `scripts/build.mjs`. Another version of V8 rejects the cache and compiles. */
exports.loadBundle = (name) => {
  if (!loaded.has(name)) loaded.set(name, runBundle(__dirname, name));
  return loaded.get(name);
};

/** The bundle that generated servers run. */
exports.loadServer = () => runBundle(dirname(require.resolve("@climax-gen/runtime/bundle/runtime.cjs")), "runtime");

function runBundle(folder, name) {
  const filename = join(folder, `${name}.cjs`);
  // A bundle is ASCII: read as such it takes half of the time and of the memory. It is a function that takes what a module does.
  const script = new Script(readFileSync(filename, "latin1"), { filename, ...readCache(join(folder, `${name}.cache`)) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, folder);
  return module.exports;
}

function readCache(path) {
  try {
    return { cachedData: readFileSync(path) };
  } catch {
    // Not there: the code is compiled.
    return {};
  }
}
