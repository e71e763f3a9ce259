import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const runtime = (file: string): string => fileURLToPath(new URL(`./runtime/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@climax-gen\/runtime$/, replacement: runtime("index.ts") },
      { find: /^@climax-gen\/runtime\/(.*)$/, replacement: runtime("$1.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/plain-environment.ts", "test/property-seed.ts"],
    exclude: ["test/golden/**", "**/node_modules/**"],
    // Tests assert no times. Most take milliseconds; the limits are for a busy machine, and for tests that never end.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // A worker loads a module once for all of its test files, so a module beside them keeps no hooks and no state of one file.
    isolate: false,
    // Concurrent tests of one file wait for seconds in which nothing runs.
    maxConcurrency: 12,
    // Tests wait for the programs that they start: with one worker per processor, a fifth of the time of two processors is idle.
    maxWorkers: availableParallelism() + 1,
  },
});
