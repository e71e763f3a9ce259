/** What the bundles of the command leave out, take from elsewhere, or load later. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** Loaded as they are, by the few runs that use them: each weighs more than the command. */
const HEAVY = /^(ts-morph|json-schema-to-typescript|re2js)$/;

export const heavyApart = {
  name: "heavy-apart",
  setup: ({ onResolve }) => onResolve({ filter: HEAVY }, ({ path }) => ({ path, external: true })),
};

/** The build of yaml for browsers is the same code, but for a look into the environment at each token, a fifth of its time. */
export const yamlForBrowsers = {
  name: "yaml-for-browsers",
  setup({ onResolve }) {
    const folder = dirname(resolve("yaml/package.json"));
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(folder, exports["."].default) }));
  },
};

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

/** Where the command line loads a command, it takes it from a bundle that holds them all; `names` gets their names. */
export const commandsApart = (names) => ({
  name: "commands-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/commands\/[a-z-]+\.ts$/ }, ({ path, kind }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = basename(path, ".ts");
      names.add(name);
      return { path: name, namespace: "commands-apart" };
    });
    onLoad({ filter: /.*/, namespace: "commands-apart" }, ({ path }) => ({
      contents: `module.exports = require("climax-gen/commands")["${path}"];`,
    }));
    // A module of its own, so that the bundle is loaded once.
    onResolve({ filter: /^climax-gen\/commands$/ }, () => ({ path: "all", namespace: "commands" }));
    onLoad({ filter: /.*/, namespace: "commands" }, () => ({ contents: `module.exports = require("./cli.cjs").loadBundle("commands");` }));
    onResolve({ filter: /^\.\/cli\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
});

/** The text of that bundle: each command is made when it is asked for. */
export const commandsModule = (names) =>
  Array.from(names, (name) => `Object.defineProperty(exports, "${name}", { get: () => require("./commands/${name}.ts") });`).join("\n");
