/** Traps of Node.js: settings of package managers, scripts of packages, and configurations of tools, which are programs. */
import type { Trap } from "./trap.ts";
import { append, mergeJson } from "./trap.ts";

const MANAGERS = ["npm", "npx", "pnpm", "yarn", "bun"];

/** Scripts of `package.json` that package managers run on their own, and those of `npm test` and its like. */
const SCRIPTS = [
  "preinstall",
  "install",
  "postinstall",
  "prepare",
  "prepublishOnly",
  "prepack",
  "postpack",
  "preversion",
  "version",
  "postversion",
  "pretest",
  "test",
  "prestart",
  "start",
  "dependencies",
];

function script(name: string): Trap {
  return {
    id: `npm-script-${name}`,
    shows: `the script "${name}" of package.json`,
    programs: MANAGERS,
    plant: (spring, read) => [mergeJson("package.json", { scripts: { [name]: spring } })(read)],
  };
}

/** Returns a statement of JavaScript that runs the program of the trap. */
function runs(spring: string): string {
  return `require("node:child_process").execFileSync(${JSON.stringify(spring)});`;
}

/** The same for a module of any kind. */
function runsInModule(spring: string): string {
  return `import { execFileSync } from "node:child_process";\nexecFileSync(${JSON.stringify(spring)});`;
}

function configuration(id: string, path: string, programs: readonly string[], text: (spring: string) => string): Trap {
  return { id, shows: path, programs, plant: (spring) => [{ path, text: `${text(spring)}\n` }] };
}

/** The traps of Node.js. */
export const javascriptTraps: readonly Trap[] = [
  ...SCRIPTS.map(script),
  {
    id: "npm-script-shell",
    shows: "script-shell of .npmrc",
    programs: MANAGERS,
    plant: (spring, read) => [append(".npmrc", `script-shell=${spring}`)(read)],
  },
  {
    id: "npm-git",
    shows: "git of .npmrc",
    programs: ["npm", "npx"],
    plant: (spring, read) => [append(".npmrc", `git=${spring}`)(read)],
  },
  {
    id: "npm-init-module",
    shows: "init-module of .npmrc",
    programs: ["npm"],
    plant: (spring, read) => [
      append(".npmrc", "init-module=./trap-init.cjs")(read),
      { path: "trap-init.cjs", text: `${runs(spring)}\nmodule.exports = {};\n` },
    ],
  },
  configuration("pnpm-file", ".pnpmfile.cjs", ["pnpm"], runs),
  {
    id: "yarn-path",
    shows: "yarn-path of .yarnrc",
    programs: ["yarn"],
    plant: (spring, read) => [append(".yarnrc", 'yarn-path "./trap-yarn.cjs"')(read), { path: "trap-yarn.cjs", text: `${runs(spring)}\n` }],
  },
  configuration("eslint-config", "eslint.config.mjs", ["eslint"], (spring) => `${runsInModule(spring)}\nexport default [];`),
  configuration("prettier-config", ".prettierrc.mjs", ["prettier"], (spring) => `${runsInModule(spring)}\nexport default {};`),
  configuration("vitest-config", "vitest.config.mjs", ["vitest"], (spring) => `${runsInModule(spring)}\nexport default {};`),
];
