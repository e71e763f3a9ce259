/** `#runtime/server` of a generated project: the code of `dist/server.mjs` without its index. */
import Module from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const folder = fileURLToPath(new URL("..", import.meta.url));
const filename = `${folder}runtime.cjs`;
const load = Module.createRequire(filename);

// The file is one function with the parameters of a CommonJS module.
const module = { exports: {} };
new Script(readFileSync(filename, "latin1"), { filename }).runInThisContext()(module.exports, load, module, filename, folder);

/** Runs a server, with the same loader of `--policy` files as `dist/server.mjs`. */
export function serve(options, argv) {
  module.exports.serveProcess({ policyLoader: (path) => load("./policy-loader.cjs").loadPolicy(path), ...options }, argv);
}
