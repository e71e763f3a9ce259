// Starts the guard of one program: `node guard.cjs PROGRAM WORDS...`. `guard-runtime.cache` is the V8 code cache of `guard-runtime.cjs`.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(__dirname, "guard-runtime.cjs");
const source = readFileSync(filename, "latin1");

function compile() {
  try {
    return new Script(source, { filename, cachedData: readFileSync(join(__dirname, "guard-runtime.cache")) });
  } catch {
    // The file does not exist: V8 compiles the code.
    return new Script(source, { filename });
  }
}

const [, , program = "", ...words] = process.argv;
const loaded = { exports: {} };
compile().runInThisContext()(loaded.exports, require, loaded, filename, __dirname);
const settings = JSON.parse(readFileSync(join(__dirname, "guard.json"), "utf8"));
const run = { folder: join(__dirname, "index/"), bin: join(__dirname, "../bin"), settings, program, words };
void (async () => {
  process.exitCode = await loaded.exports.runGuard(run);
})();
