#!/usr/bin/env node
// Starts without compiling: `runtime.cache` is the V8 code cache of `runtime.cjs`. Another version of V8 rejects it and compiles.
import Module from "node:module";

// The only import. An import of a Node.js module instantiates all of its exports, and `node:fs` has many.
const load = Module.createRequire(import.meta.url);
const { readFileSync } = load("node:fs");
const { fileURLToPath } = load("node:url");
const { Script } = load("node:vm");

const folder = fileURLToPath(new URL(".", import.meta.url));
const filename = `${folder}runtime.cjs`;

function readCache() {
  try {
    return { cachedData: readFileSync(`${folder}runtime.cache`) };
  } catch {
    // The file does not exist: V8 compiles the code.
    return {};
  }
}

// The bundle is ASCII: decoding it as latin1 takes half of the time and memory. It is a function with a module's parameters, so it need not
// be copied into a wrapper.
const script = new Script(readFileSync(filename, "latin1"), { filename, ...readCache() });
const module = { exports: {} };
script.runInThisContext()(module.exports, load, module, filename, folder);
module.exports.serveCompiled(`${folder}index/`, (path) => load("./policy-loader.cjs").loadPolicy(path));
