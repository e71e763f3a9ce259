/** Exclusions from the bundles of a server, with the reasons. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** File of the linear-time regular expressions of policies, which the server and the policy loader share. Most servers never load it. */
export const PATTERNS_FILE = "patterns.cjs";

export const patternsApart = {
  name: "patterns-apart",
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: `./${PATTERNS_FILE}`, external: true })),
};

/** The same file for a module in a subdirectory. */
export const patternsAbove = {
  name: "patterns-above",
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: `../${PATTERNS_FILE}`, external: true })),
};

/** Replaces the SDK's default validator, a third of its code. runtime/protocol/protocol-server.ts gives every server our validator. */
const SHIMS = `
export { default as process } from "node:process";
export class DefaultJsonSchemaValidator {
  constructor() {
    throw new Error("the SDK's validator is not in this bundle");
  }
}
`;

export const noDefaultValidator = {
  name: "no-default-validator",
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: "shims" }));
    build.onLoad({ filter: /.*/, namespace: "shims" }, () => ({ contents: SHIMS, resolveDir: "." }));
  },
};

/** Disables zod's compilation of schemas, which takes more time than it saves during a start. */
export const INTERPRETED_SCHEMAS = "(globalThis.__zod_globalConfig ??= {}).jitless ??= true;";

/**
 * Modules that only servers use: the search, the tools by which agents find, describe and try others, files of replies, and tools without a
 * program.
 */
const SERVER_ONLY =
  /\/runtime\/(?:search\/(?:search|statistics|twins)|server\/(?:answer-search|meta-tools|no-match|choose-results|dry-run)|call\/(?:file-reply|directive-reply)|directive\/handlers)\.ts$/;

/** Replaces modules that a guard never calls by functions that throw: their statements run at each start. */
export const searchApart = {
  name: "search-apart",
  setup(build) {
    build.onLoad({ filter: SERVER_ONLY }, ({ path }) => {
      const names = Array.from(readFileSync(path, "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)/gm), ([, name]) => name);
      const stubs = names.map((name) => `export function ${name}() { throw new Error("${name} is not in this bundle"); }`);
      return { contents: stubs.join("\n"), loader: "js" };
    });
  },
};

/** File of the modules that the guard imports dynamically: few command lines need them, and a smaller file starts faster. */
export const RARE_FILE = "guard-rare.cjs";

/** Moves the modules that are imported dynamically to `RARE_FILE`. Adds their paths to `modules`. */
export const rareApart = (modules) => ({
  name: "rare-apart",
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = join(resolveDir, path);
      modules.add(file);
      return { path: file, namespace: "rare" };
    });
    build.onLoad({ filter: /.*/, namespace: "rare" }, ({ path }) => ({
      contents: `module.exports = require("./${RARE_FILE}")[${JSON.stringify(rareName(path))}];`,
    }));
    build.onResolve({ filter: /.*/, namespace: "rare" }, ({ path }) => ({ path, external: true }));
  },
});

/** Returns the text of the module that is bundled as `RARE_FILE`. It runs each module when it is first used. */
export function writeRareModules(modules) {
  const members = [...modules]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((file) => `get ${JSON.stringify(rareName(file))}() { return require(${JSON.stringify(file)}); }`);
  return `module.exports = {\n${members.join(",\n")}\n};\n`;
}

/** Returns the path of a module below `runtime/`. */
function rareName(file) {
  return file.slice(file.lastIndexOf("/runtime/") + "/runtime/".length);
}
