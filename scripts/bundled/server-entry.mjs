#!/usr/bin/env node
// Starts without compiling: `runtime.cache` is the V8 code cache of `runtime.cjs`. Another version of V8 rejects it and compiles.
import Module from "node:module";

// Checked before the first feature that older versions lack. Some distributions install Node.js 18.
if (Number.parseInt(process.versions.node) < 20) {
  console.error(`cannot start: this server needs Node.js 20 or later, and runs on Node.js ${process.versions.node}`);
  process.exit(1);
}

// The only import. An import of a Node.js module instantiates all of its exports, and `node:fs` has many.
const load = Module.createRequire(import.meta.url);
const { closeSync, fstatSync, openSync, readSync } = load("node:fs");
const { fileURLToPath } = load("node:url");
const { Script } = load("node:vm");

const folder = fileURLToPath(new URL(".", import.meta.url));
const filename = `${folder}runtime.cjs`;

/** Passes the bytes of a file to a function, and then releases their memory, which would otherwise wait for a garbage collection. */
function withBytes(path, use) {
  const file = openSync(path);
  const { size } = fstatSync(file);
  const memory = new ArrayBuffer(size, { maxByteLength: size });
  const bytes = Buffer.from(memory);
  readSync(file, bytes);
  closeSync(file);
  const result = use(bytes);
  memory.resize(0);
  return result;
}

// The bundle is ASCII: decoding it as latin1 takes half of the time and memory. It is a function with a module's parameters, so it need not
// be copied into a wrapper.
const source = withBytes(filename, (bytes) => bytes.latin1Slice());

function compile() {
  try {
    return withBytes(`${folder}runtime.cache`, (cachedData) => new Script(source, { filename, cachedData }));
  } catch {
    // The file does not exist: V8 compiles the code.
    return new Script(source, { filename });
  }
}

const module = { exports: {} };
compile().runInThisContext()(module.exports, load, module, filename, folder);
module.exports.serveCompiled(`${folder}index/`, (path) => load("./policy-loader.cjs").loadPolicy(path));
