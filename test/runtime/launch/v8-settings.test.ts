import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { ROOT } from "../../e2e/project.ts";

const SOURCE = readFileSync(join(ROOT, "runtime/launch/v8-settings.ts"), "utf8");

/** Keeps more objects alive than fit into a small young generation. Prints the largest size of the young generation, in bytes. */
const PROGRAM = `
import { getHeapSpaceStatistics } from "node:v8";
let kept = [];
let largest = 0;
for (let count = 0; count < 3_000_000; count += 1) {
  kept.push({ count, values: [count] });
  if (kept.length > 200_000) kept = kept.slice(100_000);
  if (count % 10_000 > 0) continue;
  const spaces = new Map(getHeapSpaceStatistics().map(({ space_name, space_size }) => [space_name, space_size]));
  largest = Math.max(largest, spaces.get("new_space"));
}
console.log(largest);
`;

function readYoungSize(program: string): number {
  // With threads, the sizes would also depend on how busy the machine is.
  const args = ["--single-threaded-gc", "--input-type=module", "-e", program];
  const printed = execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return Number(printed.toString());
}

const { code } = transformSync(SOURCE, { loader: "ts" });

it("keeps the young generation at its first size", () => {
  expect(readYoungSize(`${code}\nlimitHeapGrowth();\n${PROGRAM}`)).toBeLessThan(readYoungSize(PROGRAM) / 2);
});

/** Returns the size at which V8 collects the old generation next, as a multiple of its size after a full collection. */
function readGrowth(settings: string): string | undefined {
  const program = `${settings}\nconst kept = Array.from({ length: 300_000 }, (_, count) => ({ count }));\ngc();\ngc();\nkept.at(0);\n`;
  const args = ["--trace-gc-verbose", "--expose-gc", "--input-type=module", "-e", program];
  const printed = execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return Array.from(printed.toString().matchAll(/\[HeapController\] Limit: .*\((\d\.\d)\)/g)).at(-1)?.[1];
}

it("collects the old generation before it has grown by 300 %, the most that V8 allows by default", () => {
  expect(readGrowth(`${code}\nlimitHeapGrowth();`)).toBe("3.0");
  expect(readGrowth(`${code}\nlimitHeapGrowth();\nsetFlagsFromString("--heap-growing-percent=300");`)).toBe("4.0");
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
