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
  const loaded = { exports: {} };
  compile(filename, source).runInThisContext()(loaded.exports, requireCached, loaded, filename, __dirname);
  return loaded.exports;
}

// As `wrap` of node:module, which would load further modules.
const wrap = (code) => `(function (exports, require, module, __filename, __dirname) { ${code}\n});`;

const PATTERNS = "./patterns.cjs";
let patterns;

// The patterns of policies are another file, because few command lines need them.
function requireCached(name) {
  if (name !== PATTERNS) return require(name);
  const filename = join(__dirname, name);
  return (patterns ??= load(filename, wrap(readFileSync(filename, "latin1"))));
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
