/** Settings of esbuild for the script of `climax-gen page`. */
import { readFile } from "node:fs/promises";

/** Modules of re2js that only functions use which climax-gen does not call, and the class that each declares. */
const UNUSED = { "Matcher.js": "Matcher", "Set.js": "RE2Set", "TranslateRegExpString.js": "TranslateRegExpString" };

/** Declarations at the top level of a module. */
const DECLARATION = /^(?:var|let|const|function|class) (\w+)/gm;

/**
 * Removes classes from re2js that tests of a text against a pattern do not use: matches with groups, sets of patterns and translations of
 * patterns. Bundlers keep them, because classes refer to them. Throws if re2js declares them in another way, so that each new version is
 * reviewed.
 */
export function keepPatternTests(code) {
  let kept = code;
  for (const [file, name] of Object.entries(UNUSED)) kept = removeClass(kept, file, name);
  return kept;
}

function removeClass(code, file, name) {
  const [before, rest, ...others] = code.split(`\n// src/${file}\n`);
  const end = rest?.indexOf("\n// src/") ?? -1;
  if (end === -1 || others.length > 0) throw new Error(`re2js has no module ${file}`);
  const declared = [...rest.slice(0, end).matchAll(DECLARATION)].map((match) => match[1]);
  if (declared.join(" ") !== name) throw new Error(`re2js declares ${declared.join(", ")} in ${file}, instead of ${name}`);
  return `${before}\nvar ${name};${rest.slice(end)}`;
}

const patternTests = {
  name: "pattern-tests",
  setup: (build) =>
    build.onLoad({ filter: /re2js\/build\/index\.js$/ }, async ({ path }) => ({
      contents: keepPatternTests(await readFile(path, "utf8")),
    })),
};

/** Options of every build of the page's modules. */
export const PAGE_OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  platform: "browser",
  target: ["chrome111", "firefox114", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "ascii",
  // The build writes the licenses of the packages above the script.
  legalComments: "none",
  plugins: [patternTests],
};
