/** Starts of the command that compile nothing: beside each file of its code lies what V8 made of it when it was built. */
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const loaded = new Map();

/** What a bundle in this folder exports, by its name; see `scripts/build.mjs`. Another V8 refuses what is beside it and compiles. */
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
