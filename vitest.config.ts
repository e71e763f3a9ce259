import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BUILT_MODULE, importBuiltModules } from "./test/built-modules.ts";

const runtime = (file: string): string => fileURLToPath(new URL(`./runtime/${file}`, import.meta.url));

/**
 * Starts the files that wait for programs first, and the longest of them before the others. At the end of a run, the remaining files need
 * only processor time, so no processor is idle.
 */
class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer returns a new list
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}

const ORDER = [
  /\/(e2e\/(pack|engines|audit|init)|clients\/matrix|docs\/(readme-page|review-workflow))\./,
  /\/test\/((e2e|docs|bench|page|security|clients|faults|catalog|try)\/|review\/document\.|examples\/run-examples\.)/,
  /\/runtime\/(http|process)\//,
];

/** Returns the index of the first pattern that matches a path, or that after the last. */
function rankOf(path: string): number {
  const index = ORDER.findIndex((pattern) => pattern.test(path));
  return index === -1 ? ORDER.length : index;
}

// `npm test` builds, and then runs `vitest --mode built`. Without the mode, tests import the sources, so one of them needs no build.
export default defineConfig(({ mode }) => ({
  plugins: mode === "built" ? [importBuiltModules] : [],
  resolve: {
    alias: [
      { find: /^@climax-gen\/runtime$/, replacement: runtime("index.ts") },
      { find: /^@climax-gen\/runtime\/(?:internal\/)?(.*)$/, replacement: runtime("$1.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/shared-folder.ts"],
    setupFiles: ["test/less-optimized.ts", "test/plain-environment.ts", "test/property-seed.ts"],
    exclude: ["test/golden/**", "**/node_modules/**"],
    // Tests assert no times. Most take milliseconds; the limits are for a busy machine, and for tests that never end. They are longer than
    // every wait inside a test (`test/fixtures/until.ts`, `run` of `test/e2e/project.ts`), whose failure says what was missing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    pool: "forks",
    server: { deps: { external: [BUILT_MODULE] } },
    // A worker loads a module once for all of its test files, so a module beside them keeps no hooks and no state of one file.
    isolate: false,
    // Concurrent tests of one file wait for seconds in which nothing runs.
    maxConcurrency: 12,
    // Tests wait for the programs that they start. Each further worker takes processor time too, because it loads all modules again.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: WaitingFilesFirst },
  },
}));
