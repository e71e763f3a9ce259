import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { ROOT } from "../../e2e/project.ts";

const SOURCE = readFileSync(join(ROOT, "runtime/launch/young-generation.ts"), "utf8");

/** Keeps more objects alive than a small young generation holds, and prints the largest size that the generation had, in bytes. */
const PROGRAM = `
import { getHeapSpaceStatistics } from "node:v8";
let kept = [];
let largest = 0;
for (let count = 0; count < 1_000_000; count += 1) {
  kept.push({ count, values: [count] });
  if (kept.length > 20_000) kept = kept.slice(10_000);
  if (count % 10_000 > 0) continue;
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  largest = Math.max(largest, space_size);
}
console.log(largest);
`;

function run(program: string): number {
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] }));
}

it("keeps the young generation at its first size", () => {
  const { code } = transformSync(SOURCE, { loader: "ts" });
  expect(run(`${code}\nkeepYoungGeneration();\n${PROGRAM}`)).toBeLessThan(run(PROGRAM) / 2);
});
