import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { ROOT } from "../../e2e/project.ts";

const SOURCE = readFileSync(join(ROOT, "runtime/launch/v8-settings.ts"), "utf8");

/** Keeps more objects alive than fit into a small young generation. Prints the largest size of each generation, in bytes. */
const PROGRAM = `
import { getHeapSpaceStatistics } from "node:v8";
let kept = [];
const largest = { young: 0, old: 0 };
for (let count = 0; count < 3_000_000; count += 1) {
  kept.push({ count, values: [count] });
  if (kept.length > 200_000) kept = kept.slice(100_000);
  if (count % 10_000 > 0) continue;
  const spaces = new Map(getHeapSpaceStatistics().map(({ space_name, space_size }) => [space_name, space_size]));
  largest.young = Math.max(largest.young, spaces.get("new_space"));
  largest.old = Math.max(largest.old, spaces.get("old_space"));
}
console.log(JSON.stringify(largest));
`;

function run(program: string): { readonly young: number; readonly old: number } {
  // With threads, the sizes would also depend on how busy the machine is.
  const args = ["--single-threaded-gc", "--input-type=module", "-e", program];
  const printed = execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(printed.toString()) as ReturnType<typeof run>;
}

const { code } = transformSync(SOURCE, { loader: "ts" });

it("keeps the young generation at its first size", () => {
  expect(run(`${code}\nlimitHeapGrowth();\n${PROGRAM}`).young).toBeLessThan(run(PROGRAM).young / 2);
});

it("collects the old generation before it has grown by 300 %, the most that V8 allows by default", () => {
  const byDefault = 'setFlagsFromString("--heap-growing-percent=300");';
  // The size also depends on when marking starts, so the smallest of several runs counts.
  const smallest = (program: string): number => Math.min(...[1, 2, 3].map(() => run(program).old));
  expect(smallest(`${code}\nlimitHeapGrowth();\n${PROGRAM}`)).toBeLessThan(
    smallest(`${code}\nlimitHeapGrowth();\n${byDefault}\n${PROGRAM}`),
  );
});

/** Executes some 400 kB of bytecode in one function. */
const WARM = `
function add(limit) { let sum = 0; for (let at = 0; at < limit; at += 1) sum += at; return sum; }
for (let call = 0; call < 2_000; call += 1) add(10);
`;

function countOptimizations(program: string): number {
  const args = ["--trace-opt", "--no-concurrent-recompilation", "--input-type=module", "-e", program];
  const printed = execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return printed.toString().match(/compiling method .*<JSFunction add .*target TURBOFAN/g)?.length ?? 0;
}

it("optimizes a function later than V8 does by default", () => {
  expect(countOptimizations(`${code}\n${WARM}`)).toBeGreaterThan(0);
  expect(countOptimizations(`${code}\ndelayOptimization();\n${WARM}`)).toBe(0);
});
