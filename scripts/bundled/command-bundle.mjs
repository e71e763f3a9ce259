/** Plugins for the bundles of the command: modules that are omitted, replaced or loaded on demand. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const { resolve } = createRequire(import.meta.url);

const GENERATOR = fileURLToPath(new URL("../../generator", import.meta.url));

/** Packages that are not bundled, because each is larger than the command and few runs use it. */
const HEAVY = /^(ts-morph|re2js|@jmespath-community\/jmespath)$/;

export const heavyApart = {
  name: "heavy-apart",
  setup: ({ onResolve }) => onResolve({ filter: HEAVY }, ({ path }) => ({ path, external: true })),
};

/** Loads json-schema-to-typescript from a separate bundle with a code cache, if a tool has a JSON Schema. */
export const typePrinterApart = {
  name: "type-printer-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^json-schema-to-typescript$/ }, ({ path }) => ({ path, namespace: "type-printer-apart" }));
    onLoad({ filter: /.*/, namespace: "type-printer-apart" }, () => ({
      contents: `module.exports = require("./load-bundle.cjs").loadBundle("type-printer");`,
    }));
    onResolve({ filter: /^\.\/load-bundle\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Loads the server of generated projects, with its code cache, for the commands that run tools. */
export const serverApart = {
  name: "server-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@climax-gen\/runtime\/(one-call|process-server)$/ }, ({ path }) => ({ path, namespace: "server-apart" }));
    onLoad({ filter: /.*/, namespace: "server-apart" }, () => ({
      contents: `module.exports = require("./load-bundle.cjs").loadServer();`,
    }));
    onResolve({ filter: /^\.\/load-bundle\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Omits prettier, half of the size of json-schema-to-typescript. It would format the output, which is disabled. */
export const noPrettier = {
  name: "no-prettier",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^prettier$/ }, ({ path }) => ({ path, namespace: "no-prettier" }));
    onLoad({ filter: /.*/, namespace: "no-prettier" }, () => ({ contents: "module.exports = {};" }));
  },
};

/**
 * Uses the build of yaml for browsers. It is the same code, but does not read the environment at each token, which takes a fifth of its
 * time.
 */
export const yamlForBrowsers = {
  name: "yaml-for-browsers",
  setup({ onResolve }) {
    const folder = dirname(resolve("yaml/package.json"));
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(folder, exports["."].default) }));
  },
};

/** Omits commander's support of subcommands as programs, which loads child processes and takes a fifth of a bare start. */
export const noSubprograms = {
  name: "no-subprograms",
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes("/commander/") ? { path, namespace: "no-subprograms" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "no-subprograms" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** Returns the name of the bundle that contains a dynamically imported module. Undefined if the module is bundled with its importer. */
function bundleOf(module) {
  if (module === "commands/generate.ts") return "generate";
  // A smaller bundle takes less memory, and its code cache has the code of drafts.
  if (module === "commands/import.ts") return "import";
  return /^(commands\/[a-z-]+|check-inputs|generate|bundled\/bundle|host\/type-check)\.ts$/.test(module) ? "commands" : undefined;
}

/** Omits modules from the bundle `own` that belong to another bundle. Adds them to `modules`, by bundle. */
export const bundlesApart = (own, modules) => ({
  name: "bundles-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir, kind }) => {
      const module = relative(GENERATOR, join(resolveDir, path)).replaceAll(sep, "/");
      const bundle = kind === "dynamic-import" ? bundleOf(module) : undefined;
      if (bundle === undefined || bundle === own) return undefined;
      modules[bundle].add(module);
      return { path: module, namespace: "bundles-apart" };
    });
    onLoad({ filter: /.*/, namespace: "bundles-apart" }, ({ path }) => ({
      contents: `module.exports = require("./load-bundle.cjs").loadBundle("${bundleOf(path)}")["${path}"];`,
    }));
    onResolve({ filter: /^\.\/load-bundle\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
});

/** Returns the source of a bundle that is loaded on demand: each of its modules is evaluated on first use. */
export const bundleOfModules = (modules) =>
  Array.from(modules, (path) => `Object.defineProperty(exports, "${path}", { get: () => require("./${path}") });`).join("\n");
