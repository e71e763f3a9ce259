/** What the bundle of the command leaves out or needs. */

/** Dependencies that are loaded as they are, by the commands that use them. */
export const LARGE_PACKAGES = ["json-schema-to-typescript", "string-width", "ts-morph", "wrap-ansi", "yaml", "zod"];

/** The commander in the bundle is CommonJS, which calls this. */
export const REQUIRE = `import CommandModule from "node:module"; const require = CommandModule.createRequire(import.meta.url);`;

/** commander loads child processes for subcommands that are programs, a fifth of a bare start; there are none here. */
export const noSubprograms = {
  name: "no-subprograms",
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes("/commander/") ? { path, namespace: "no-subprograms" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "no-subprograms" }, () => ({ contents: "module.exports = {};" }));
  },
};

/**
 * Modules of Node.js, required and not imported: an import makes all that a module exports at once, and of `node:fs` that is
 * streams and promises too.
 */
export const requiredBuiltins = {
  name: "required-builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) => (kind === "import-statement" ? { path, namespace: "builtin" } : undefined));
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};
