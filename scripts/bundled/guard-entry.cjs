// Starts the guard of one program: `node guard.cjs PROGRAM WORDS...`. A file with the ending `.cache` is the V8 code cache of the `.cjs` file.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

function compile(filename, source) {
  try {
    return new Script(source, { filename, cachedData: readFileSync(filename.replace(/cjs$/, "cache")) });
  } catch {
    // The file does not exist: V8 compiles the code.
    return new Script(source, { filename });
  }
}

function load(filename, source) {
  const file = { exports: {} };
  compile(filename, source).runInThisContext()(file.exports, requireCached, file, filename, __dirname);
  return file.exports;
}

// As `wrap` of node:module, which would load further modules.
const wrap = (code) => `(function (exports, require, module, __filename, __dirname) { ${code}\n});`;

const loaded = new Map();

// What few command lines need is in other files.
function requireCached(name) {
  if (!name.startsWith("./")) return require(name);
  const filename = join(__dirname, name);
  const known = loaded.get(name) ?? load(filename, wrap(readFileSync(filename, "latin1")));
  loaded.set(name, known);
  return known;
}

const [, , program = "", ...words] = process.argv;
const filename = join(__dirname, "guard-runtime.cjs");
const { runGuard } = load(filename, readFileSync(filename, "latin1"));
const settings = JSON.parse(readFileSync(join(__dirname, "guard.json"), "utf8"));
const run = { folder: join(__dirname, "index/"), bin: join(__dirname, "../bin"), settings, program, words };
void (async () => {
  // Ends without a collection of garbage. The guard writes synchronously, so nothing is lost.
  process.exit(await runGuard(run));
})();
