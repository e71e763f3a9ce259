#!/usr/bin/env node
// A start of Node.js that compiles nothing: `runtime.cache` holds what V8 makes of `runtime.cjs`. Another V8 refuses it and compiles.
import Module from "node:module";

// The only import: each of a module of Node.js makes all that it exports, and `node:fs` exports much.
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
    // Not there: the code is compiled.
    return {};
  }
}

// The bundle is ASCII: read as such it takes half of the time and of the memory. It is a function that takes what a module does, and
// so is not copied to be put into one.
const script = new Script(readFileSync(filename, "latin1"), { filename, ...readCache() });
const module = { exports: {} };
script.runInThisContext()(module.exports, load, module, filename, folder);
module.exports.serveCompiled(`${folder}index/`, (path) => load("./policy-loader.cjs").loadPolicy(path));
