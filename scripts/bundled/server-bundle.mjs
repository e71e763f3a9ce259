/** What is left out of the bundles of a server, and why nothing is missed. */

/** The linear-time patterns of policies, which most servers never load, are a file that the server and the policy loader share. */
export const PATTERNS_FILE = "patterns.cjs";

export const patternsApart = {
  name: "patterns-apart",
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: `./${PATTERNS_FILE}`, external: true })),
};

/** The same for a module in a folder below. */
export const patternsAbove = {
  name: "patterns-above",
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: `../${PATTERNS_FILE}`, external: true })),
};

/** The SDK's default validator, a third of its code. Ours is given to every server in runtime/protocol/protocol-server.ts. */
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

/** zod compiles each schema to code of its own, which pays after more requests than a start has. */
export const INTERPRETED_SCHEMAS = "(globalThis.__zod_globalConfig ??= {}).jitless ??= true;";
