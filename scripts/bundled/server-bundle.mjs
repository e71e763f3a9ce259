/** Exclusions from the bundles of a server, with the reasons. */

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

const NO_SEARCH = `
export function createSearch() {
  throw new Error("the search is not in this bundle");
}
`;

/** Leaves out the search, which a guard never calls. */
export const noSearch = {
  name: "no-search",
  setup(build) {
    build.onResolve({ filter: /\/search\/search\.ts$/ }, ({ path }) => ({ path, namespace: "no-search" }));
    build.onLoad({ filter: /.*/, namespace: "no-search" }, () => ({ contents: NO_SEARCH }));
  },
};
