/** Runs TypeScript over a generated project. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS } from "../fixtures/until.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the errors of `tsc` for a project under its own tsconfig, with the runtime's sources instead of an installed package: one line
 * per error, with paths from the project's folder. The result is empty if the project compiles.
 */
export function typeCheck(project: string): Promise<string> {
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: {
      rootDir: "/",
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths: Object.fromEntries(
        ["@climax-gen/runtime", "#runtime"].flatMap((name) => [
          [name, [join(root, "runtime/index.ts")]],
          [`${name}/*`, [join(root, "runtime/*.ts")]],
        ]),
      ),
    },
  };
  writeFileSync(join(project, "tsconfig.check.json"), JSON.stringify(config));
  return runTypeScript(project, "tsconfig.check.json");
}

/** Type-checks a project with only its own files, including declarations, also as part of a project with stricter options. */
export function typeCheckAlone(project: string): Promise<string> {
  const strict = ["--declaration", "--isolatedDeclarations", "--noPropertyAccessFromIndexSignature", "--noUncheckedSideEffectImports"];
  return runTypeScript(project, "tsconfig.json", "--skipLibCheck", "false", ...strict);
}

function runTypeScript(project: string, config: string, ...flags: readonly string[]): Promise<string> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return new Promise((resolve, reject) => {
    // Checkers in parallel need more processor time, which other tests use.
    execFile(
      process.execPath,
      [tsc, "-p", config, "--singleThreaded", ...flags],
      { cwd: project, timeout: 2 * PATIENCE_MS, maxBuffer: 1e8 },
      (error, stdout) => (error === null || stdout !== "" ? resolve(stdout) : reject(error)),
    );
  });
}
