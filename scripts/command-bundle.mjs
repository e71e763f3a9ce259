/** What the bundle of the command leaves out or needs. */

/** commander is in the bundle, as every run needs it; other dependencies are loaded as they are, by the commands that use them. */
export const dependenciesApart = {
  name: "dependencies-apart",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isPart = kind === "entry-point" || path === "commander" || path.startsWith("@climax-gen/") || path.startsWith("node:");
      return isPart ? undefined : { path, external: true };
    });
  },
};

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
