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

/** Returns the exports of the bundle that generated servers run. */
exports.loadServer = () => runBundle(dirname(require.resolve("@climax-gen/runtime/bundle/runtime.cjs")), "runtime");

function runBundle(folder, name) {
  const filename = join(folder, `${name}.cjs`);
  // A bundle is ASCII: decoding it as latin1 takes half of the time and memory. It is a function with a module's parameters.
  const script = new Script(readFileSync(filename, "latin1"), { filename, ...readCache(join(folder, `${name}.cache`)) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, folder);
  return module.exports;
}

function readCache(path) {
  try {
    return { cachedData: readFileSync(path) };
  } catch {
    // The file does not exist: V8 compiles the code.
    return {};
  }
}
